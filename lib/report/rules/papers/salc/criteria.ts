import { groupInOrder } from "@/lib/dataset/rules/group-in-order";
import { SIMILARITY_VERSION, type Similarity, similarityOf } from "@/lib/drafting/rules/similarity";
import { namedReport } from "@/lib/report/rules/papers/from-report";
import { PUBLISHED_CRITERIA } from "@/lib/report/rules/papers/salc/published";
import { shownConditions } from "@/lib/report/rules/papers/shown-condition";
import { tagParts } from "@/lib/report/rules/papers/study-parts";
import {
  andInterval,
  meanOverTasks,
  type WithEnds,
  withoutInterval,
} from "@/lib/report/rules/papers/task-intervals";
import { tableOf } from "@/lib/report/rules/tables/build";
import { coefficient, conditionColumn, countColumn, textColumn } from "@/lib/report/rules/tables/columns";
import type { ReportOptions } from "@/lib/report/schema";
import type { PaperSource, PaperTable } from "@/lib/report/schema/paper-table";
import type { ReportItem } from "@/lib/report/schema/study";

type Measures = Record<"bleu4" | "rouge1" | "rouge2" | "rougeL" | "bertScore", WithEnds>;

/** A model's criteria and what they are compared with. */
interface Compared {
  model: string;
  method: string | null;
  condition: string | null;
  reference: string;
}

interface LikenessRow extends Measures, Compared {
  /** A tag of tasks; null for all of them. */
  dataset: string | null;
  source: "this study" | "paper";
  lists: number | null;
}

interface List {
  task: string;
  model: string | null;
  method: string | null;
  condition: string | null;
  /** The responses it was written for; none of a list for the whole task. */
  responses: readonly string[];
  bertScore: number | null;
  texts: string[];
}

/** Lists of criteria by their rubric. Those of the whole project belong to no task, and cannot be compared. */
function listsIn({ study: { items }, rubrics }: PaperSource): List[] {
  const lists = new Map<string, List>();
  const isCriterion = ({ scale }: ReportItem) => scale.type === "points";
  for (const item of items) {
    if (item.task === null || !isCriterion(item)) continue;
    const { task, model, method, rubric } = item;
    const { responses = [], bertScore = null, condition = null } = rubrics?.get(rubric) ?? {};
    const list = lists.get(rubric) ?? { task, model, method, condition, responses, bertScore, texts: [] };
    lists.set(rubric, list);
    list.texts.push(item.name === null ? item.text : `${item.name}: ${item.text}`);
  }
  return [...lists.values()];
}

/** True if both were written for the same response or pair, or one of them for the whole task. */
function areComparable({ responses: own }: List, { responses: other }: List): boolean {
  if (own.length === 0 || other.length === 0) return true;
  return own.length === other.length && own.every((response) => other.includes(response));
}

interface ComparedLists {
  task: string;
  likeness: Similarity;
  bertScore: number | null;
}

/** Each model's criteria against the reference's for the same response or pair, else its task: people's, or another model's. */
function likenessIn(source: PaperSource): LikenessRow[] {
  const compared = new Map<string, { of: Compared; found: ComparedLists[] }>();
  for (const lists of groupInOrder(listsIn(source), ({ task }) => task).values())
    for (const list of lists) {
      const { task, model, method, condition, texts, bertScore } = list;
      if (model === null) continue;
      for (const other of lists) {
        if (other.model === model || !areComparable(list, other)) continue;
        const reference = other.model ?? "People";
        const key = JSON.stringify([model, method, condition, reference]);
        const own = compared.get(key) ?? { of: { model, method, condition, reference }, found: [] };
        compared.set(key, own);
        own.found.push({ task, likeness: similarityOf(texts, other.texts), bertScore });
      }
    }
  const parts = tagParts(source.study);
  const conditionOf = shownConditions(
    [...compared.values()].map(({ of }) => of),
    ({ model, method }) => JSON.stringify([model, method]),
  );
  return [...compared.values()].flatMap(({ of, found }) => {
    const shown = { ...of, condition: conditionOf(of) };
    return [
      rowOf(shown, null, found, source.options),
      ...parts.flatMap(({ name, tasks }) => {
        const own = found.filter(({ task }) => tasks.has(task));
        return own.length === 0 ? [] : [rowOf(shown, name, own, source.options)];
      }),
    ];
  });
}

