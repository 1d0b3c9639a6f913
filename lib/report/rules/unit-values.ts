import { arithmeticMean } from "@/lib/agreement/arithmetic-mean";
import { majority } from "@/lib/judgement/rules/majority";
import { swapSides } from "@/lib/judgement/rules/sides";
import type { Value } from "@/lib/judgement/schema";
import { PREFERENCE } from "@/lib/judgement/schema/units";
import type { ReportDraft, ReportJudgement } from "@/lib/report/schema/study";
import { asNumber } from "./measurement-scale";

/** A value relative to the alphabetically first response of its pair, so that both orders can be compared. */
export function orientedValue(about: Pick<ReportDraft, "item" | "pair">, value: Value | null): Value | null {
  const swapped = about.item === PREFERENCE && about.pair !== null && about.pair[0] > about.pair[1];
  return swapped && value !== null ? swapSides(value) : value;
}

/** One value for several samples: the mean of numbers, the majority of words (undecided when tied). */
export function ofSamples(values: readonly Value[]): Value | null {
  if (values.length > 1 && values.every((value) => typeof value === "number")) {
    return arithmeticMean([...values].sort((a, b) => a - b));
  }
  return majority(values);
}

/**
 * The direction in which a judgement moved from its draft's value: -1, 0 or 1; null when they cannot be
 * compared.
 */
export function directionOfChange(judgement: ReportJudgement, draft: ReportDraft): number | null {
  const from = orientedValue(draft, draft.value);
  const to = orientedValue(judgement, judgement.value);
  if (from === null || to === null || typeof from !== typeof to) return null;
  const [a, b] = [asNumber(from), asNumber(to)];
  return a === null || b === null ? null : Math.sign(b - a);
}
