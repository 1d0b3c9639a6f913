/* Constants of reports, apart from the schemas because browsers load them. */

export const RATER_SETS = ["human", "human+llm"] as const;

/** The pairs of a mean correlation: a model, or a person with a visible draft, with independent people. */
export const PAIRINGS = ["llm-human", "assisted-human", "human-human"] as const;

/**
 * Groupings of decisions: the task's family, the criterion, the drafter's method, policy and model, the
 * response's model, its group.
 */
export const GROUPINGS = ["family", "criterion", "method", "policy", "model", "writer", "group"] as const;

/**
 * The statistic of a contrast: the mean value, agreement among people, or the share of values equal to the
 * draft's.
 */
export const CONTRASTS = ["mean", "alpha", "draft"] as const;

/** Contrasts of all pairs of arms are computed for up to this many arms. */
export const MAX_ARMS = 6;

/** The four stances between a draft and the majority without it. */
export const STANCES = ["correction", "scrutiny", "subjectivity", "outlier"] as const;

/** Why an annotator's work may be worth a look. Never a verdict. */
export const ATTENTION_REASONS = [
  "fast",
  "same-value",
  "apart",
  "drift",
  "gold",
  "planted",
  "unread",
] as const;
