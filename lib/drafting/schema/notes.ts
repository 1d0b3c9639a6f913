import { COUNTED } from "@/lib/verifier/countable-units";

/*
 * What rules say about their drafts besides the value, as codes that the dictionaries translate for
 * annotators. Stored and exported text is English.
 */

/** Why rules gave no value. */
export const RULE_NOTES = ["borderline", "inapplicable", "partial", "no-program"] as const;
export type RuleNote = (typeof RULE_NOTES)[number];

/** Reasons for which rules are uncertain. */
export const RULE_FLAGS = [
  "polarity_conflict",
  "bound_conflict",
  "bare_number",
  "unquoted_value",
  "one_of",
  "scope_unclear",
  "too_long",
] as const;
type RuleFlag = (typeof RULE_FLAGS)[number];

export const isRuleFlag = (flag: string): flag is RuleFlag => RULE_FLAGS.some((known) => known === flag);

/** The ways in which a question contradicts the instruction that it was made from. */
export type RuleConflict = Extract<RuleFlag, "polarity_conflict" | "bound_conflict">;

/** True if a question asks for the opposite of its instruction, or for a number that it rules out. */
export const isRuleConflict = (flag: string): flag is RuleConflict =>
  flag === "polarity_conflict" || flag === "bound_conflict";

/** Findings of rules in a response, as stated in their evidence. */
export const FINDINGS = [
  "count",
  "asked-eq",
  "asked-ge",
  "asked-le",
  "asked-lt",
  "asked-gt",
  "asked-approx",
  "asked-between",
  "doubt-script",
  "doubt-words",
  "doubt-prose",
  "doubt-signs",
  "doubt-running",
  "doubt-restarts",
  "doubt-headings",
  "times",
  "times-near",
  "nth-word",
  "starts",
  "ends",
  "no-case",
  "title",
  "title-small",
  "sentence-case",
  "yaml",
  "list",
  "list-none",
  "code-whole",
  "code-outside",
  "code-none",
  "bold-last",
  "as-list",
  "sections",
  "ps-none",
  "ps-last",
  "ps-elsewhere",
  "pieces",
  "json-valid",
  "json-array",
  "json-object",
  "json-elements",
  "json-keys",
  "letters",
  "empty",
  "too-long",
  "too-many",
  "parts",
  "parts-none",
  "each-holds",
  "each-open",
  "option",
  "option-none",
  "distinct",
  "twice",
  "order",
  "repeat-opens",
  "repeat-near",
  "differs",
  "loose-asterisks",
  "loose-first",
  "loose-last",
  "loose-both",
] as const;
type FindingCode = (typeof FINDINGS)[number];

/** The units that rules count. */
export const FOUND_UNITS = [...COUNTED, "numbered"] as const;
export type FoundUnit = (typeof FOUND_UNITS)[number];

/** A part of the evidence: a known sentence with its numbers and quotations, or other text. */
export type RuleFinding =
  | { code: FindingCode; n: string; m: string; text: string; unit: FoundUnit | null }
  | { words: string };

/** The evidence of one line. */
export type RuleEvidence = {
  parts: RuleFinding[];
  /** The result of each counting convention; the same in every language. */
  counts: string | null;
  /** The part that would have to be left out for the requirement to hold. */
  loose: RuleFinding | null;
};
