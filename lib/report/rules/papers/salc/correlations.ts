import { arithmeticMean } from "@/lib/agreement/arithmetic-mean";
import { ratingsFromMatrix } from "@/lib/agreement/ratings";
import { compareTwoRaters } from "@/lib/agreement/two-raters";
import { OVERALL } from "@/lib/judgement/schema/units";
import { namedReport } from "@/lib/report/rules/papers/from-report";
import { PUBLISHED_CORRELATIONS } from "@/lib/report/rules/papers/salc/published";
import { tagParts } from "@/lib/report/rules/papers/study-parts";
import {
  andInterval,
  overTasks,
  type WithEnds,
  withEnds,
  withoutInterval,
} from "@/lib/report/rules/papers/task-intervals";
import { tableOf } from "@/lib/report/rules/tables/build";
import { coefficient, countColumn, raterName, textColumn } from "@/lib/report/rules/tables/columns";
import type { Rater } from "@/lib/report/rules/unit";
import { unitsOf } from "@/lib/report/rules/units";
import type { ReportOptions } from "@/lib/report/schema";
import type { PaperSource, PaperTable } from "@/lib/report/schema/paper-table";
import type { ReportReason } from "@/lib/report/schema/values";

interface CorrelationRow {
  evaluator: string;
  dataset: string;
  source: "this study" | "paper";
  n: number | null;
  /** Responses whose people have several most frequent scores. */
  severalModes: number | null;
  pearson: WithEnds;
  kendall: WithEnds;
  spearman: WithEnds;
  reason: ReportReason | null;
}

/** The most frequent score; of several the median of them, and whether there were several. */
export function modeOf(values: readonly number[]): { value: number; isOnly: boolean } | null {
  if (values.length === 0) return null;
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const most = Math.max(...counts.values());
  const modes = [...counts]
    .flatMap(([value, times]) => (times === most ? [value] : []))
    .sort((a, b) => a - b);
  const middle = modes.slice(Math.floor((modes.length - 1) / 2), Math.floor(modes.length / 2) + 1);
  return { value: arithmeticMean(middle), isOnly: modes.length === 1 };
}

interface Point {
  task: string;
  human: number;
  model: number;
  isOnly: boolean;
}

/** Overall scores of models against the mode of people's, who saw no draft, by tag. */
function correlationsIn({ study, options }: PaperSource): CorrelationRow[] {
  const parts = tagParts(study);
  const points = new Map<Rater, Point[]>();
  for (const { task, humans, others } of unitsOf(study).byItem.get(OVERALL) ?? []) {
    const mode = modeOf(humans.independent.flatMap(({ value }) => (typeof value === "number" ? value : [])));
    if (mode === null) continue;
    for (const { rater, value } of others) {
      if (rater.kind !== "llm" || typeof value !== "number") continue;
      const point = { task, human: mode.value, isOnly: mode.isOnly, model: value };
      points.set(rater, [...(points.get(rater) ?? []), point]);
    }
  }
  return [...points].flatMap(([rater, all]) => [
    ...parts.flatMap(({ name, tasks }) => {
      const own = all.filter(({ task }) => tasks.has(task));
      return own.length === 0 ? [] : [rowOf(rater, name, own, options)];
    }),
    rowOf(rater, "All", all, options),
  ]);
}

function rowOf(
  rater: Rater,
  dataset: string,
  points: readonly Point[],
  options: ReportOptions,
): CorrelationRow {
  const sides = [points.map(({ model }) => model), points.map(({ human }) => human)];
  const { pearson, kendall, spearman } = compareTwoRaters(
    ratingsFromMatrix(sides),
    overTasks(
      points.map(({ task }) => task),
      options,
    ),
  );
  const { name, kind, method, condition } = rater;
  return {
    evaluator: raterName({ rater: name, kind, method, ...(condition !== null && { condition }) }),
    ...{ dataset, source: "this study", n: points.length },
    severalModes: points.filter(({ isOnly }) => !isOnly).length,
    ...{ pearson: withEnds(pearson), kendall: withEnds(kendall), spearman: withEnds(spearman) },
    reason: pearson.reason,
  };
}

/** Correlation of models' scores with the score that most people gave. */
export const correlationsTable: PaperTable = {
  id: "T3",
  also: ["T6"],
  title: "Correlation with the most frequent score of people",
  needs: "overall scores by people who saw no draft, and by a model, on the same responses",
  of: (source) => {
    const own = correlationsIn(source);
    if (own.length === 0)
      return { missing: ["overall scores of the same responses by a model and by people who saw no draft"] };
    const printed = PUBLISHED_CORRELATIONS.map(
      ({ pearson, kendall, spearman, ...row }): CorrelationRow => ({
        ...{ ...row, source: "paper", n: null, severalModes: null, reason: null },
        ...{ pearson: withoutInterval(pearson), kendall: withoutInterval(kendall) },
        spearman: withoutInterval(spearman),
      }),
    );
    const rows = [...own, ...(source.published ? printed : [])];
    const of = (id: "pearson" | "kendall" | "spearman", header: string) =>
      andInterval(
        coefficient<CorrelationRow>(id, header, `${header} with the mode of people`, (row) => [
          row[id].value,
          row.reason,
        ]),
        (row) => row[id].ends,
      );
    return tableOf(namedReport(source).report, rows, {
      name: "salc-t3",
      title: "SALC, Tables 3 and 6: correlation with people",
      description: "Scores of models against the most frequent score that people gave without a draft",
      columns: [
        textColumn<CorrelationRow>(
          "evaluator",
          "Evaluator",
          "The model that scored, and how",
          (row) => row.evaluator,
        ),
        textColumn<CorrelationRow>(
          "dataset",
          "Dataset",
          "A tag of the tasks, or all",
          ({ dataset }) => dataset,
        ),
        {
          ...textColumn<CorrelationRow>("source", "Source", "This study, or the paper", (row) =>
            source.published ? row.source : null,
          ),
          optional: true,
        },
        ...of("pearson", "Pearson’s r"),
        ...of("kendall", "Kendall’s τ-b"),
        ...of("spearman", "Spearman’s ρ"),
        {
          ...countColumn<CorrelationRow>("n", "n", "responses", "Responses with both scores", ({ n }) => n),
          optional: true,
        },
        {
          ...countColumn<CorrelationRow>(
            "severalModes",
            "Several modes",
            "responses",
            "Responses with several most frequent scores, of which the median counts",
            (row) => row.severalModes,
          ),
          optional: true,
        },
      ],
      kinds: ["human", "llm"],
      intervals: true,
    });
  },
};
