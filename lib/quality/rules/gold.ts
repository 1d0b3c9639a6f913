import { sideOf } from "@/lib/judgement/rules/sides";
import { OVERALL, PREFERENCE } from "@/lib/judgement/schema/units";
import type { GoldAbout, GoldAnswer } from "@/lib/quality/schema";

/** Who marked in the product. What was imported stands until somebody marks the same unit here. */
export const MARKED = "gold";

/**
 * Whether what was given is as gold has it; null where it could not have been. A score may be `within` so many points of
 * it, an answer is exact, and nothing given is wrong. Of a preference the side counts, not how much better, and neither
 * is neither: whoever had to choose one of two is not held against a tie. Labels are right when they are the same, in
 * any order. Preferences are both said of the same sides.
 */
export function isRight(
  about: GoldAbout,
  given: GoldAnswer | null,
  gold: GoldAnswer,
  within = 0,
): boolean | null {
  if (given === null) return false;
  if (isLabels(given) || isLabels(gold))
    return isLabels(given) && isLabels(gold) && sharedOf(given, gold) === 1;
  if (about === "preference") {
    const [side, expected] = [sideOf(given), sideOf(gold)];
    return expected === "tie" && (given === "A" || given === "B") ? null : side === expected;
  }
  if (typeof given === "number" && typeof gold === "number") return Math.abs(given - gold) <= within;
  return given === gold;
}

/** Of the labels in one of two sets or in both, the share that is in both; 1 where there are none at all. */
export function sharedOf(one: readonly string[], other: readonly string[]): number {
  const all = [...new Set([...one, ...other])];
  const both = all.filter((label) => one.includes(label) && other.includes(label));
  return all.length === 0 ? 1 : both.length / all.length;
}

export const isLabels = (said: GoldAnswer): said is readonly string[] => typeof said === "object";

/** What something with gold is known by within a subject: an item (null: the overall score), the pair, labels. */
export const goldUnit = {
  value: (item: string | null): string => item ?? OVERALL,
  preference: (): string => PREFERENCE,
  labels: (question: string, item: string | null): string => JSON.stringify([question, item]),
};

/** So many times the same was given where the same was expected. */
export type Tally = { about: GoldAbout; given: GoldAnswer; gold: GoldAnswer; times: number };

/** Units compared and those as gold has them; of scores the mean distance, of labels the mean share, null without any. */
export function totalsOf(tallies: readonly Tally[]): {
  n: number;
  agreed: number;
  distance: number | null;
  shared: number | null;
} {
  const known = tallies.filter(({ about, given, gold }) => isRight(about, given, gold) !== null);
  const counted = (rows: readonly Tally[]) => rows.reduce((sum, { times }) => sum + times, 0);
  const mean = (rows: readonly (Pick<Tally, "times"> & { x: number })[]) => {
    const n = rows.reduce((sum, { times }) => sum + times, 0);
    return n === 0 ? null : rows.reduce((sum, { x, times }) => sum + x * times, 0) / n;
  };
  return {
    n: counted(known),
    agreed: counted(known.filter(({ about, given, gold }) => isRight(about, given, gold))),
    distance: mean(
      known.flatMap(({ about, given, gold, times }) =>
        about === "value" && typeof given === "number" && typeof gold === "number"
          ? [{ x: Math.abs(given - gold), times }]
          : [],
      ),
    ),
    shared: mean(
      known.flatMap(({ given, gold, times }) =>
        isLabels(given) && isLabels(gold) ? [{ x: sharedOf(given, gold), times }] : [],
      ),
    ),
  };
}
