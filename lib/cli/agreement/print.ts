import { type Estimate, type Interval, restsOnFewUnits } from "@/lib/agreement/estimate";
import { columns, interval as ends, number } from "@/lib/cli/table";
import { REASONS } from "@/lib/report/rules/wording";

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
    interval ? ends([interval.low, interval.high]) : "",
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
    ...(reason ? [`${name} is undefined: ${REASONS[reason]}`] : []),
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
