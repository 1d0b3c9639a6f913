import type { PatternStatistic } from "./estimator";
import { numericValues } from "./ratings";

/**
 * The mean of all ratings of all raters: units with more ratings weigh more. Undefined for words.
 *
 * @example
 * const patterns = patternsOf(ratingsFromMatrix([[1, 2, 3], [1, 4, null]]));
 * estimateFrom(patternSample(patterns, meanRating, 1)).value; // → 2.2
 */
export const meanRating: PatternStatistic = ({ start, code, count, size, values }) => {
  const numbers = numericValues(values);
  if (!numbers) return () => "non-numeric-values";
  const sum = Float64Array.from(size, (_, k) => {
    let total = 0;
    for (let i = start[k] as number; i < (start[k + 1] as number); i++)
      total += (count[i] as number) * (numbers[code[i] as number] as number);
    return total;
  });
  return (weight) => {
    let total = 0;
    let ratings = 0;
    for (let k = 0; k < weight.length; k++) {
      total += (weight[k] as number) * (sum[k] as number);
      ratings += (weight[k] as number) * (size[k] as number);
    }
    return ratings === 0 ? "no-ratings" : total / ratings;
  };
};
