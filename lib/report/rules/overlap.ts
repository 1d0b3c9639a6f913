import { drfr } from "@/lib/agreement/checklist";
import type { ReportOptions } from "@/lib/report/schema";
import type { OverlapRow } from "@/lib/report/schema/labels";
import type { ReportOverlap } from "@/lib/report/schema/study";
import { endsOf } from "./interval-ends";
import { byName } from "./scopes";

/**
 * The overlap of two lists of items, by their authors: over all people who matched them, and for each person. An item
 * counts once per person who looked for its match; shares are pooled, with intervals over tasks.
 */
export function overlapOf(overlaps: readonly ReportOverlap[], options: ReportOptions): OverlapRow[] {
  const groups = new Map<string, ReportOverlap[]>();
  for (const overlap of overlaps) {
    const key = JSON.stringify([overlap.question, overlap.first, overlap.second]);
    groups.set(key, [...(groups.get(key) ?? []), overlap]);
  }
  return [...groups]
    .sort(([a], [b]) => byName(a, b))
    .flatMap(([, rows]) => {
      const raters = [...new Set(rows.map(({ rater }) => rater))].sort(byName);
      const each = raters.length > 1 ? raters : [];
      return [
        ...rowOf(rows, null, options),
        ...each.flatMap((rater) =>
          rowOf(
            rows.filter((row) => row.rater === rater),
            rater,
            options,
          ),
        ),
      ];
    });
}

function rowOf(rows: readonly ReportOverlap[], rater: string | null, options: ReportOptions): OverlapRow[] {
  const [one] = rows;
  if (!one) return [];
  const { question, first, second } = one;
  const ofFirst = shareOf(rows, "firstItems", "firstMatched", options);
  const ofSecond = shareOf(rows, "secondItems", "secondMatched", options);
  const sum = (of: "firstItems" | "firstMatched" | "secondItems" | "secondMatched") =>
    rows.reduce((total, row) => total + row[of], 0);
  return [
    {
      ...{ question, first, second, rater },
      both: sum("firstMatched"),
      firstOnly: sum("firstItems") - sum("firstMatched"),
      secondOnly: sum("secondItems") - sum("secondMatched"),
      firstShare: ofFirst.value,
      firstCi: endsOf(ofFirst.interval),
      secondShare: ofSecond.value,
      secondCi: endsOf(ofSecond.interval),
      secondReason: ofSecond.reason && "none-qualify",
      tasks: new Set(rows.map(({ task }) => task)).size,
    },
  ];
}

function shareOf(
  rows: readonly ReportOverlap[],
  whole: "firstItems" | "secondItems",
  part: "firstMatched" | "secondMatched",
  options: ReportOptions,
) {
  const sorted = [...rows].sort((a, b) => byName(a.task, b.task) || byName(a.rater, b.rater));
  const clusters = sorted.map(({ task }) => task);
  return drfr(
    sorted.map((row) => Array.from({ length: row[whole] }, (_, at) => at < row[part])),
    new Set(clusters).size > 1 ? { ...options, clusters } : undefined,
  );
}
