import type { Random } from "./random";

/**
 * The clusters of a list of units, each with its units, in the order in which they first occur.
 *
 * @example
 * clustersOf([{ cluster: "b", n: 1 }, { cluster: "a", n: 2 }, { cluster: "b", n: 3 }]).map((one) => one.length); // → [2, 1]
 */
export function clustersOf<Unit extends { cluster: string | number }>(units: readonly Unit[]): Unit[][] {
  const found = new Map<string | number, Unit[]>();
  for (const unit of units) {
    const own = found.get(unit.cluster) ?? [];
    found.set(unit.cluster, own);
    own.push(unit);
  }
  return [...found.values()];
}

/**
 * A copy in random order.
 *
 * @example
 * shuffled([1, 2, 3], randomFrom(42)); // → [3, 1, 2]
 */
export function shuffled<Value>(values: readonly Value[], random: Random): Value[] {
  const list = [...values];
  for (let at = list.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [list[at], list[other]] = [list[other] as Value, list[at] as Value];
  }
  return list;
}
