const keys = new WeakMap<object, string>();
let last = 0;

/** The key of an entry in a list, which stays the same when the entry is changed by `changed` or moves. */
export function keyOf(entry: object): string {
  const known = keys.get(entry);
  if (known !== undefined) return known;
  const key = `entry-${++last}`;
  keys.set(entry, key);
  return key;
}

/** The same entry with other content. */
export function changed<T extends object>(entry: T, part: Partial<T>): T {
  const next = { ...entry, ...part };
  keys.set(next, keyOf(entry));
  return next;
}
