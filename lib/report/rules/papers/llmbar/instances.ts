import { cohenKappa } from "@/lib/agreement/kappa";
import { ratingsFromMatrix } from "@/lib/agreement/ratings";
import type { Value } from "@/lib/judgement/schema";
import { PREFERENCE } from "@/lib/judgement/schema/units";
import { facingOrder } from "@/lib/report/rules/machine-readings";
import { tableOf } from "@/lib/report/rules/tables/build";
import { coefficient, countColumn, share, textColumn } from "@/lib/report/rules/tables/columns";
import { orientedValue } from "@/lib/report/rules/unit-values";
import type { MissingRecords, PaperSource, PaperTable } from "@/lib/report/schema/paper-table";
import type { ReportTask } from "@/lib/report/schema/study";
import type { Table } from "@/lib/report/schema/table";
import { type LlmbarData, lacking, llmbarData } from "./data";
import { evaluatorOf } from "./evaluators";
import { CASES, MAIN, type Subset } from "./subsets";
import { verifiedPairs } from "./verifier";

const SUBSET_TAGS = [...MAIN, ...CASES].map(({ id }) => id).join(", ");
const NO_GOLD = "gold preferences: judgements of pairs by a rater of the kind gold";

export const subsetsTable: PaperTable = {
  id: "T1",
  title: "Subsets and their pairs",
  needs: "tasks with tags of the subsets, and gold preferences",
  of: (source) => {
    const data = llmbarData(source);
    if (data.goldTasks.size === 0) return { missing: [NO_GOLD] };
    const listed = (subsets: readonly Subset[]) =>
      subsets.map((subset) => {
        const tag = data.tagged(subset);
        const isIn = ({ id, tags }: ReportTask) =>
          tag !== null && tags.includes(tag) && data.goldTasks.has(id);
        const pairs = source.study.tasks.filter(isIn).length;
        return { label: subset.label, pairs, printed: subset.published };
      });
    const hasPairs = ({ pairs }: { pairs: number }) => pairs > 0;
    const [ofMain, cases] = [listed(MAIN), listed(CASES).filter(hasPairs)];
    if (![...ofMain, ...cases].some(hasPairs))
      return { missing: [`tags that name the subset of each task with gold: ${SUBSET_TAGS}`] };
    const main = source.published ? ofMain : ofMain.filter(hasPairs);
    const total = {
      label: "Total",
      pairs: main.reduce((sum, { pairs }) => sum + pairs, 0),
      printed: main.reduce((sum, { printed }) => sum + (printed ?? 0), 0),
    };
    const all = [...main, ...(main.length > 0 ? [total] : []), ...cases];
    return tableOf(data.report, all, {
      name: "llmbar-t1",
      title: "LLMBar, Table 1: subsets",
      description: "Pairs with a known preference",
      columns: [
        textColumn("subset", "Subset", "A tag of the tasks", ({ label }) => label),
        countColumn("pairs", "Pairs", "pairs", "Pairs with gold in this study", ({ pairs }) => pairs),
        {
          ...countColumn<(typeof all)[number]>(
            "published",
            "Paper",
            "pairs",
            "Pairs in the paper",
            ({ printed }) => (source.published ? printed : null),
          ),
          optional: true,
        },
      ],
      kinds: ["gold"],
      n: { of: "tasks", count: data.report.study.tasks },
      intervals: false,
    });
  },
};

export const neighboursTable: PaperTable = {
  id: "T4",
  title: "Pairs of an instruction and the one that its worse output was written for",
  needs: "tasks that curation paired with a neighbour",
  of: (source) => {
    const rows = source.study.tasks.flatMap(({ instruction, neighbour }) =>
      neighbour ? [{ instruction, neighbour }] : [],
    );
    if (rows.length === 0)
      return {
        missing: ["the instruction that each worse output was written for: curation by neighbours notes it"],
      };
    type Row = (typeof rows)[number];
    const { report } = llmbarData(source);
    return tableOf(report, rows, {
      name: "llmbar-t4",
      title: "LLMBar, Table 4: neighbours",
      description: "Instructions, and those that their worse outputs were written for",
      columns: [
        textColumn<Row>("instruction", "Instruction", "What is asked", (row) => row.instruction),
        textColumn<Row>(
          "neighbour",
          "Neighbour",
          "What the worse output answers",
          (row) => row.neighbour.instruction,
        ),
        coefficient<Row>(
          "similarity",
          "Similarity",
          "Cosine of the vectors",
          ({ neighbour }) => [neighbour.similarity, null],
          { decimals: 3 },
        ),
      ],
      kinds: ["gold"],
      n: { of: "tasks", count: rows.length },
      intervals: false,
    });
  },
};

const PRINTED_STRUCTURES: Record<string, number> = {
  "exactly n words": 12,
  "last word": 9,
  "contains a word": 7,
  "does not contain a word": 10,
  "nth words": 9,
  "exactly n sentences": 9,
  "contains a character": 8,
  "does not contain a character": 12,
  "contains one character or not another": 13,
};

