import type { NarrowIntArray } from "./narrow-int-array";

/**
 * Groups positions by key, in their old order within a group (a stable counting sort): group g is
 * `order[start[g]] .. order[start[g + 1] - 1]`. Keys are 0 .. groups - 1.
 *
 * @example
 * const { start, order } = groupBy(Int32Array.of(1, 0, 1), 2);
 * [...start]; // → [0, 1, 3]
 * [...order]; // → [1, 0, 2]
 */
export function groupBy(key: NarrowIntArray, groups: number): { start: Int32Array; order: Int32Array } {
  const start = new Int32Array(groups + 1);
  for (let i = 0; i < key.length; i++) {
    const after = (key[i] as number) + 1;
    start[after] = (start[after] as number) + 1;
  }
  for (let g = 0; g < groups; g++) start[g + 1] = (start[g + 1] as number) + (start[g] as number);
  const next = start.slice(0, groups);
  const order = new Int32Array(key.length);
  for (let i = 0; i < key.length; i++) {
    const g = key[i] as number;
    const place = next[g] as number;
    order[place] = i;
    next[g] = place + 1;
  }
  return { start, order };
}
