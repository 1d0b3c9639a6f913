import { finalClass, valueIn } from "@/lib/judgement/rules/exposure";
import { EXPOSURES, type Exposure, type ExposureClass } from "@/lib/judgement/schema";
import { EXPOSURE_CLASSES } from "@/lib/judgement/schema/codes";

/** Which of its two values a judgement contributes to a class. */
type ContributedValue = "value" | "initial" | null;

/**
 * The rules for all judgements with the same exposure, with or without a value before the draft, and with or
 * without a reveal. They are evaluated once per combination instead of once per judgement.
 */
export interface ExposureCase {
  takes: Record<ExposureClass, ContributedValue>;
  /** The exposure class of the final value. */
  final: Exclude<ExposureClass, "any">;
}

/** All combinations, by index. */
export const EXPOSURE_CASES: readonly ExposureCase[] = [null, ...EXPOSURES].flatMap((exposure) =>
  [false, true].flatMap((hasInitial) =>
    [false, true].map((revealed) => exposureCaseOf(exposure, hasInitial, revealed)),
  ),
);

/** The index of a combination, from that of its exposure. */
export function exposureCaseIndex(exposure: number, hasInitial: boolean, revealed: boolean): number {
  return 4 * exposure + 2 * Number(hasInitial) + Number(revealed);
}

/** The index of an exposure in `EXPOSURES`, from 1; 0 for unknown. */
export function exposureAt(exposure: Exposure | null): number {
  return exposure === null ? 0 : EXPOSURES.indexOf(exposure) + 1;
}

function exposureCaseOf(exposure: Exposure | null, hasInitial: boolean, revealed: boolean): ExposureCase {
  const [value, initial] = [1, 2];
  const judgement = {
    exposure,
    value,
    initial: hasInitial ? initial : undefined,
    lines: revealed ? [{ draft: 0 }] : [],
  };
  const takes = EXPOSURE_CLASSES.map((of): [ExposureClass, ContributedValue] => {
    const taken = valueIn(judgement, of);
    return [of, taken === value ? "value" : taken === initial ? "initial" : null];
  });
  return { takes: Object.fromEntries(takes) as ExposureCase["takes"], final: finalClass(judgement) };
}
