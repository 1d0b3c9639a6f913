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
