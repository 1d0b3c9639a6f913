/** Elements by key, in the order in which the keys first occur. (`Map.groupBy` needs a newer Node than we support.) */
export function groupInOrder<K, T>(elements: Iterable<T>, keyOf: (element: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const element of elements) {
    const key = keyOf(element);
    const group = groups.get(key);
    if (group) group.push(element);
    else groups.set(key, [element]);
  }
  return groups;
}
