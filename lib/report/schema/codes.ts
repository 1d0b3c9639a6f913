/* Words that reports are made of, without the schemas around them: what browsers load too. */

export const RATER_SETS = ["human", "human+llm"] as const;

/** Who is paired in a mean of correlations: a machine, or a person with the draft in view, with independent people. */
export const PAIRINGS = ["llm-human", "assisted-human", "human-human"] as const;

/** By what decisions are divided: a task's family, the criterion, who drafted and how, who wrote the response, its group. */
export const GROUPINGS = ["family", "criterion", "method", "policy", "model", "writer", "group"] as const;

/** What a contrast compares: the mean value, agreement among people, or the share of values that are the draft's. */
export const CONTRASTS = ["mean", "alpha", "draft"] as const;

/** Every arm against every other is only read of a handful. */
export const MAX_ARMS = 6;

/** The four ways to stand between a draft and what people say without it. */
export const STANCES = ["correction", "scrutiny", "subjectivity", "outlier"] as const;

/** Why a person's work may be worth a look. Never a verdict. */
export const ATTENTION_REASONS = [
  "fast",
  "same-value",
  "apart",
  "drift",
  "gold",
  "planted",
  "unread",
] as const;
