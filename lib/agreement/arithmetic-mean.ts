/**
 * The arithmetic mean; NaN without numbers.
 *
 * @example
 * arithmeticMean([1, 2, 6]); // → 3
 */
export function arithmeticMean(numbers: ArrayLike<number>): number {
  let sum = 0;
  for (let at = 0; at < numbers.length; at++) sum += numbers[at] as number;
  return sum / numbers.length;
}

/**
 * The mean of the numbers that are known; null without one.
 *
 * @example
 * meanOfKnown([1, null, 3]); // → 2
 */
export function meanOfKnown(numbers: readonly (number | null)[]): number | null {
  const known = numbers.filter((number) => number !== null);
  return known.length === 0 ? null : arithmeticMean(known);
}

/**
 * The mean of numbers with weights: Σ w·x / Σ w. Null where nothing has a weight.
 *
 * @example
 * weightedMean([{ value: 1, weight: 1 }, { value: 0, weight: 3 }]); // → 0.25
 */
export function weightedMean(numbers: readonly { value: number; weight: number }[]): number | null {
  let sum = 0;
  let whole = 0;
  for (const { value, weight } of numbers) {
    sum += weight * value;
    whole += weight;
  }
  return whole === 0 ? null : sum / whole;
}
