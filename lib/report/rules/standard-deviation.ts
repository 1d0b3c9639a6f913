/**
 * The standard deviation of values as a population (divided by n, as the literature on judges does), from each value and
 * how often it occurs; null with fewer than two values.
 */
export function standardDeviation(values: Iterable<readonly [value: number, times: number]>): number | null {
  const all = [...values];
  const n = all.reduce((sum, [, times]) => sum + times, 0);
  if (n < 2) return null;
  const mean = all.reduce((sum, [value, times]) => sum + times * value, 0) / n;
  return Math.sqrt(all.reduce((sum, [value, times]) => sum + times * (value - mean) ** 2, 0) / n);
}