export const structuresTable: PaperTable = {
  id: "T15",
  title: "Structures of CONSTRAINT, with the accuracy of our verifier",
  needs: "tasks with the tag constraint, their responses and gold preferences",
  of: (source) => {
    const data = llmbarData(source);
    const [constraint] = CASES;
    const tag = constraint ? data.tagged(constraint) : null;
    if (tag === null) return { missing: ["tasks with the tag constraint"] };
    const pairs = verifiedPairs(source, data, tag);
    if (pairs.length === 0) return { missing: [source.texts ? NO_GOLD : "the texts of the responses"] };
    type Row = { name: string; pairs: number; accuracy: number | null; printed: number | null };
    const rowOf = (name: string, own: typeof pairs, printed: number | null): Row => {
      const points = own.reduce((sum, one) => sum + one.points, 0);
      return { name, pairs: own.length, accuracy: own.length === 0 ? null : points / own.length, printed };
    };
    const names = [...Object.keys(PRINTED_STRUCTURES), "other", null];
    const listed = names.flatMap((name) => {
      const own = pairs.filter(({ structure }) => structure === name);
      const printed = name === null ? null : (PRINTED_STRUCTURES[name] ?? null);
      const isShown = own.length > 0 || (source.published && printed !== null);
      return isShown ? [rowOf(name ?? "not recognised", own, printed)] : [];
    });
    const rows = [...listed, rowOf("Total", pairs, constraint?.published ?? null)];
    return tableOf(data.report, rows, {
      name: "llmbar-t15",
      title: "LLMBar, Table 15: structures of CONSTRAINT",
      description:
        "What the instruction demands, as a program reads it, and how often a program prefers the right output",
      columns: [
        textColumn("structure", "Structure", "What the instruction demands", ({ name }) => name),
        countColumn("pairs", "Pairs", "pairs", "Pairs with this demand", (row) => row.pairs),
        {
          ...countColumn<Row>("published", "Paper", "pairs", "Pairs in the paper", ({ printed }) =>
            source.published ? printed : null,
          ),
          optional: true,
        },
        {
          ...share<Row>(
            "accuracy",
            "Verifier Acc",
            "pairs",
            "How often the output that meets more of the demand is that of gold; a tie counts one half",
            ({ accuracy }) => [accuracy, accuracy === null ? "none-qualify" : null],
          ),
          decimals: 2,
        },
      ],
      kinds: ["gold"],
      n: { of: "tasks", count: data.report.study.tasks },
      intervals: false,
    });
  },
};

/** One evaluator's verdicts on a pair, in terms of the response whose id comes first. */
interface PairLabels {
  model: string;
  evaluator: string;
  condition: string | null;
  task: string;
  pair: string;
  gold: Value | null;
  labels: { AB?: Value | null; BA?: Value | null };
}

function labelsIn({ study }: PaperSource, { units }: LlmbarData): PairLabels[] {
  const golds = new Map(
    [...(units.byItem.get(PREFERENCE) ?? [])].flatMap(({ subject, others }) => {
      const gold = others.find(({ rater }) => rater.kind === "gold");
      return gold ? [[subject, gold.value] as const] : [];
    }),
  );
  const found = new Map<string, PairLabels>();
  for (const draft of study.drafts) {
    const evaluator = evaluatorOf(draft);
    const order = facingOrder(draft);
    if (draft.item !== PREFERENCE || !draft.pair || !evaluator || order === null) continue;
    const pair = JSON.stringify([...draft.pair].sort());
    const key = JSON.stringify([draft.rater, draft.method, draft.condition, pair]);
    const own = found.get(key) ?? {
      ...{ model: draft.rater, evaluator: evaluator.name, condition: draft.condition },
      ...{ task: draft.task, pair, gold: golds.get(pair) ?? null, labels: {} },
    };
    found.set(key, own);
    own.labels[order] = orientedValue(draft, draft.value);
  }
  return [...found.values()].sort(
    (a, b) =>
      a.model.localeCompare(b.model, "en") ||
      a.evaluator.localeCompare(b.evaluator, "en") ||
      (a.condition ?? "").localeCompare(b.condition ?? "", "en") ||
      a.task.localeCompare(b.task, "en", { numeric: true }) ||
      a.pair.localeCompare(b.pair, "en"),
  );
}

const SIDE: Record<string, string> = { A: "1", B: "2", tie: "tie" };
const labelText = (value: Value | null | undefined) =>
  value == null ? null : (SIDE[String(value)] ?? String(value));

const NO_LABELS = "drafts of pairs with an order: verdicts of comparison evaluators in AB and BA";

