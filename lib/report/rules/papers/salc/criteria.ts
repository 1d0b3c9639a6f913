import { arithmeticMean, meanOfKnown } from "@/lib/agreement/arithmetic-mean";
import { SIMILARITY_VERSION, type Similarity, similarityOf } from "@/lib/drafting/rules/similarity";
import { namedReport } from "@/lib/report/rules/papers/from-report";
import { PUBLISHED_CRITERIA } from "@/lib/report/rules/papers/salc/published";
import { tableOf } from "@/lib/report/rules/tables/build";
import { coefficient, countColumn, textColumn } from "@/lib/report/rules/tables/columns";
import type { PaperTable } from "@/lib/report/schema/paper-table";
import type { ReportItem, StudyData } from "@/lib/report/schema/study";

type Measures = Pick<Similarity, "bleu4"> & Record<"rouge1" | "rouge2" | "rougeL", number | null>;

interface LikenessRow extends Measures {
  model: string;
  method: string | null;
  reference: string;
  source: "this study" | "paper";
  lists: number | null;
}

interface List {
  task: string;
  model: string | null;
  method: string | null;
  texts: string[];
}

/** Lists of criteria by their rubric. Those of the whole project belong to no task, and cannot be compared. */
function listsIn({ items }: Pick<StudyData, "items">): List[] {
  const lists = new Map<string, List>();
  const isCriterion = ({ scale }: ReportItem) => scale.type === "points";
  for (const item of items) {
    if (item.task === null || !isCriterion(item)) continue;
    const { task, model, method } = item;
    const list = lists.get(item.rubric) ?? { task, model, method, texts: [] };
    lists.set(item.rubric, list);
    list.texts.push(item.name === null ? item.text : `${item.name}: ${item.text}`);
  }
  return [...lists.values()];
}

/** Each model's criteria against the reference's for the same task: people's, or another model's. */
function likenessIn(study: StudyData): LikenessRow[] {
  const byTask = new Map<string, List[]>();
  for (const list of listsIn(study)) byTask.set(list.task, [...(byTask.get(list.task) ?? []), list]);
  const compared = new Map<
    string,
    { of: Pick<LikenessRow, "model" | "method" | "reference">; found: Similarity[] }
  >();
  for (const lists of byTask.values())
    for (const { model, method, texts } of lists) {
      if (model === null) continue;
      for (const other of lists) {
        if (other.model === model) continue;
        const reference = other.model ?? "People";
        const key = JSON.stringify([model, method, reference]);
        const own = compared.get(key) ?? { of: { model, method, reference }, found: [] };
        compared.set(key, own);
        own.found.push(similarityOf(texts, other.texts));
      }
    }
  return [...compared.values()].map(({ of, found }) => ({
    ...{ ...of, source: "this study", lists: found.length },
    bleu4: arithmeticMean(found.map(({ bleu4 }) => bleu4)),
    rouge1: meanOfKnown(found.map(({ rouge1 }) => rouge1)),
    rouge2: meanOfKnown(found.map(({ rouge2 }) => rouge2)),
    rougeL: meanOfKnown(found.map(({ rougeL }) => rougeL)),
  }));
}

/** The similarity of a model's criteria to reference criteria for the same responses or tasks. */
export const criteriaLikenessTable: PaperTable = {
  id: "T2",
  title: "Likeness of criteria to reference criteria",
  needs: "criteria for the same tasks by a model, and by people or another model",
  of: (source) => {
    const own = likenessIn(source.study);
    if (own.length === 0)
      return {
        missing: [
          "criteria for the same task by a model, and by people or another model (rubrics with a task)",
        ],
      };
    const printed: LikenessRow = {
      ...{
        ...PUBLISHED_CRITERIA,
        method: null,
        reference: "Reference criteria",
        source: "paper",
        lists: null,
      },
    };
    const rows = [...own, ...(source.published ? [printed] : [])];
    const of = (id: keyof Measures, header: string) =>
      coefficient<LikenessRow>(id, header, `Mean ${header} of the lists`, (row) => [row[id], null]);
    const text = (id: "model" | "method" | "reference", header: string, about: string) => ({
      ...textColumn<LikenessRow>(id, header, about, (row) => row[id]),
    });
    return tableOf(namedReport(source).report, rows, {
      name: "salc-t2",
      title: "SALC, Table 2: likeness of criteria",
      description: "Words that criteria have in common with reference criteria of the same task",
      columns: [
        text("model", "Criteria by", "The model that wrote the criteria"),
        { ...text("method", "Method", "The method they were written by"), optional: true },
        text("reference", "Compared with", "Who wrote the reference criteria"),
        {
          ...textColumn<LikenessRow>("source", "Source", "This study, or the paper", (row) =>
            source.published ? row.source : null,
          ),
          optional: true,
        },
        of("rouge1", "ROUGE-1"),
        of("rouge2", "ROUGE-2"),
        of("rougeL", "ROUGE-L"),
        of("bleu4", "BLEU-4"),
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
      notes: [`Words are split as in ${SIMILARITY_VERSION}. BERTScore needs a model and is not computed.`],
      kinds: ["llm"],
      intervals: false,
    });
  },
};
