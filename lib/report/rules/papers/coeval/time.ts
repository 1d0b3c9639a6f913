import { median } from "@/lib/agreement/quantile";
import { groupInOrder } from "@/lib/dataset/rules/group-in-order";
import { finalClass } from "@/lib/judgement/rules/exposure";
import type { ExposureClass } from "@/lib/judgement/schema";
import { namedReport } from "@/lib/report/rules/papers/from-report";
import { andInterval, meanOverTasks, type WithEnds } from "@/lib/report/rules/papers/task-intervals";
import { itemLabels } from "@/lib/report/rules/scopes";
import { tableOf } from "@/lib/report/rules/tables/build";
import { coefficient, countColumn, exposureColumns, scopeColumns } from "@/lib/report/rules/tables/columns";
import type { PaperSource, PaperTable } from "@/lib/report/schema/paper-table";

interface TimeRow {
  item: string;
  exposure: Exclude<ExposureClass, "any">;
  values: number;
  median: number | null;
  mean: WithEnds;
}

/** Seconds of active work on each value, by criterion and whether a draft was in view. */
function timesIn({ study, options }: PaperSource): TimeRow[] {
  const names = itemLabels(study.items);
  const timed = [...study.judgements].flatMap((judgement) => {
    const { task, item, raterKind, activeMs, value } = judgement;
    if (raterKind !== "human" || activeMs === null || value === null) return [];
    const of = { task, item: names.get(item) ?? item, exposure: finalClass(judgement) };
    return [{ ...of, value: activeMs / 1000 }];
  });
  return [...groupInOrder(timed, ({ item, exposure }) => JSON.stringify([item, exposure])).values()].flatMap(
    (own): TimeRow[] => {
      const [first] = own;
      if (!first) return [];
      const { item, exposure } = first;
      const middle = median(own.map(({ value }) => value));
      return [{ item, exposure, values: own.length, median: middle, mean: meanOverTasks(own, options) }];
    },
  );
}

/** The time that people took for a score, with the draft in view and without. */
export const timeTable: PaperTable = {
  id: "time",
  title: "Time for a score, by criterion",
  needs: "judgements of people with the time of active work",
  of: (source) => {
    const rows = timesIn(source);
    if (rows.length === 0)
      return { missing: ["judgements of people whose time of active work was measured"] };
    const { report, labels } = namedReport(source);
    const seconds = { unit: "seconds", decimals: 1 };
    return tableOf(
      report,
      labels.sort(rows, ({ item }) => item),
      {
        name: "coeval-time",
        title: "CoEval: time for a score",
        description: "Seconds of active work on a value, with a draft in view and without",
        columns: [
          ...scopeColumns<TimeRow>(labels, ({ item }) => item),
          ...exposureColumns<TimeRow>(),
          coefficient<TimeRow>("median", "Median", "Of all values", (row) => [row.median, null], seconds),
          ...andInterval(
            coefficient<TimeRow>("mean", "Mean", "Of all values", ({ mean }) => [mean.value, null], seconds),
            ({ mean }) => mean.ends,
          ),
          countColumn<TimeRow>(
            "values",
            "Values",
            "values",
            "Values whose time was measured",
            (row) => row.values,
          ),
        ],
        kinds: ["human"],
        intervals: true,
      },
    );
  },
};
