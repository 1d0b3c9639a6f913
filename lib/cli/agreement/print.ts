import {
  type Estimate,
  hasTooFewClusters,
  type Interval,
  MIN_CLUSTERS,
  restsOnFewUnits,
  type UndefinedReason,
} from "@/lib/agreement/estimate";
import { columns, interval as ends, number } from "@/lib/cli/table";
import { MISSING_VALUE_REASONS } from "@/lib/report/rules/wording";

interface Statistic extends Estimate {
  name: string;
  level?: string | undefined;
  between: [string, string] | null;
}

/** One aligned line per statistic. */
export function statisticsTable(statistics: Statistic[]): string {
  const rows = statistics.map(({ name, level, value, interval, units, raters, pairable }) => [
    name,
    level ?? "",
    number(value),
    interval && !hasTooFewClusters(interval) ? ends([interval.low, interval.high]) : "",
    String(units),
    String(raters),
    String(pairable),
  ]);
  const header = ["metric", "level", "value", "interval", "units", "raters", "pairable"];
  const notes = new Set(statistics.flatMap(notesOn));
  return [columns([header, ...rows]), ...notes].join("\n").concat("\n");
}

/** Reasons for missing numbers, with a letter each, in order of occurrence. */
class Missing {
  private readonly marks = new Map<UndefinedReason, string>();

  /** The number, or a dash with the letter of its reason. */
  cell(estimate: Pick<Estimate, "value" | "reason"> | undefined): string {
    const { value = null, reason = null } = estimate ?? {};
    if (value !== null || reason === null) return number(value);
    const mark = this.marks.get(reason) ?? String.fromCharCode(97 + this.marks.size);
    this.marks.set(reason, mark);
    return `${number(null)} (${mark})`;
  }

  notes(): string[] {
    return [...this.marks].map(([reason, mark]) => `(${mark}) undefined: ${MISSING_VALUE_REASONS[reason]}`);
  }
}

/** One cell per two raters. */
export function matrixTable(result: {
  metric: string;
  level: string | null;
  raters: string[];
  matrix: (Estimate | null)[][];
}): string {
  const missing = new Missing();
  const rows = result.matrix.map((row, r) => [
    result.raters[r] ?? "",
    ...row.map((cell) => (cell ? missing.cell(cell) : "·")),
  ]);
  const title = [result.metric, result.level].filter(Boolean).join(", ");
  return [columns([[title, ...result.raters], ...rows]), ...missing.notes()].join("\n").concat("\n");
}

/** The statistic of all raters, then one line for each rater left out. */
export function dropOneTable(result: {
  metric: string;
  level: string | null;
  all: Estimate;
  raters: { rater: string; without: Estimate | undefined; agreementWithRest: Estimate | undefined }[];
}): string {
  const missing = new Missing();
  const title = [result.metric, result.level].filter(Boolean).join(", ");
  const all = `${title} of all raters: ${missing.cell(result.all)}`;
  const header = ["rater", `${title} without`, "agrees with the rest"];
  const rows = result.raters.map(({ rater, without, agreementWithRest }) => [
    rater,
    missing.cell(without),
    missing.cell(agreementWithRest),
  ]);
  return [all, columns([header, ...rows]), ...missing.notes()].join("\n").concat("\n");
}

function notesOn({ name, reason, interval, between }: Statistic): string[] {
  return [
    ...(reason ? [`${name} is undefined: ${MISSING_VALUE_REASONS[reason]}`] : []),
    ...(between ? [`compared: ${between[0]} and ${between[1]}`] : []),
    ...(interval ? notesOnInterval(interval) : []),
  ];
}

function notesOnInterval(interval: Interval): string[] {
  if (hasTooFewClusters(interval)) return [`no interval: it would be drawn from fewer than ${MIN_CLUSTERS}`];
  const { confidence, replicates, dropped, seed, drawn, method } = interval;
  const how =
    method === "bootstrap-percentile" ? `units or clusters drawn: ${drawn}` : `pairs drawn: ${drawn}`;
  return [
    `${confidence * 100} % interval from ${replicates} replicates, seed ${seed}, ${how}` +
      (dropped > 0 ? `; ${dropped} undefined replicates left out` : ""),
    ...(restsOnFewUnits(interval) ? ["so few units make the interval too narrow"] : []),
  ];
}
