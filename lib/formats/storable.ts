/** Replaces characters that PostgreSQL cannot store: NUL, and halves of surrogate pairs. */
export function storable(text: string): string {
  return text.replace(/\0|\p{Surrogate}/gu, "\uFFFD");
}

/** The same value with all its texts storable. */
export function storableJson<T>(value: T): T {
  if (typeof value === "string") return storable(value) as T;
  if (Array.isArray(value)) return value.map(storableJson) as T;
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [storable(name), storableJson(entry)]),
  ) as T;
}
