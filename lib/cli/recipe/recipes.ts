import { DEFAULT_SETTINGS, protocolOf } from "@/lib/protocol/rules/presets";
import type { Points } from "@/lib/protocol/schema";
import { Recipe } from "./schema";

/** LLMBar's fifteen evaluators, without the rules and with them (*), then its examples as turns. */
const EVALUATORS = [
  ...["vanilla", "vanilla*", "cot", "cot*", "metrics*", "reference*", "metrics_reference*"],
  ...["swap*", "swap_cot*", "chateval*"],
  ...["rating", "rating*", "rating_metrics*", "rating_reference*", "rating_metrics_reference*"],
  ...["vanilla*_1shot", "vanilla*_2shot"],
];

const POLICIES = ["baseline", "specify", "length_0.5", "length_1.5", "self_refine", "ticking"] as const;

/** People's verdicts, with which those of the checklist study's judges are compared. */
const VERDICTS = [
  { name: "Scores by people", preset: "direct-scoring", raters: 3 },
  { name: "Preferences by people", preset: "preference", raters: 3 },
];

const OPEN_OR_CLOSED = {
  name: "Open and closed tasks",
  preset: "item-labelling",
  raters: 2,
  taxonomy: "open-closed",
};

const CRITERIA_BY_EXPERTS = {
  name: "Criteria by experts",
  preset: "criteria-review",
  raters: 3,
  exposure: "draft-first",
};

/** CoEval's people with a draft in view, and others without. */
const WITH_DRAFTS_AND_WITHOUT = {
  ...{ name: "Scores with drafts and without", preset: "criterion-scoring", raters: 5 },
  arms: [
    { name: "With drafts", exposure: "draft-first" },
    { name: "Without drafts", exposure: "none" },
  ],
};

/** The levels of CoEval's overall scores of Self-Instruct. */
const FOUR_LEVELS: Points = { type: "points", min: 1, max: 4 };

