import { groupInOrder } from "@/lib/dataset/rules/group-in-order";
import { valueIn } from "@/lib/judgement/rules/exposure";
import { namedReport } from "@/lib/report/rules/papers/from-report";
import { tagParts } from "@/lib/report/rules/papers/study-parts";
import {
  andInterval,
  meanOverTasks,
  type WithEnds,
  withoutInterval,
} from "@/lib/report/rules/papers/task-intervals";
import { isOfList, itemLists, labelRuns, unusedListsNote } from "@/lib/report/rules/papers/tick/label-lists";
import { PUBLISHED_CATEGORIES } from "@/lib/report/rules/papers/tick/published";
import { tableOf } from "@/lib/report/rules/tables/build";
import { coefficient, countColumn, textColumn } from "@/lib/report/rules/tables/columns";
import type { ReportOptions } from "@/lib/report/schema";
import type { PaperSource, PaperTable } from "@/lib/report/schema/paper-table";

/** The accuracy of one set of labels against another. */
interface LabelAccuracy {
  precision: number;
  recall: number;
  f1: number;
}

/** Precision, recall and F1 of labels against those that are right, of which there is one at least. */
export function labelAccuracy(given: readonly string[], right: readonly string[]): LabelAccuracy {
  const hits = given.filter((label) => right.includes(label)).length;
  return {
    precision: given.length === 0 ? 0 : hits / given.length,
    recall: hits / right.length,
    f1: (2 * hits) / (given.length + right.length),
  };
}

/** The labels that all people gave: the paper's gold. */
export function commonLabels([first = [], ...others]: readonly (readonly string[])[]): string[] {
  return first.filter((label) => others.every((labels) => labels.includes(label)));
}

interface AccuracyRow {
  judge: string;
  question: string | null;
  /** A tag of tasks; "all" for all of them. */
  dataset: string;
  source: "this study" | "paper";
  items: number | null;
  /** Questions on which people have no label in common, or one that the model could not give: nothing is compared there. */
  divided: number | null;
  accuracy: Record<keyof LabelAccuracy, WithEnds>;
  /** The accuracy over all labels of all items together. */
  pooled: number | null;
}

interface Compared {
  task: string;
  given: readonly string[];
  /** Empty if people have no label in common, or one that the model could not give. */
  right: readonly string[];
}

function rowsIn({ study, options, modelLabels = [] }: PaperSource): AccuracyRow[] {
  const people = groupInOrder(
    (study.labels?.labellings ?? []).flatMap(({ item, labels, ...one }) => {
      const own = valueIn({ ...one, value: labels, lines: [] }, "independent");
      return item === undefined || own === null ? [] : [{ question: one.question, item, labels: own }];
    }),
    ({ question, item }) => JSON.stringify([question, item]),
  );
  const right = new Map(
    [...people].map(([key, given]) => [key, commonLabels(given.map(({ labels }) => labels))]),
  );
  const parts = tagParts(study);
  return labelRuns(modelLabels).flatMap(({ judge, run }) =>
    itemLists(study).flatMap((asked): AccuracyRow[] => {
      const { question } = asked;
      const compared = run.flatMap(({ task, item, labels, categories }): Compared[] => {
        const own = right.get(JSON.stringify([question, item]));
        const isAmong = own?.every((label) => categories.includes(label));
        return own ? [{ task, given: labels, right: isAmong ? own : [] }] : [];
      });
      const [first] = run;
      if (!first || !compared.some(hasRight) || !isOfList(asked, first.categories)) return [];
      return [
        rowOf({ judge, question, dataset: "all" }, compared, options),
        ...parts.flatMap(({ name, tasks }) => {
          const own = compared.filter(({ task }) => tasks.has(task));
          return own.some(hasRight) ? [rowOf({ judge, question, dataset: name }, own, options)] : [];
        }),
      ];
    }),
  );
}

const hasRight = ({ right }: Compared) => right.length > 0;

