import type { Scale, Value } from "@/lib/dataset/schema";

/** An item as judgements refer to it: by the rubric it belongs to and its id there. */
export interface ItemEntry<T> {
  rubric: string;
  id: string;
  detail: T;
}

/**
 * Finds the item a judgement or draft means. An id is looked up among the
 * rubrics of its task, then among those of the project; where two rubrics of the
 * same standing use the id, it is ambiguous.
 */
export class ItemIndex<T> {
  private readonly byTask = new Map<string | null, Map<string, ItemEntry<T>[]>>();

  add(task: string | null, entry: ItemEntry<T>): void {
    const items = this.byTask.get(task) ?? new Map<string, ItemEntry<T>[]>();
    this.byTask.set(task, items);
    const entries = items.get(entry.id);
    if (entries) entries.push(entry);
    else items.set(entry.id, [entry]);
  }

  /** The item, or null when the id is unknown, or the rubrics that all have one of that id. */
  find(task: string, id: string): ItemEntry<T> | { ambiguous: string[] } | null {
    const entries = this.byTask.get(task)?.get(id) ?? this.byTask.get(null)?.get(id) ?? [];
    if (entries.length > 1) return { ambiguous: entries.map((entry) => entry.rubric) };
    return entries[0] ?? null;
  }
}

/** Whether an item with this scale can have this value, apart from null, which every item can. */
export function isWithinScale(scale: Scale, value: string | number): boolean {
  switch (scale.type) {
    case "yesno":
      return value === "yes" || value === "no";
    case "yesnona":
      return value === "yes" || value === "no" || value === "na";
    case "points":
      return typeof value === "number" && value >= scale.min && value <= scale.max;
  }
}

/** Whether a preference can have this value: A, B or a tie, or 1 (A much better) to 5 (B much better). */
export function isPreference(value: string | number): boolean {
  return typeof value === "number"
    ? Number.isInteger(value) && value >= 1 && value <= 5
    : value === "A" || value === "B" || value === "tie";
}

/** The scale in words: `yes or no`, `a number from 1 to 5`. */
export function scaleText(scale: Scale): string {
  if (scale.type === "yesno") return "yes or no";
  if (scale.type === "yesnona") return "yes, no or na";
  return `a number from ${scale.min} to ${scale.max}`;
}

/** The scale of an item somebody added to a rubric without naming one: that of the rubric's first item, or yes/no. */
export function scaleOfAddition(items: readonly { scale: Scale }[]): Scale {
  return items[0]?.scale ?? { type: "yesno" };
}

/** Which side a preference is for. */
export function sideOf(value: Value): "A" | "B" | "tie" {
  if (value === "A" || value === "B") return value;
  if (typeof value !== "number" || value === 3) return "tie";
  return value < 3 ? "A" : "B";
}

/** A preference seen from the other side: A becomes B, 1 becomes 5. */
export function swapSides(value: Value): Value {
  if (typeof value === "number") return 6 - value;
  if (value === "A") return "B";
  return value === "B" ? "A" : value;
}
