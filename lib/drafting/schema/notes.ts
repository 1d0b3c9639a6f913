/*
 * What rules say about a draft of theirs besides its value: as codes, which the annotator's dictionary says in the
 * annotator's language. What is stored and exported says the same in English.
 */

/** Why rules gave no value. */
export const RULE_NOTES = ["borderline", "inapplicable", "partial", "no-program"] as const;
export type RuleNote = (typeof RULE_NOTES)[number];

/** What rules were not certain of. */
export const RULE_FLAGS = [
  "polarity_conflict",
  "bound_conflict",
  "bare_number",
  "unquoted_value",
  "one_of",
  "scope_unclear",
  "too_long",
] as const;
export type RuleFlag = (typeof RULE_FLAGS)[number];

export const isRuleFlag = (flag: string): flag is RuleFlag => RULE_FLAGS.some((known) => known === flag);
