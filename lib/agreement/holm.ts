/**
 * Holm's correction of p values for testing several hypotheses, in the order given. The smallest p is
 * multiplied by the number of hypotheses, the next by one fewer, and so on; a corrected value is never
 * smaller than the previous one, and never above 1. If corrected values below 5 % are called significant, at
 * most 5 % of studies contain any false rejection.
 *
 * Holm (1979), Scandinavian Journal of Statistics 6:65.
 *
 * @example
 * holm([0.01, 0.04, 0.03]); // → [0.03, 0.06, 0.06]
 */
export function holm(values: readonly number[]): number[] {
  const order = values.map((_, at) => at).sort((a, b) => (values[a] as number) - (values[b] as number));
  const corrected = new Array<number>(values.length);
  let least = 0;
  order.forEach((at, rank) => {
    least = Math.max(least, Math.min(1, (values.length - rank) * (values[at] as number)));
    corrected[at] = least;
  });
  return corrected;
}
