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
