import type { IntervalRequest } from "./bootstrap";
import type { Estimate } from "./estimate";
import { jointEstimates, patternUnits } from "./estimator";
import { gwets, weightedPercent } from "./gwet";
import { alphas, type Level } from "./krippendorff";
import { patternsOf } from "./patterns";
import { percent } from "./percent";
import type { Ratings } from "./ratings";
import type { JointKernel } from "./sample";
import type { Weighting } from "./weights";

/** The credit that a near miss deserves at a level of measurement; none where values are only alike or not. */
const CREDIT: Record<Level, Weighting> = {
  nominal: "none",
  ordinal: "ordinal",
  interval: "quadratic",
  ratio: "quadratic",
};

/** The coefficients of one level. Without credit for near misses, those with credit are null. */
export interface AtLevel {
  alpha: Estimate;
  weightedPercent: Estimate | null;
  ac2: Estimate | null;
}

/** The coefficients of the same ratings. */
export interface Coefficients {
  percent: Estimate;
  /** Null where no categories are declared, as are all others that need them. */
  ac1: Estimate | null;
  levels: AtLevel[];
}

/**
 * Alpha at several levels of measurement, percent agreement and Gwet's coefficients, with intervals from the
 * same draws. AC1 and AC2 also use units with a single rating; where such units occur, they are drawn for them
 * separately.
 *
 * @example
 * const ratings = ratingsFromMatrix([[1, 2, 3, 3], [1, 2, 2, 3]], { categories: [1, 2, 3] });
 * const { percent, ac1, levels } = coefficientsOf(ratings, ["ordinal"], { categories: true });
 * [percent.value, ac1.value]; // → [0.75, 0.628]
 * levels.map(({ alpha, weightedPercent, ac2 }) => [alpha.value, weightedPercent.value, ac2.value]);
 * // → [[0.86, 0.917, 0.799]]
 */
export function coefficientsOf(
  ratings: Ratings,
  levels: readonly Level[],
  { categories }: { categories: boolean },
  request?: IntervalRequest,
): Coefficients {
  const patterns = patternsOf(ratings);
  const credited = levels.map((level) => {
    const credit = CREDIT[level];
    return categories && credit !== "none" ? credit : null;
  });
  const credits = [...new Set(credited)].filter((credit) => credit !== null);
  const compared = [
    percent("unit_mean")(patterns),
    ...credits.map((credit) => weightedPercent(credit)(patterns)),
  ];
  const atLevels = alphas(levels)(patterns);
  const beyondChance = gwets(categories ? ["none", ...credits] : [])(patterns);
  const ofPairs: JointKernel = (weight) => [...compared.map((kernel) => kernel(weight)), ...atLevels(weight)];
  const units = patternUnits(patterns);
  const estimates = patterns.size.includes(1)
    ? [
        ...jointEstimates(units, ofPairs, request),
        ...jointEstimates(patternUnits(patterns, 1), beyondChance, request),
      ]
    : jointEstimates(units, (weight) => [...ofPairs(weight), ...beyondChance(weight)], request);
  const at = (position: number) => estimates[position] as Estimate;
  const withCredit = (from: number, credit: (typeof credited)[number]) =>
    credit === null ? null : at(from + credits.indexOf(credit));
  return {
    percent: at(0),
    ac1: categories ? at(compared.length + levels.length) : null,
    levels: levels.map((_, level) => ({
      alpha: at(compared.length + level),
      weightedPercent: withCredit(1, credited[level] ?? null),
      ac2: withCredit(compared.length + levels.length + 1, credited[level] ?? null),
    })),
  };
}
