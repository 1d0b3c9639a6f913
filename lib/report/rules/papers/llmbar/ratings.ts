import type { MissingRecords, PaperSource, PaperTable } from "@/lib/report/schema/paper-table";
import type { Table } from "@/lib/report/schema/table";
import type { Ends } from "@/lib/report/schema/values";
import { type JudgeRows, lacking, llmbarData } from "./data";
import { type EvaluatorKind, methodsOf } from "./evaluators";
import { PUBLISHED_HEDGING, PUBLISHED_PROMETHEUS, PUBLISHED_RATINGS } from "./published";
import { ACCURACY, evaluatorTable, type Figure, printedRow, rowsOf } from "./rows";
import { MAIN } from "./subsets";

type Row = NonNullable<ReturnType<JudgeRows["of"]>>;

/**
 * The share of pairs with equal ratings. Released verdicts are in both orders, and those of equal ratings contradict each
 * other; our own are one preference, which is a tie then.
 */
function hedgingOf({ positionalAgreement, hedging }: Row): number | null {
  return positionalAgreement === null ? hedging : 1 - positionalAgreement;
}

/** The ends of a share's complement. */
const flipped = (ends: Ends | null | undefined): Ends | null =>
  ends ? [1 - ends[1], 1 - ends[0], ends[2]] : null;

function hedgingEnds({ positionalAgreement, ci }: Row): Ends | null {
  return positionalAgreement === null ? (ci.hedging ?? null) : flipped(ci.positionalAgreement);
}

const HEDGING: Figure = {
  id: "Hedging",
  header: "hedging",
  about: "pairs of equal ratings among those whose ratings could be read",
  of: hedgingOf,
  endsOf: hedgingEnds,
};
const DIFFERENT: Figure = {
  id: "Dif",
  header: "Dif",
  about: "pairs of different ratings among those whose ratings could be read",
  of: (row) => {
    const hedging = hedgingOf(row);
    return hedging === null ? null : 1 - hedging;
  },
  endsOf: (row) => flipped(hedgingEnds(row)),
};

const ofKind = (kind: EvaluatorKind) => (judge: JudgeRows) => judge.evaluator?.kind === kind;
const noDrafts = (kind: EvaluatorKind) => `drafts of pairs by one of ${methodsOf(kind).join(", ")}`;
const NEEDS = "gold preferences, tags of the five subsets, and ratings of both outputs of each pair";

export const hedgingTable: PaperTable = {
  id: "T10",
  title: "Ratings: hedging rate by subset",
  needs: NEEDS,
  of: (source) => {
    const data = llmbarData(source);
    const missing = lacking(data, ofKind("rating"), noDrafts("rating"));
    if (missing) return missing;
    const own = rowsOf(data.judges.filter(ofKind("rating")), [HEDGING]);
    const printed = Object.entries(PUBLISHED_HEDGING).map(([evaluator, rates]) =>
      printedRow(
        "ChatGPT",
        evaluator,
        Object.fromEntries(MAIN.map(({ id }, at) => [`${id}Hedging`, rates[at]])),
      ),
    );
    return evaluatorTable(data, source.published ? [...own, ...printed] : own, [HEDGING], {
      name: "llmbar-t10",
      title: "LLMBar, Table 10: hedging rate of ratings",
      description: "How often both outputs of a pair were given the same rating",
      notes: source.published
        ? [
            "The paper prints 54.4 for GPTINST and MANUAL; its released files give 50 of 92 and 25 of 46, which is 54.3.",
          ]
        : [],
    });
  },
};

function rated(
  source: PaperSource,
  kind: EvaluatorKind,
  about: { id: string; title: string; description: string },
  published: Record<string, [acc: number, dif: number]>,
  model: string,
): Table | MissingRecords {
  const data = llmbarData(source);
  const missing = lacking(data, ofKind(kind), noDrafts(kind));
  if (missing) return missing;
  const own = rowsOf(data.judges.filter(ofKind(kind)), [ACCURACY, DIFFERENT]);
  const printed = Object.entries(published).map(([evaluator, [averageAcc, averageDif]]) =>
    printedRow(model, evaluator, { averageAcc, averageDif }),
  );
  return evaluatorTable(data, source.published ? [...own, ...printed] : own, [ACCURACY, DIFFERENT], {
    name: `llmbar-${about.id.toLowerCase()}`,
    title: `LLMBar, Table ${about.id.slice(1)}: ${about.title}`,
    description: about.description,
    notes: ["Equal ratings count one half; a pair with a rating that could not be read counts 0."],
  });
}

export const ratingsTable: PaperTable = {
  id: "T11",
  title: "Ratings: Acc and Dif by subset",
  needs: NEEDS,
  of: (source) =>
    rated(
      source,
      "rating",
      {
        id: "T11",
        title: "ratings",
        description: "Each output rated alone from 0 to 9; the higher rating is preferred",
      },
      PUBLISHED_RATINGS,
      "GPT-4",
    ),
};

export const prometheusTable: PaperTable = {
  id: "T12",
  title: "Prometheus with and without a reference: Acc and Dif by subset",
  needs: NEEDS,
  of: (source) =>
    rated(
      source,
      "rubric",
      {
        id: "T12",
        title: "Prometheus",
        description: "Each output scored alone from 1 to 5 by a rubric; the higher score is preferred",
      },
      PUBLISHED_PROMETHEUS,
      "Prometheus",
    ),
};