function rowOf(
  about: Pick<AccuracyRow, "judge" | "question" | "dataset">,
  all: readonly Compared[],
  options: ReportOptions,
): AccuracyRow {
  const compared = all.filter(hasRight);
  const each = compared.map(({ task, given, right }) => ({ task, of: labelAccuracy(given, right) }));
  const mean = (measure: keyof LabelAccuracy) =>
    meanOverTasks(
      each.map(({ task, of }) => ({ task, value: of[measure] })),
      options,
    );
  const sizes = compared.reduce((sum, { given, right }) => sum + given.length + right.length, 0);
  const hits = compared.reduce(
    (sum, { given, right }) => sum + given.filter((label) => right.includes(label)).length,
    0,
  );
  return {
    ...about,
    ...{ source: "this study", items: compared.length, divided: all.length - compared.length },
    pooled: (2 * hits) / sizes,
    accuracy: { precision: mean("precision"), recall: mean("recall"), f1: mean("f1") },
  };
}

const printed = PUBLISHED_CATEGORIES.map(
  ({ name, precision, recall, f1 }): AccuracyRow => ({
    ...{ judge: `Table 7, ${name}`, question: null, dataset: "", source: "paper" },
    ...{ items: null, divided: null, pooled: null },
    accuracy: {
      precision: withoutInterval(precision),
      recall: withoutInterval(recall),
      f1: withoutInterval(f1),
    },
  }),
);

/** Categories that a model gave to questions, against those of people who saw none. */
export const labelAccuracyTable: PaperTable = {
  id: "T7",
  title: "Categories of questions against people’s",
  needs:
    "categories of checklist questions by a run of tick.categorise, and people’s labels of the same questions",
  of: (source) => {
    const own = rowsIn(source);
    const runs = labelRuns(source.modelLabels ?? []).flatMap(({ run }) => run.slice(0, 1));
    const lists = runs.map(({ categories }) => categories);
    const unused = lists.length === 0 ? [] : unusedListsNote(source.study, lists);
    if (own.length === 0)
      return {
        missing: [
          "labels of checklist questions by people who saw no draft and have some in common, or gold ones, and a run of tick.categorise with the same categories on these questions; study files hold no categories by models",
          ...unused,
        ],
      };
    const rows = [...own, ...(source.published ? printed : [])];
    const text = (id: string, header: string, about: string, of: (row: AccuracyRow) => string | null) =>
      textColumn<AccuracyRow>(id, header, about, of);
    return tableOf(namedReport(source).report, rows, {
      name: "tick-t7",
      title: "TICK, Table 7: categories of questions",
      description: "Precision, recall and F1 of a model’s categories, each the mean over questions",
      columns: [
        text("judge", "Labelled by", "The model with its method", ({ judge }) => judge),
        {
          ...text("question", "Labels", "The step that people labelled in", (row) => row.question),
          optional: true,
        },
        text("dataset", "Tasks", "Those with this tag, or all", ({ dataset }) => dataset),
        {
          ...text("source", "Source", "This study, or the paper", (row) =>
            source.published ? row.source : null,
          ),
          optional: true,
        },
        ...(["precision", "recall", "f1"] as const).flatMap((key) =>
          andInterval(
            coefficient<AccuracyRow>(
              key,
              { precision: "Precision", recall: "Recall", f1: "F1" }[key],
              "Of the labels of one question; the mean over questions",
              ({ accuracy }) => [accuracy[key].value, null],
              { decimals: 3 },
            ),
            ({ accuracy }) => accuracy[key].ends,
          ),
        ),
        {
          ...coefficient<AccuracyRow>(
            "pooled",
            "F1, pooled",
            "Of all labels of all questions together",
            ({ pooled }) => [pooled, pooled === null ? "none-qualify" : null],
            { decimals: 3 },
          ),
          optional: true,
        },
        {
          ...countColumn<AccuracyRow>(
            "items",
            "Questions",
            "items",
            "Questions that a model labelled, and on which people have a label in common",
            ({ items }) => items,
          ),
          optional: true,
        },
        {
          ...countColumn<AccuracyRow>(
            "divided",
            "Left out",
            "items",
            "Questions on which people have no label in common, or one that the model could not give",
            ({ divided }) => divided,
          ),
          optional: true,
        },
      ],
      notes: [
        "Right are the labels that all people gave who saw no draft, as in the paper; gold ones in a study file. A question without such a label is left out, and so is one with a label that is not among the run’s categories. A run is compared only where people gave none but its categories, or could choose all of them.",
        ...unused.map((phrase) => `${phrase}.`),
      ],
      kinds: ["human", "llm"],
      n: { of: "sets of labels", count: source.study.labels?.labellings.length ?? 0 },
      intervals: true,
    });
  },
};
