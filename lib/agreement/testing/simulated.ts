import { type PatternStatistic, patternSample } from "@/lib/agreement/estimator";
import { patternsOf } from "@/lib/agreement/patterns";
import { randomFrom } from "@/lib/agreement/random";
import { type Ratings, ratingsFromMatrix, ratingsFromRows } from "@/lib/agreement/ratings";
import { range } from "./arbitrary";
import { krippendorff2011 } from "./published";

export const published = ratingsFromMatrix(krippendorff2011);
export const sampleOf = (ratings: Ratings, measure: PatternStatistic) =>
  patternSample(patternsOf(ratings), measure);

/** Raters who give a unit's true value with probability `accuracy`, and otherwise a random one. */
export function simulated(units: number, raters: number, values: number, accuracy: number, seed: number) {
  const random = randomFrom(seed);
  const rows = range(0, units - 1).flatMap((unit) => {
    const truth = Math.floor(random() * values);
    return range(0, raters - 1).map((rater) => {
      const value = random() < accuracy ? truth : Math.floor(random() * values);
      return { unit, rater, value: random() < 0.15 ? null : value };
    });
  });
  return ratingsFromRows(rows, { categories: range(0, values - 1) });
}
