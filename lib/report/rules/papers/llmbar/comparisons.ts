import type { MissingRecords, PaperSource, PaperTable } from "@/lib/report/schema/paper-table";
import type { Table } from "@/lib/report/schema/table";
import { type JudgeRows, lacking, llmbarData } from "./data";
import { methodsOf } from "./evaluators";
import {
  PUBLISHED_BASE,
  PUBLISHED_COMPARISONS,
  PUBLISHED_CONSTRAINT,
  PUBLISHED_REWARD_MODELS,
  PUBLISHED_SHOTS,
} from "./published";
import { ACCURACY, AGREEMENT, type EvaluatorRow, evaluatorTable, printedRow, rowsOf } from "./rows";
import { CASES, MAIN } from "./subsets";
import { verifierRow } from "./verifier";

const isComparison = ({ evaluator }: JudgeRows) => evaluator?.kind === "comparison" && !evaluator.shots;
const NEEDS =
  "gold preferences, tags of the five subsets, and drafts in both orders by the comparison evaluators";
const NO_DRAFTS = `drafts of pairs by a comparison evaluator: a run of ${methodsOf("comparison").slice(0, 2).join(" or ")}, or of another method llmbar.*`;

const BY_CHANCE: EvaluatorRow = {
  ...{ model: "—", evaluator: "Random", condition: null, source: "by chance", n: null },
  shares: Object.fromEntries(
    ["natural", "neighbor", "gptinst", "gptout", "manual", "adversarial", "average"].flatMap((part) => [
      [`${part}Acc`, 0.5],
      [`${part}Agr`, 0.5],
    ]),
  ),
};

/** The names of the base models of the appendix; Table 2 shows every model of a study. */
const BASE_MODELS: Record<string, RegExp> = {
  T5: /^(?!.*0301).*(?:gpt-?3\.5|chatgpt)/i,
  T6: /(?:gpt-?3\.5|chatgpt).*0301/i,
  T7: /llama-?2/i,
  T8: /palm-?2|bison/i,
  T9: /falcon/i,
};

function comparisons(id: string, source: PaperSource): Table | MissingRecords {
  const data = llmbarData(source);
  const { model, rows } = PUBLISHED_COMPARISONS[id] ?? { model: "", rows: {} };
  const base = BASE_MODELS[id];
  const isOfBase = (judge: JudgeRows) => isComparison(judge) && (base?.test(judge.rater) ?? true);
  // Printed rows stand beside all of one's own models, so that any of them can be compared with these.
  const isShown = source.published ? isComparison : isOfBase;
  const missing = lacking(
    data,
    isShown,
    base && !source.published
      ? `drafts of pairs by ${model}; T2 shows all models, and --published the paper’s rows of ${model} beside them`
      : NO_DRAFTS,
  );
  if (missing) return missing;
  const own = rowsOf(data.judges.filter(isShown), [ACCURACY, AGREEMENT]);
  const printed = Object.entries(rows).map(([evaluator, [averageAcc, averageAgr]]) =>
    printedRow(model, evaluator, { averageAcc, averageAgr }),
  );
  return evaluatorTable(
    data,
    source.published ? [...own, ...printed, BY_CHANCE] : own,
    [ACCURACY, AGREEMENT],
    {
      name: `llmbar-${id.toLowerCase()}`,
      title: `LLMBar, Table ${id.slice(1)}: accuracy and positional agreement`,
      description: `Comparison evaluators on pairs with gold, by subset${source.published ? `; the paper’s rows are of ${model}` : ""}`,
      notes: agreementNotes(source),
    },
  );
}

function agreementNotes({ options }: PaperSource): string[] {
  return options.compat === "llmbar"
    ? [
        "Two verdicts on a pair that could not be read count as agreeing, as in the scripts released with LLMBar.",
      ]
    : [
        "Two verdicts on a pair that could not be read do not agree; the released scripts count them as agreeing.",
      ];
}

