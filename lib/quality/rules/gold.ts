import { sideOf } from "@/lib/judgement/rules/sides";
import { OVERALL, PREFERENCE } from "@/lib/judgement/schema/units";
import type { GoldAbout, GoldAnswer } from "@/lib/quality/schema";

/** The rater of gold marked in the product. Imported gold counts until the same unit is marked here. */
export const MARKED = "gold";

/**
 * True if an answer equals gold; null where it could not have. A score may be up to `within` points away, an
 * answer must be equal, and a missing answer is wrong. For preferences the side counts, not its strength; a
 * tie in gold is not counted against a forced choice. Labels must be the same set. Both preferences refer to
 * the same order of sides.
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

/** The share of labels in both sets among those in either; 1 when both are empty. */
export function sharedOf(one: readonly string[], other: readonly string[]): number {
  const all = [...new Set([...one, ...other])];
  const both = all.filter((label) => one.includes(label) && other.includes(label));
  return all.length === 0 ? 1 : both.length / all.length;
}

export const isLabels = (answer: GoldAnswer): answer is readonly string[] => typeof answer === "object";

/** The key of a unit with gold within a subject: an item (null: the overall score), the pair, or labels. */
export const goldUnit = {
  value: (item: string | null): string => item ?? OVERALL,
  preference: (): string => PREFERENCE,
  labels: (question: string, item: string | null): string => JSON.stringify([question, item]),
};

/** Number of times an answer was given where the same gold was expected. */
export type Tally = { about: GoldAbout; given: GoldAnswer; gold: GoldAnswer; times: number };

/**
 * Units compared and correct ones; for scores the mean distance, for labels the mean share, null without any.
 */
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
