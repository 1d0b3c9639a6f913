import { drfr } from "@/lib/agreement/checklist";
import type { ReportPlanted } from "@/lib/quality/schema";
import { PLANTED_KINDS } from "@/lib/quality/schema";
import type { ReportOptions } from "@/lib/report/schema";
import type { DetectionRow } from "@/lib/report/schema/anchoring";
import { endsOf } from "./interval-ends";
import { byName } from "./scopes";

/**
 * The share of planted errors that people noticed (detection), and of correct drafts that they overruled too (false
 * alarms): over all people, by arm, and by annotator. Intervals are over tasks. A draft can be wrong by itself, so
 * not every false alarm is a mistake.
 */
export function detectionOf(planted: readonly ReportPlanted[], options: ReportOptions): DetectionRow[] {
  return PLANTED_KINDS.flatMap((kind) => {
    const rows = planted.filter((row) => row.kind === kind);
    if (!rows.some((row) => row.planted > 0)) return [];
    const each = (by: "arm" | "rater") =>
      [...new Set(rows.map((row) => row[by]))].sort(byName).map((group) => {
        const own = rows.filter((row) => row[by] === group);
        return rowOf(own, { kind, by, group }, options);
      });
    return [rowOf(rows, { kind, by: "all", group: null }, options), ...each("arm"), ...each("rater")];
  });
}

/** The counts of some rows, of any kind. */
export type DetectionCounts = Omit<DetectionRow, "kind" | "by" | "group" | "tasks">;

export function detectedIn(rows: readonly ReportPlanted[], options: ReportOptions): DetectionCounts {
  const planted = rateOf(rows, "planted", "detected", options);
  const left = rateOf(rows, "left", "overruled", options);
  return {
    detection: planted.value,
    detectionCi: endsOf(planted.interval),
    detectionReason: planted.reason && "none-qualify",
    planted: planted.pairable,
    falseAlarm: left.value,
    falseAlarmCi: endsOf(left.interval),
    falseAlarmReason: left.reason && "none-qualify",
    left: left.pairable,
  };
}

function rowOf(
  rows: readonly ReportPlanted[],
  group: Pick<DetectionRow, "kind" | "by" | "group">,
  options: ReportOptions,
): DetectionRow {
  return {
    ...group,
    ...detectedIn(rows, options),
    tasks: new Set(rows.map(({ task }) => task)).size,
  };
}

/** The pooled share of one count in another, with intervals over tasks. */
function rateOf(
  rows: readonly ReportPlanted[],
  whole: "planted" | "left",
  part: "detected" | "overruled",
  options: ReportOptions,
) {
  const seen = rows.filter((row) => row[whole] > 0).sort((a, b) => byName(a.task, b.task));
  const answers = seen.map((row) => Array.from({ length: row[whole] }, (_, at) => at < row[part]));
  const clusters = seen.map(({ task }) => task);
  return drfr(answers, new Set(clusters).size > 1 ? { ...options, clusters } : undefined);
}
