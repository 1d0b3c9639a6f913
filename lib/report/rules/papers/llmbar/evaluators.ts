import { partsOfMethodId } from "@/lib/drafting/rules/method";
import { conditionParam } from "@/lib/drafting/rules/run-condition";
import type { ReportDraft } from "@/lib/report/schema/study";

/** The groups of evaluators that LLMBar has tables of. */
export type EvaluatorKind = "comparison" | "rating" | "rubric";

/** An evaluator as a row of the paper's tables. */
export interface Evaluator {
  name: string;
  kind: EvaluatorKind;
  /** Its place in the order of the rows. */
  at: number;
  /** Examples before the question; missing except for the variants of Vanilla* that the table of examples compares. */
  shots?: 0 | 1 | 2;
}

/** Our method, the name in LLMBar's released files, and the row. */
const CATALOGUE: readonly [method: string, released: string | null, row: Omit<Evaluator, "at">][] = [
  ["llmbar.vanilla", "Vanilla_NoRules", { name: "Vanilla", kind: "comparison" }],
  ["llmbar.vanilla*", "Vanilla", { name: "Vanilla*", kind: "comparison", shots: 0 }],
  ["llmbar.cot", "CoT_NoRules", { name: "CoT", kind: "comparison" }],
  ["llmbar.cot*", "CoT", { name: "CoT*", kind: "comparison" }],
  ["llmbar.swap*", "Swap", { name: "Swap*", kind: "comparison" }],
  ["llmbar.swap_cot*", "Swap_CoT", { name: "Swap+CoT*", kind: "comparison" }],
  ["llmbar.chateval*", "ChatEval", { name: "ChatEval*", kind: "comparison" }],
  ["llmbar.metrics*", "Metrics", { name: "Metrics*", kind: "comparison" }],
  ["llmbar.reference*", "Reference", { name: "Reference*", kind: "comparison" }],
  ["llmbar.metrics_reference*", "Metrics_Reference", { name: "Metrics+Reference*", kind: "comparison" }],
  ["llmbar.vanilla*_1shot", "Vanilla_1shot", { name: "Vanilla*, 1 shot", kind: "comparison", shots: 1 }],
  ["llmbar.vanilla*_2shot", "Vanilla_2shot", { name: "Vanilla*, 2 shots", kind: "comparison", shots: 2 }],
  ["llmbar.rating", "Rating_NoRules", { name: "Vanilla", kind: "rating" }],
  ["llmbar.rating*", "Rating", { name: "Vanilla*", kind: "rating" }],
  ["llmbar.rating_metrics*", "Rating_Metrics", { name: "Metrics*", kind: "rating" }],
  ["llmbar.rating_reference*", "Rating_Reference", { name: "Reference*", kind: "rating" }],
  [
    "llmbar.rating_metrics_reference*",
    "Rating_Metrics_Reference",
    { name: "Metrics+Reference*", kind: "rating" },
  ],
  ["prometheus.rate", "Prometheus", { name: "Prometheus", kind: "rubric" }],
  [
    "prometheus.rate+reference",
    "Prometheus_Reference",
    { name: "Prometheus, with reference", kind: "rubric" },
  ],
];

const byMethod = new Map(CATALOGUE.map(([method, , row], at) => [method, { ...row, at }]));
const byRelease = new Map(
  CATALOGUE.flatMap(([, released, row], at) => (released ? [[released, { ...row, at }]] : [])),
);

/** The methods of a kind, for people who are told what a table needs. */
export function methodsOf(kind: EvaluatorKind): string[] {
  return CATALOGUE.flatMap(([method, , row]) => (row.kind === kind ? [method] : []));
}

/**
 * The evaluator that drafts are by: from the method, or from the condition, which is the evaluator's name in the files
 * released with LLMBar. A run without rules has no asterisk, and one that asked for JSON says so.
 */
export function evaluatorOf({
  method,
  condition,
}: Pick<ReportDraft, "method" | "condition">): Evaluator | null {
  const id = method ?? "";
  const { method: known, isStructured } = partsOfMethodId(id);
  const own = byMethod.get(known);
  if (!own) return id === "" || id === "llmbar" ? (byRelease.get(condition ?? "") ?? null) : null;
  const name = conditionParam(condition, "rules") === "false" ? own.name.replace("*", "") : own.name;
  return { ...own, name: isStructured ? `${name} (JSON)` : name };
}
