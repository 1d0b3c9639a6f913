// Kept apart from the schemas so that the workbench does not load zod.

/** Reasons for overruling a draft. */
export const REASON_CODES = [
  "wrong-fact",
  "too-harsh",
  "too-lenient",
  "not-required",
  "duplicate",
  "ambiguous",
  "not-verifiable",
  "other",
] as const;
export type ReasonCode = (typeof REASON_CODES)[number];

export function isReasonCode(code: string): code is ReasonCode {
  return REASON_CODES.some((known) => known === code);
}

/** Problems with an assignment's material, for the batch's admins. `other` needs a note. */
export const FLAG_CODES = ["unsafe", "wrong-language", "broken-content", "other"] as const;
export type FlagCode = (typeof FLAG_CODES)[number];

export function isFlagCode(code: string): code is FlagCode {
  return FLAG_CODES.some((known) => known === code);
}

export const MAX_FLAG_NOTE = 1000;
export const MAX_TEXT = 10_000;
/** The most characters of what one point of a scale means. */
export const MAX_POINT_LABEL = 500;
