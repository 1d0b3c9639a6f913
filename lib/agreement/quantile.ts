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
 * The p-quantile of numbers in any order, as `quantile` of the sorted ones. Puts only those in order that it needs, which
 * takes less time than sorting all; the numbers change places.
 *
 * @example
 * quantileOf(Float64Array.of(10, 1, 3, 2), 0.5); // → 2.5
 */
export function quantileOf(numbers: Float64Array, p: number): number {
  const below = Math.floor((numbers.length - 1) * p);
  putInPlace(numbers, below);
  let next = below + 1;
  for (let at = below + 2; at < numbers.length; at++)
    if ((numbers[at] as number) < (numbers[next] as number)) next = at;
  if (next < numbers.length) swap(numbers, below + 1, next);
  return quantile(numbers, p);
}

/** Puts the number where it would be in order: smaller ones before it, larger ones after it (Hoare's selection). */
function putInPlace(numbers: Float64Array, place: number): void {
  for (let from = 0, to = numbers.length - 1; from < to; ) {
    const pivot = numbers[(from + to) >> 1] as number;
    let [left, right] = [from, to];
    while (left <= right) {
      while ((numbers[left] as number) < pivot) left++;
      while ((numbers[right] as number) > pivot) right--;
      if (left <= right) swap(numbers, left++, right--);
    }
    if (place <= right) to = right;
    else if (place >= left) from = left;
    else return;
  }
}

function swap(numbers: Float64Array, a: number, b: number): void {
  const kept = numbers[a] as number;
  numbers[a] = numbers[b] as number;
  numbers[b] = kept;
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
