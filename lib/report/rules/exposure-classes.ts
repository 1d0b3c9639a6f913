import { finalClass, type JudgedValues, valueIn } from "@/lib/judgement/rules/exposure";
import { EXPOSURES, type Exposure, type ExposureClass } from "@/lib/judgement/schema";
import { EXPOSURE_CLASSES } from "@/lib/judgement/schema/codes";

/** The one of its two values that a judgement contributes to a class. */
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

/** The index of a combination is the sum of these for its exposure and its value before the draft, and 1 after a reveal. */
export const CASE_WEIGHTS = { exposure: 4, initial: 2 };

/** The index of a judgement's combination. */
export function exposureCaseIn({ exposure, initial, lines }: JudgedValues<unknown>): number {
  const isRevealed = lines.some(({ draft }) => draft !== null);
  return (
    CASE_WEIGHTS.exposure * exposureAt(exposure) +
    CASE_WEIGHTS.initial * Number(initial !== undefined) +
    Number(isRevealed)
  );
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

/** For each class the first one that has the same values. */
export type SameClass = Readonly<Record<ExposureClass, ExposureClass>>;

/**
 * The classes with the same values, if people's judgements are of these combinations: without any draft in view, for
 * example, all values are independent and none is exposed.
 */
export function sameClasses(occurring: Iterable<number>): SameClass {
  const cases = [...occurring].map((at) => EXPOSURE_CASES[at] as ExposureCase);
  const content = (of: ExposureClass) =>
    JSON.stringify(cases.map(({ takes, final }) => takes[of] && [takes[of], of === "any" ? final : of]));
  return Object.fromEntries(
    EXPOSURE_CLASSES.map((of) => [of, EXPOSURE_CLASSES.find((one) => content(one) === content(of))]),
  ) as SameClass;
}

/** The result of `of` for each exposure class, computed once for classes with the same values. */
export function byClass<T>(same: SameClass, of: (exposure: ExposureClass) => T): [ExposureClass, T][] {
  const known = new Map<ExposureClass, T>();
  return EXPOSURE_CLASSES.map((exposure) => {
    const first = same[exposure];
    const found = known.get(first) ?? of(first);
    known.set(first, found);
    return [exposure, found];
  });
}

/** The rows of each exposure class, computed once for classes with the same values. */
export function rowsByClass<Row extends { exposure: ExposureClass | null }>(
  same: SameClass,
  of: (exposure: ExposureClass) => Row[],
): Row[] {
  return byClass(same, of).flatMap(([exposure, rows]) => rows.map((row) => ({ ...row, exposure })));
}