/** Table 2, and the tables of the appendix with the same columns, one for each base model. */
export const comparisonTables: PaperTable[] = Object.entries(PUBLISHED_COMPARISONS).map(
  ([id, { model }]) => ({
    id,
    title: `Comparison evaluators: Acc and Agr by subset (the paper’s rows: ${model})`,
    needs: NEEDS,
    of: (source) => comparisons(id, source),
  }),
);

/** Our own drafting methods, which are no reward models. */
const OWN_METHOD =
  /^(?:tick|stick|self_refine|clstudy|salc|judge|coeval|llmbar|prometheus|offline|verifier)\b/;
const isReward = ({ evaluator, method, raterKind }: JudgeRows) =>
  evaluator === null && raterKind === "llm" && !OWN_METHOD.test(method ?? "");

export const rewardModels: PaperTable = {
  id: "T3",
  title: "Reward and preference models: Acc and Agr by subset",
  needs:
    "gold preferences, and imported scores of responses or preferences of pairs by models that are no evaluators",
  of: (source) => {
    const data = llmbarData(source);
    const missing = lacking(
      data,
      isReward,
      "drafts by a reward model: an overall score of each response, or a preference of each pair, imported under its name",
    );
    if (missing) return missing;
    const own = rowsOf(data.judges.filter(isReward), [ACCURACY, AGREEMENT]);
    const printed = PUBLISHED_REWARD_MODELS.map(([name, averageAcc, averageAgr]) =>
      printedRow(name, "", { averageAcc, averageAgr }),
    );
    return evaluatorTable(data, source.published ? [...own, ...printed] : own, [ACCURACY, AGREEMENT], {
      name: "llmbar-t3",
      title: "LLMBar, Table 3: reward and preference models",
      description: "The response with the higher score is preferred; scores have no order, and so no Agr",
    });
  },
};

const isOfShots = ({ evaluator }: JudgeRows) => evaluator?.shots !== undefined;

export const shotsTable: PaperTable = {
  id: "T13",
  title: "Vanilla* after 0, 1 and 2 examples",
  needs: `${NEEDS.replace("the comparison evaluators", "llmbar.vanilla* with 0, 1 and 2 examples")}`,
  of: (source) => {
    const data = llmbarData(source);
    const missing = lacking(
      data,
      ({ evaluator }) => (evaluator?.shots ?? 0) > 0,
      "drafts of pairs by llmbar.vanilla*_1shot or llmbar.vanilla*_2shot",
    );
    if (missing) return missing;
    const own = rowsOf(data.judges.filter(isOfShots), [ACCURACY, AGREEMENT]);
    const printed = PUBLISHED_SHOTS.map(([averageAcc, averageAgr], shots) =>
      printedRow("GPT-4", shotName(shots), { averageAcc, averageAgr }),
    );
    return evaluatorTable(data, source.published ? [...own, ...printed] : own, [ACCURACY, AGREEMENT], {
      name: "llmbar-t13",
      title: "LLMBar, Table 13: examples in the prompt",
      description: "Vanilla* after 0, 1 and 2 examples as turns of the conversation",
      notes: agreementNotes(source),
    });
  },
};

const shotName = (shots: number) =>
  shots === 0 ? "Vanilla*" : `Vanilla*, ${shots} ${shots === 1 ? "shot" : "shots"}`;

const CASE_PARTS = CASES.map((part) => ({
  id: part.id,
  label: part.label,
  part,
  about: `On ${part.label}`,
}));

