import * as words from "@/lib/i18n/english/review";
import { type FlagCode, isFlagCode, type ReasonCode } from "@/lib/review/schema/codes";
import type { OpRefusal } from "@/lib/review/schema/document";

/** What to tell an annotator about an operation that does not fit. */
export const OPERATION_REFUSALS: Record<OpRefusal, string> = words.OBJECTIONS;

/** Why a draft was overruled. */
export const REASON_LABELS: Record<ReasonCode, string> = words.REASONS;

export const FLAG_LABELS: Record<FlagCode, string> = words.FLAGS;

/** What a flag is called; one from before there were codes has no better name than "Problem". */
export function flagInWords(code: string): string {
  return isFlagCode(code) ? FLAG_LABELS[code] : "Problem";
}
