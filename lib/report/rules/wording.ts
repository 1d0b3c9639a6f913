import type { ExposureClass } from "@/lib/judgement/schema";
import type { Contrast, DraftOrigin, Stance } from "@/lib/report/schema/anchoring";
import type { AttentionReason } from "@/lib/report/schema/annotators";
import type { Grouping } from "@/lib/report/schema/decisions";
import type { Machine, Pairing } from "@/lib/report/schema/human-vs-llm";
import type { RaterSet, ReportReason } from "@/lib/report/schema/values";

/** Why a number is missing, in words; undefined for one that is there. */
export const missingReason = (reason: ReportReason | null): string | undefined =>
  reason === null ? undefined : MISSING_VALUE_REASONS[reason];

/** The words for each reason why a number is missing. */
export const MISSING_VALUE_REASONS: Record<ReportReason, string> = {
  "no-ratings": "nobody gave a value",
  "no-pairable-values": "no unit has two ratings",
  "no-common-units": "the two raters share no unit",
  "fewer-than-2-pairs": "fewer than two units rated by both",
  "no-variation": "the ratings never vary",
  "expected-agreement-is-1": "only one category was used, so chance agreement is complete",
  "constant-input": "one side never varies",
  "single-category": "the scale has one category only",
  "negative-values-ratio": "the ratio level does not allow negative values",
  "non-numeric-values": "the values are not numbers",
  "incomplete-ratings": "units differ in who rated them, or in how many did",
  "zero-denominator": "no unit of the class",
  "judge-at-chance": "the judge tells passed from failed units no better than chance",
  "not-connected":
    "they fall into groups that cannot be compared, or one of them won or lost everything, or everything that was not tied",
  "not-converged": "the iterations ended before the estimate had come to rest",
  "no-answered-requirements": "no requirement was answered",
  "zero-total-weight": "the weights of the answered requirements add up to 0",
  "mixed-scales": "the items are answered on different scales",
  "open-scale": "the scale has no list of categories",
  "nothing-decided": "nothing was decided",
  "none-qualify": "nothing meets the condition",
  "too-many-values": "too many different values for a table",
  "drafts-in-view": "the values were given with a draft in view; this needs values given without one",
  "unequal-chances": "responses were sampled with unequal probabilities; this needs equal ones",
  "exposure-unknown": "nobody recorded whether a draft was in view; this needs values given without one",
  "fewer-than-2-values": "a single value does not vary",
  "fewer-than-10-units": "fewer than ten units rated together with others",
  "fewer-than-3-raters": "fewer than three people judged without a draft in view",
  "fewer-than-30-units": "fewer than three people share 30 units with others",
  "no-time": "nobody recorded the time",
  "not-measured": "work was not measured",
  "no-lengths": "the lengths of responses are not known",
  "no-family": "no model's family is known from its name, or there is nothing to compare it with",
};

/** Why a model has no value by a judge alone: the reason in its row is about values by people and corrected ones. */
export const NO_VALUE_OF_JUDGE = "the judge gave no value that counts";

/** The note shown if the α of all items pooled is higher than that of every single item. */
export const EXCEEDS =
  "the α of all values pooled plainly exceeds that of every single item. It measures how items differ from each other; read the median and α within items.";

/** Labels of the exposure classes. */
export const EXPOSURE_LABELS: Record<ExposureClass, string> = {
  independent: "independent of the draft",
  exposed: "draft shown",
  unknown: "exposure unknown",
  any: "all together",
};

export const RATER_SET_LABELS: Record<RaterSet, string> = { human: "people", "human+llm": "people and LLMs" };

/** The rater compared with people: an LLM by name, or the rules. */
export function comparedRater({ llm, raterKind }: Machine): string {
  return raterKind === "rules" ? "Rules, no language model" : llm;
}

/** The label of a compared rater with method and condition. */
export function comparedRaterWithMethod(row: Machine): string {
  return `${comparedRater(row)}${madeBy(row.method, row.condition)}`;
}

/** Method and condition after a name: " (llmbar, CoT)"; empty without either. */
export function madeBy(method: string | null, condition: string | undefined): string {
  const parts = [method, condition].filter((part) => part !== null && part !== undefined);
  return parts.length === 0 ? "" : ` (${parts.join(", ")})`;
}

/** A stage of a session, as a range: "1–5". */
export function stageLabel(position: string): string {
  return position.replace(/^(\d+)-(\d+)$/, "$1–$2");
}

export const CONTRAST_LABELS: Record<Contrast, string> = {
  mean: "mean value",
  alpha: "agreement (α)",
  draft: "share on the draft’s value",
};

export const ORIGIN_LABELS: Record<DraftOrigin, string> = { llm: "Models", rules: "Rules" };

export const STANCE_LABELS: Record<Stance, string> = {
  correction: "Correction",
  scrutiny: "Scrutiny",
  subjectivity: "Subjectivity",
  outlier: "Outlier",
};

export const PAIRING_LABELS: Record<Pairing, string> = {
  "llm-human": "LLM and person",
  "assisted-human": "Person with the draft, and person without",
  "human-human": "Person and person",
};

export const GROUPING_LABELS: Record<Grouping, string> = {
  family: "Task family",
  criterion: "Criterion",
  method: "Method",
  policy: "Policy of the criteria",
  model: "Drafting model",
  writer: "Response model",
  group: "Response group",
};

export const ATTENTION_LABELS: Record<AttentionReason, string> = {
  fast: "Much faster",
  "same-value": "Nearly always the same value",
  apart: "Apart from the others",
  drift: "Agreement falls",
  gold: "Gold missed",
  planted: "Planted errors missed",
  unread: "Drafts hardly read",
};
