import { finalClass, valueIn } from "@/lib/judgement/rules/exposure";
import { EXPOSURES, type Exposure, type ExposureClass } from "@/lib/judgement/schema";
import { EXPOSURE_CLASSES } from "@/lib/judgement/schema/codes";

/** Which of its two values a judgement contributes to a class. */
export type ContributedValue = "value" | "initial" | null;

/**
 * What is the same of all judgements of one exposure, with or without a moment before the draft, and with or without it
 * revealed: asked of the rules once, instead of for each judgement.
 */
export interface ExposureCase {
  takes: Record<ExposureClass, ContributedValue>;
  /** The class the final value belongs to. */
  final: Exclude<ExposureClass, "any">;
}

/** Every way there is, by its place. */
export const EXPOSURE_CASES: readonly ExposureCase[] = [null, ...EXPOSURES].flatMap((exposure) =>
  [false, true].flatMap((hasInitial) =>
    [false, true].map((revealed) => wayOf(exposure, hasInitial, revealed)),
  ),
);

/** The place of a way, by that of its exposure. */
export function exposureCaseIndex(exposure: number, hasInitial: boolean, revealed: boolean): number {
  return 4 * exposure + 2 * Number(hasInitial) + Number(revealed);
}

/** The place of an exposure in `EXPOSURES`, from 1; 0 where it is unknown. */
export function exposureAt(exposure: Exposure | null): number {
  return exposure === null ? 0 : EXPOSURES.indexOf(exposure) + 1;
}

function wayOf(exposure: Exposure | null, hasInitial: boolean, revealed: boolean): ExposureCase {
  const [value, initial] = [1, 2];
  const said = {
    exposure,
    value,
    initial: hasInitial ? initial : undefined,
    lines: revealed ? [{ draft: 0 }] : [],
  };
  const takes = EXPOSURE_CLASSES.map((of): [ExposureClass, ContributedValue] => {
    const taken = valueIn(said, of);
    return [of, taken === value ? "value" : taken === initial ? "initial" : null];
  });
  return { takes: Object.fromEntries(takes) as ExposureCase["takes"], final: finalClass(said) };
}
