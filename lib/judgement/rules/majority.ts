/** The most frequent value; null when two are equally frequent, or there are none. */
export function majority<V>(values: readonly V[]): V | null {
  const counts = new Map<V, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const [first, second] = [...counts].sort((a, b) => b[1] - a[1]);
  if (!first || first[1] === second?.[1]) return null;
  return first[0];
}