export const labelsTable: PaperTable = {
  id: "labels",
  title: "The labels of both orders, pair by pair",
  needs: "drafts in both orders by the evaluators",
  of: (source) => {
    const data = llmbarData(source);
    const rows = labelsIn(source, data);
    if (rows.length === 0) return { missing: [NO_LABELS] };
    return tableOf(data.report, rows, {
      name: "llmbar-labels",
      title: "LLMBar: labels of both orders",
      description: "Which output an evaluator preferred when each was shown first",
      columns: [
        textColumn("model", "Model", "The model that judged", ({ model }) => model),
        textColumn("evaluator", "Evaluator", "How it was asked", ({ evaluator }) => evaluator),
        textColumn("condition", "Condition", "The parameters of its runs", ({ condition }) => condition),
        textColumn("task", "Task", "The task’s id", ({ task }) => task),
        textColumn("gold", "Gold", "1 or 2", ({ gold }) => labelText(gold)),
        textColumn(
          "labelAB",
          "Label AB",
          "With output 1 shown first; empty: it could not be read",
          ({ labels }) => labelText(labels.AB),
        ),
        textColumn(
          "labelBA",
          "Label BA",
          "With output 2 shown first; empty: it could not be read",
          ({ labels }) => labelText(labels.BA),
        ),
      ],
      notes: ["1 is the output whose id comes first in the alphabet, 2 the other one, whatever the order."],
      kinds: ["llm", "gold"],
      n: { of: "drafts", count: data.report.study.drafts },
      intervals: false,
    });
  },
};

export const biasTable: PaperTable = {
  id: "bias",
  title: "Position bias and answers that could not be read, by evaluator",
  needs: "drafts in both orders by the evaluators",
  of: (source): Table | MissingRecords => {
    const data = llmbarData(source);
    const byEvaluator = new Map<string, PairLabels[]>();
    for (const row of labelsIn(source, data)) {
      const key = JSON.stringify([row.model, row.evaluator, row.condition]);
      byEvaluator.set(key, [...(byEvaluator.get(key) ?? []), row]);
    }
    if (byEvaluator.size === 0) return lacking(data, () => false, NO_LABELS) ?? { missing: [NO_LABELS] };
    const rows = [...byEvaluator.values()].map((own) => {
      const [{ model, evaluator, condition }] = own as [PairLabels, ...PairLabels[]];
      const count = (is: (labels: PairLabels["labels"]) => boolean) =>
        own.filter(({ labels }) => is(labels)).length;
      const verdicts = own.flatMap(({ labels }) => Object.values(labels));
      return {
        ...{ model, evaluator, condition, pairs: own.length },
        same: count(({ AB, BA }) => AB != null && AB === BA),
        first: count(({ AB, BA }) => AB === "A" && BA === "B"),
        second: count(({ AB, BA }) => AB === "B" && BA === "A"),
        unread: verdicts.filter((value) => value === null).length,
        verdicts: verdicts.length,
        kappa: cohenKappa(
          ratingsFromMatrix([
            own.map(({ labels }) => labels.AB ?? null),
            own.map(({ labels }) => labels.BA ?? null),
          ]),
        ),
      };
    });
    type Row = (typeof rows)[number];
    return tableOf(data.report, rows, {
      name: "llmbar-bias",
      title: "LLMBar: position bias",
      description: "Verdicts that follow the place of an output, and verdicts that could not be read",
      columns: [
        textColumn<Row>("model", "Model", "The model that judged", ({ model }) => model),
        textColumn<Row>("evaluator", "Evaluator", "How it was asked", ({ evaluator }) => evaluator),
        textColumn<Row>("condition", "Condition", "The parameters of its runs", ({ condition }) => condition),
        countColumn<Row>(
          "pairs",
          "Pairs",
          "pairs",
          "Pairs with a verdict in some order",
          ({ pairs }) => pairs,
        ),
        countColumn<Row>("same", "Same", "pairs", "The same output in both orders", ({ same }) => same),
        coefficient<Row>(
          "kappa",
          "κ of orders",
          "Cohen’s κ of the verdicts in the one order and in the other, of pairs with both",
          ({ kappa }) => [kappa.value, kappa.reason],
        ),
        countColumn<Row>(
          "first",
          "Always first",
          "pairs",
          "In both orders the output shown first",
          ({ first }) => first,
        ),
        countColumn<Row>(
          "second",
          "Always second",
          "pairs",
          "In both orders the output shown second",
          ({ second }) => second,
        ),
        countColumn<Row>(
          "unread",
          "Unread",
          "verdicts",
          "Verdicts that could not be read",
          ({ unread }) => unread,
        ),
        {
          ...share<Row>(
            "unreadShare",
            "Unread share",
            "verdicts",
            "Their share of all verdicts",
            ({ unread, verdicts }) => [unread / verdicts, null],
          ),
          decimals: 2,
        },
      ],
      kinds: ["llm"],
      n: { of: "drafts", count: data.report.study.drafts },
      intervals: false,
    });
  },
};
