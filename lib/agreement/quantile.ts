/**
 * The p-quantile of sorted numbers, interpolating between neighbours (Hyndman & Fan type 7).
 *
 * @example
 * quantile(Float64Array.of(1, 2, 3, 10), 0.5); // → 2.5
 */
export function quantile(sorted: Float64Array, p: number): number {
  const place = (sorted.length - 1) * p;
  const below = Math.floor(place);
  const low = sorted[below] as number;
  const high = sorted[Math.min(below + 1, sorted.length - 1)] as number;
  return low + (place - below) * (high - low);
}

/**
 * The median: the mean of the two middle numbers if there is an even number of them. Null without numbers.
 *
 * @example
 * median([3, 1, 10, 2]); // → 2.5
 */
export function median(numbers: ArrayLike<number>): number | null {
  const sorted = new Float64Array(numbers).sort();
  const half = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(half) - 1], sorted[Math.floor(half)]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}
