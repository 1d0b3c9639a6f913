import { type Estimate, type Interval, type ReasonCode, restsOnFewUnits } from "@/lib/agreement/estimate";

/** What a reason code means, for people. */
const wording: Record<ReasonCode, string> = {
  "no-pairable-values": "no unit has two ratings",
  "no-common-units": "the two raters share no unit",
  "fewer-than-2-pairs": "fewer than two units rated by both",
  "no-variation": "the ratings never vary",
  "expected-agreement-is-1": "only one category was used, so chance agreement is complete",
  "constant-input": "one side never varies",
  "single-category": "the scale has one category only",
  "negative-values-ratio": "the ratio level does not allow negative values",
  "non-numeric-values": "the values are not numbers",
  "incomplete-ratings": "units carry different numbers of ratings",
  "zero-denominator": "no unit of the class",
  "no-answered-requirements": "no requirement was answered",
  "zero-total-weight": "the weights of the answered requirements add up to 0",
};

interface Statistic extends Estimate {
  name: string;
  level?: string | undefined;
  between: [string, string] | null;
}

/** One line per statistic, aligned. */
export function statisticsTable(statistics: Statistic[]): string {
  const rows = statistics.map(({ name, level, value, interval, units, raters, pairable }) => [
    name,
    level ?? "",
    number(value),
    interval ? `${number(interval.low)} – ${number(interval.high)}` : "",
    String(units),
    String(raters),
    String(pairable),
  ]);
  const header = ["metric", "level", "value", "interval", "units", "raters", "pairable"];
  const notes = new Set(statistics.flatMap(notesOn));
  return [columns([header, ...rows]), ...notes].join("\n").concat("\n");
}

/** One cell per two raters. */
export function matrixTable(result: {
  metric: string;
  level: string | null;
  raters: string[];
  matrix: (Estimate | null)[][];
}): string {
  const rows = result.matrix.map((row, r) => [
    result.raters[r] ?? "",
    ...row.map((cell) => (cell ? number(cell.value) : "·")),
  ]);
  const title = [result.metric, result.level].filter(Boolean).join(", ");
  return `${columns([[title, ...result.raters], ...rows])}\n`;
}

/** The statistic of all raters, then one line for each rater left out. */
export function dropOneTable(result: {
  metric: string;
  level: string | null;
  all: Estimate;
  raters: { rater: string; without: Estimate | undefined; agreementWithRest: Estimate | undefined }[];
}): string {
  const rows = result.raters.map(({ rater, without, agreementWithRest }) => [
    rater,
    number(without?.value ?? null),
    number(agreementWithRest?.value ?? null),
  ]);
  const title = [result.metric, result.level].filter(Boolean).join(", ");
  const header = ["rater", `${title} without`, "agrees with the rest"];
  return `${title} of all raters: ${number(result.all.value)}\n${columns([header, ...rows])}\n`;
}

function notesOn({ name, reason, interval, between }: Statistic): string[] {
  return [
    ...(reason ? [`${name} is undefined: ${wording[reason]}`] : []),
    ...(between ? [`compared: ${between[0]} and ${between[1]}`] : []),
    ...(interval ? notesOnInterval(interval) : []),
  ];
}

function notesOnInterval(interval: Interval): string[] {
  const { confidence, replicates, dropped, seed, drawn, method } = interval;
  const how =
    method === "bootstrap-percentile" ? `units or clusters drawn: ${drawn}` : `pairs drawn: ${drawn}`;
  return [
    `${confidence * 100} % interval from ${replicates} replicates, seed ${seed}, ${how}` +
      (dropped > 0 ? `; ${dropped} undefined replicates left out` : ""),
    ...(restsOnFewUnits(interval) ? ["so few units make the interval unreliable"] : []),
  ];
}

/** Four decimals for reading; programs get all of them. */
function number(value: number | null): string {
  return value === null ? "—" : value.toFixed(4);
}

function columns(rows: string[][]): string {
  const width = (column: number) => Math.max(...rows.map((row) => (row[column] ?? "").length));
  const widths = (rows[0] ?? []).map((_, column) => width(column));
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