function rowOf(
  of: Compared,
  dataset: string | null,
  found: readonly ComparedLists[],
  options: ReportOptions,
): LikenessRow {
  const mean = (of: (one: ComparedLists) => number | null) =>
    meanOverTasks(
      found.flatMap((one) => {
        const value = of(one);
        return value === null ? [] : [{ task: one.task, value }];
      }),
      options,
    );
  return {
    ...{ ...of, dataset, source: "this study", lists: found.length },
    bleu4: mean(({ likeness }) => likeness.bleu4),
    rouge1: mean(({ likeness }) => likeness.rouge1),
    rouge2: mean(({ likeness }) => likeness.rouge2),
    rougeL: mean(({ likeness }) => likeness.rougeL),
    bertScore: mean((one) => one.bertScore),
  };
}

/** The similarity of a model's criteria to reference criteria for the same responses or tasks. */
export const criteriaLikenessTable: PaperTable = {
  id: "T2",
  title: "Likeness of criteria to reference criteria",
  needs: "criteria for the same tasks by a model, and by people or another model",
  of: (source) => {
    const own = likenessIn(source);
    if (own.length === 0)
      return {
        missing: [
          "criteria for the same task by a model, and by people or another model (rubrics with a task)",
        ],
      };
    const { model, ...values } = PUBLISHED_CRITERIA;
    const measures = Object.entries(values).map(([name, value]) => [name, withoutInterval(value)]);
    const printed: LikenessRow = {
      ...{
        model,
        method: null,
        condition: null,
        dataset: null,
        reference: "Reference criteria",
        source: "paper",
        lists: null,
      },
      ...(Object.fromEntries(measures) as Measures),
    };
    const rows = [...own, ...(source.published ? [printed] : [])];
    const of = (id: keyof Measures, header: string) =>
      andInterval(
        {
          ...coefficient<LikenessRow>(id, header, `Mean ${header} of the lists`, (row) => [
            row[id].value,
            null,
          ]),
          ...(id === "bertScore" && { optional: true as const }),
        },
        (row) => row[id].ends,
      );
    const text = (id: "model" | "method" | "reference", header: string, about: string) => ({
      ...textColumn<LikenessRow>(id, header, about, (row) => row[id]),
    });
    const hasDatasets = own.some(({ dataset }) => dataset !== null);
    return tableOf(namedReport(source).report, rows, {
      name: "salc-t2",
      title: "SALC, Table 2: likeness of criteria",
      description:
        "Words that criteria have in common with reference criteria for the same response or pair, or for its task",
      columns: [
        text("model", "Criteria by", "The model that wrote the criteria"),
        { ...text("method", "Method", "The method they were written by"), optional: true },
        conditionColumn<LikenessRow>(({ condition }) => condition),
        text("reference", "Compared with", "Who wrote the reference criteria"),
        {
          ...textColumn<LikenessRow>(
            "dataset",
            "Tasks",
            "Those with this tag, or all",
            ({ dataset, source: of }) => (hasDatasets && of === "this study" ? (dataset ?? "all") : null),
          ),
          optional: true,
        },
        {
          ...textColumn<LikenessRow>("source", "Source", "This study, or the paper", (row) =>
            source.published ? row.source : null,
          ),
          optional: true,
        },
        ...of("rouge1", "ROUGE-1"),
        ...of("rouge2", "ROUGE-2"),
        ...of("rougeL", "ROUGE-L"),
        ...of("bleu4", "BLEU-4"),
        ...of("bertScore", "BERTScore"),
        {
          ...countColumn<LikenessRow>(
            "lists",
            "Lists",
            "pairs of lists",
            "Pairs of lists that were compared",
            ({ lists }) => lists,
          ),
          optional: true,
        },
      ],
      notes: [
        `Words are split as in ${SIMILARITY_VERSION}. BERTScore needs a model of its own: what is imported as bertScore among the metadata of a list is averaged.`,
      ],
      kinds: ["llm"],
      intervals: true,
    });
  },
};
