import { Recipe } from "./schema";

/** LLMBar's fifteen evaluators, without the rules and with them (*), then its examples as turns. */
const EVALUATORS = [
  ...["vanilla", "vanilla*", "cot", "cot*", "metrics*", "reference*", "metrics_reference*"],
  ...["swap*", "swap_cot*", "chateval*"],
  ...["rating", "rating*", "rating_metrics*", "rating_reference*", "rating_metrics_reference*"],
  ...["vanilla*_1shot", "vanilla*_2shot"],
];

const POLICIES = ["baseline", "specify", "length_0.5", "length_1.5", "self_refine", "ticking"] as const;

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
      { name: "Direct scores", preset: "direct-scoring", raters: 3 },
      { name: "Check, then score", preset: "check-then-score", raters: 3 },
      { name: "Preferences", preset: "preference", raters: 3 },
    ],
    tables: ["tick"],
  },
  {
    name: "stick",
    title: "STICK: refinement and selection by checklist",
    description: "Refinement with and without a checklist, and the best of eight candidates, on each task.",
    steps: [
      { method: "stick.refine" },
      { method: "self_refine.unstructured" },
      { method: "stick.best_of_n" },
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
    batches: [
      { name: "Criteria by experts", preset: "criteria-review", raters: 3, exposure: "draft-first" },
      { name: "Scores with drafts", preset: "criterion-scoring", raters: 5, exposure: "draft-first" },
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
    batches: [{ name: "Scores by people", preset: "direct-scoring", raters: 3 }],
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
    batches: [{ name: "Labels of items", preset: "item-labelling", raters: 2 }],
    tables: ["checklists"],
  },
].map((recipe) => Recipe.parse(recipe));