export const caseStudies: PaperTable = {
  id: "T14",
  title: "Case studies: CONSTRAINT, NEGATION, NORMAL, BASE-9 and BASE-10, with a row of our verifier",
  needs: "gold preferences, tags of the case studies, and drafts in both orders by the comparison evaluators",
  of: (source) => {
    const data = llmbarData(source);
    if (CASES.every((subset) => data.tagged(subset) === null))
      return {
        missing: [
          `tasks with a tag of a case study: ${CASES.map(({ label }) => label.toLowerCase()).join(", ")}`,
        ],
      };
    const verifier = verifierRow(source, data);
    const missing = verifier ? null : lacking(data, isComparison, NO_DRAFTS);
    if (missing) return missing;
    const own = rowsOf(data.judges.filter(isComparison), [ACCURACY, AGREEMENT], CASE_PARTS);
    const printed = Object.entries(PUBLISHED_CONSTRAINT).map(([evaluator, constraintAcc]) =>
      printedRow("GPT-4", evaluator, { constraintAcc }),
    );
    const rows = [...own, ...(verifier ? [verifier] : []), ...(source.published ? printed : [])];
    return evaluatorTable(
      data,
      rows,
      [ACCURACY, AGREEMENT],
      {
        name: "llmbar-t14",
        title: "LLMBar, Table 14: case studies",
        description: "Comparison evaluators on the case studies of the appendix",
        notes: [
          ...(verifier
            ? [
                "Verifier: a program counts what the instruction demands; the response that meets more of it is preferred. It asks no model.",
              ]
            : []),
          ...(source.published ? [PUBLISHED_BASE] : []),
        ],
      },
      CASE_PARTS,
    );
  },
};

export const accuracyFigure: PaperTable = {
  id: "F4",
  title: "Accuracy by evaluator on NATURAL and ADVERSARIAL, with the line of people",
  needs: NEEDS,
  drawing: { mark: "dots", axis: "Accuracy" },
  of: (source) => {
    const data = llmbarData(source);
    const missing = lacking(data, isComparison, NO_DRAFTS);
    if (missing) return missing;
    const parts = [
      { id: "natural", label: "NATURAL", about: "On NATURAL" },
      { id: "adversarial", label: "ADVERSARIAL", about: "The mean over its four subsets" },
    ];
    const people = printedRow("People", "Agreement of two", { naturalAcc: 90, adversarialAcc: 95 });
    const own = rowsOf(data.judges.filter(isComparison), [ACCURACY]);
    return evaluatorTable(
      data,
      source.published ? [...own, people] : own,
      [ACCURACY],
      {
        name: "llmbar-f4",
        title: "LLMBar, Figure 4: accuracy by evaluator",
        description: "The data of the bars",
      },
      parts,
    );
  },
};

export const benchmarksFigure: PaperTable = {
  id: "F5",
  title: "Accuracy by evaluator on other benchmarks",
  needs: "gold preferences of tasks with a tag for each benchmark, and drafts by the comparison evaluators",
  drawing: { mark: "dots", axis: "Accuracy", values: (id) => id.endsWith(ACCURACY.id) },
  of: (source) => {
    const data = llmbarData(source);
    const missing = lacking(data, isComparison, NO_DRAFTS);
    if (missing) return missing;
    const own = new Set([...MAIN, ...CASES].map(data.tagged));
    const withGold = source.study.tasks.filter(({ id }) => data.goldTasks.has(id));
    const tags = [...new Set(withGold.flatMap((task) => task.tags))].filter((tag) => !own.has(tag));
    if (tags.length === 0)
      return {
        missing: [
          "tasks of another benchmark, with its name as a tag and a gold preference: countersign curate benchmark prepares them",
        ],
      };
    const parts = tags
      .sort((a, b) => a.localeCompare(b, "en"))
      .map((tag) => ({ id: `tag:${tag}`, label: tag, part: { tag }, about: `On tasks with the tag ${tag}` }));
    const rows = rowsOf(data.judges.filter(isComparison), [ACCURACY, AGREEMENT], parts);
    return evaluatorTable(
      data,
      rows,
      [ACCURACY, AGREEMENT],
      {
        name: "llmbar-f5",
        title: "LLMBar, Figure 5: other benchmarks",
        description: "Comparison evaluators on benchmarks whose preferences people gave",
        notes: agreementNotes(source),
      },
      parts,
    );
  },
};
