import * as words from "@/lib/i18n/english/review";
import { type FlagCode, isFlagCode, type ReasonCode } from "@/lib/review/schema/codes";
import type { OpRefusal } from "@/lib/review/schema/document";

/** Messages to the annotator about operations that do not fit. */
export const OPERATION_REFUSALS: Record<OpRefusal, string> = words.OBJECTIONS;

/** Labels of the reasons for overruling a draft. */
export const REASON_LABELS: Record<ReasonCode, string> = words.REASONS;

const FLAG_LABELS: Record<FlagCode, string> = words.FLAGS;

/** Label of a flag; codes from before the fixed list are shown as "Problem". */
export function flagInWords(code: string): string {
  return isFlagCode(code) ? FLAG_LABELS[code] : "Problem";
}