/** The recipes that come with the program. Others are files of the same shape. */
export const RECIPES: readonly Recipe[] = [
  {
    name: "tick",
    title: "TICK: checklists, answers, preferences and scores",
    description:
      "Two checklists of each task, answers to the first with and without reasoning, and the judges they are compared with.",
    steps: [
      { method: "tick.generate", params: { checklists: 2 } },
      { method: "tick.evaluate", params: { cot: false }, rubricMethod: "tick.generate" },
      { method: "tick.evaluate", rubricMethod: "tick.generate" },
      { method: "tick.evaluate", params: { k: 3 }, rubricMethod: "tick.generate" },
      { method: "tick.pairwise", rubricMethod: "tick.generate", optional: true },
      { method: "tick.preference", optional: true },
      { method: "tick.direct" },
      { method: "tick.check_then_score", rubricMethod: "tick.generate" },
      { method: "tick.categorise", rubricMethod: "tick.generate" },
    ],
    batches: [
      { name: "Checklists by people", preset: "checklist-writing", raters: 3 },
      { name: "Answers by people", preset: "checklist-answering", raters: 3 },
      {
        ...{ name: "Scores in two protocols", preset: "direct-scoring", raters: 3 },
        arms: [{ name: "Direct scoring" }, { name: "Check-then-score", preset: "check-then-score" }],
      },
      { name: "Preferences", preset: "preference", raters: 3 },
      { name: "Categories of questions", preset: "item-labelling", raters: 3, taxonomy: "capabilities" },
    ],
    tables: ["tick"],
  },
  {
    name: "stick",
    title: "STICK: refinement and selection by checklist",
    description:
      "Refinement with and without a checklist, the best of eight candidates, a judge’s score of every version and candidate, and their pass rate under people’s checklists.",
    steps: [
      { method: "stick.refine" },
      { method: "self_refine.unstructured" },
      { method: "stick.best_of_n" },
      // A judge from 1 to 10, as WildBench's is; benchmarks' own scores are imported.
      { method: "judge.plain_absolute", params: { scale: "1-10" } },
      // InFoBench's DRFR, where the study has checklists that people wrote.
      { method: "tick.evaluate", rubricMethod: null, optional: true },
    ],
    tables: ["stick"],
  },
  {
    name: "llmbar",
    title: "LLMBar: evaluators on pairs with gold",
    description:
      "Every evaluator in both orders on each pair of responses, ratings of single responses, and Prometheus’ rubric.",
    steps: [
      ...EVALUATORS.map((evaluator) => ({ method: `llmbar.${evaluator}` })),
      { method: "prometheus.rate" },
      { method: "prometheus.rate+reference", optional: true },
    ],
    batches: [{ name: "Human agreement", preset: "forced-choice", raters: 2, sample: 80 }],
    tables: ["llmbar"],
  },
  {
    name: "salc",
    title: "SALC: criteria for each response, and judging by them",
    description:
      "Criteria for responses and pairs, judgements by them, and the judges without criteria they are compared with.",
    steps: [
      { method: "salc.criteria_absolute", optional: true },
      { method: "salc.evaluate_absolute", rubricMethod: "salc.criteria_absolute", optional: true },
      { method: "salc.criteria_relative", optional: true },
      { method: "salc.evaluate_relative", rubricMethod: "salc.criteria_relative", optional: true },
      { method: "judge.plain_absolute" },
      { method: "judge.fixed_rubric" },
      { method: "judge.plain_relative", optional: true },
    ],
    batches: [{ name: "Scores by people", preset: "direct-scoring", raters: 5 }],
    tables: ["salc"],
  },
  {
    name: "coeval",
    title: "CoEval: criteria, scores by criterion and overall",
    description:
      "Criteria of the whole task from one example, scores with explanations by them, and a direct score to compare with.",
    steps: [
      { method: "coeval.criteria" },
      { method: "coeval.step", rubricMethod: "coeval.criteria" },
      { method: "coeval.overall_step", rubricMethod: "coeval.criteria" },
      { method: "coeval.direct" },
      { method: "coeval.consistency" },
    ],
    batches: [CRITERIA_BY_EXPERTS, WITH_DRAFTS_AND_WITHOUT],
    tables: ["coeval"],
  },
  {
    name: "coeval-instructions",
    title: "CoEval on instructions: criteria for each, and overall scores on four levels",
    description:
      "For studies whose tasks are instructions of many kinds: criteria for each one by itself, scores by them, and overall scores from 1 to 4.",
    steps: [
      { method: "coeval.task_criteria" },
      { method: "coeval.step", rubricMethod: "coeval.task_criteria" },
      {
        ...{ method: "coeval.overall_step", rubricMethod: "coeval.task_criteria" },
        params: { highest: FOUR_LEVELS.max },
      },
      { method: "coeval.direct", params: { highest: FOUR_LEVELS.max } },
    ],
    batches: [
      CRITERIA_BY_EXPERTS,
      {
        ...WITH_DRAFTS_AND_WITHOUT,
        steps: protocolOf("criterion-scoring", { ...DEFAULT_SETTINGS, scale: FOUR_LEVELS }).steps,
      },
    ],
    tables: ["coeval"],
  },
  {
    name: "checklist-study",
    title: "Checklist study: policies, and judging with and without a checklist",
    description:
      "Checklists by each policy, and direct and pairwise judgements without and with them; selective use is computed from both.",
    steps: [
      ...POLICIES.map((policy) => ({ method: `clstudy.generate.${policy}` })),
      { method: "clstudy.direct.none" },
      ...POLICIES.map((policy) => ({
        ...{ method: "clstudy.direct.checklist", rubricMethod: `clstudy.generate.${policy}` },
      })),
      { method: "clstudy.pairwise.none", optional: true },
      ...POLICIES.map((policy) => ({
        ...{
          method: "clstudy.pairwise.checklist",
          rubricMethod: `clstudy.generate.${policy}`,
          optional: true,
        },
      })),
    ],
    batches: [...VERDICTS, OPEN_OR_CLOSED],
    tables: ["checklists"],
  },
  {
    name: "checklist-items",
    title: "Checklist study: which items of a checklist help",
    description:
      "Baseline checklists, and judgements without a checklist, with the whole one, and without each of its items.",
    steps: [
      { method: "clstudy.generate.baseline" },
      { method: "clstudy.direct.none" },
      { method: "clstudy.direct.ablation", rubricMethod: "clstudy.generate.baseline" },
      { method: "clstudy.pairwise.none", optional: true },
      {
        ...{ method: "clstudy.pairwise.ablation", rubricMethod: "clstudy.generate.baseline" },
        optional: true,
      },
    ],
    batches: [
      ...VERDICTS,
      OPEN_OR_CLOSED,
      { name: "Why items help", preset: "item-labelling", raters: 2, taxonomy: "positive-items" },
      { name: "Why items mislead", preset: "item-labelling", raters: 2, taxonomy: "negative-items" },
      { name: "Checklists by people", preset: "checklist-writing", raters: 1 },
      { name: "Overlap with people’s", preset: "item-labelling", raters: 2, taxonomy: "overlap" },
    ],
    tables: ["checklists"],
  },
].map((recipe) => Recipe.parse(recipe));
