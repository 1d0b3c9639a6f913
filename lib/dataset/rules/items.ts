import type { Scale } from "@/lib/judgement/schema";

/** An item as judgements refer to it: by its rubric and its id there. */
interface ItemEntry<T> {
  rubric: string;
  id: string;
  detail: T;
}

/**
 * Finds the item of a judgement or draft. An id is looked up among the rubrics of its task, then among those
 * of the project; if two rubrics at the same level use the id, it is ambiguous.
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

  /** The item, null when the id is unknown, or the rubrics that all have an item with that id. */
  find(task: string, id: string): ItemEntry<T> | { ambiguous: string[] } | null {
    const entries = this.byTask.get(task)?.get(id) ?? this.byTask.get(null)?.get(id) ?? [];
    if (entries.length > 1) return { ambiguous: entries.map((entry) => entry.rubric) };
    return entries[0] ?? null;
  }
}

/** The scale of an item added without one: that of the rubric's first item, or yes/no. */
export function scaleOfAddition(items: readonly { scale: Scale }[]): Scale {
  return items[0]?.scale ?? { type: "yesno" };
}
