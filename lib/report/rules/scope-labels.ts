import type { ItemName } from "@/lib/report/schema";
import type { Target } from "./only-target";

const SCOPES: Record<string, string> = {
  all: "All items",
  other: "Other items",
  overall: "Overall",
  preference: "Preference",
};
const CATEGORY = "category:";
const LONGEST = 90;

/** The names of a report's scopes, and their order. */
export class Labels {
  private readonly names: ReadonlyMap<string, ItemName>;
  private readonly places: ReadonlyMap<string, number>;
  /** Number of items with each text. */
  private readonly uses = new Map<string, number>();

  /** `everything` names the scope of all values, where they are about nothing else. */
  constructor(
    items: readonly ItemName[],
    private readonly everything: Target | null = null,
  ) {
    this.names = new Map(items.map((item) => [item.scope, item]));
    for (const item of items) this.uses.set(wordsOf(item), (this.uses.get(wordsOf(item)) ?? 0) + 1);
    this.places = new Map(items.map(({ scope }, place) => [scope, place]));
  }

  /** In one line: "C1 Use simple language". */
  of(scope: string): string {
    const fixed = SCOPES[scope === "all" && this.everything !== null ? this.everything : scope];
    if (fixed) return fixed;
    if (scope.startsWith(CATEGORY)) return `Category ${scope.slice(CATEGORY.length)}`;
    const item = this.names.get(scope);
    const words = wordsOf(item);
    if (words === "") return scope;
    // The id of a task's own rubric is meaningless to readers, unless only it distinguishes items.
    if (scope.includes("/") && this.uses.get(words) === 1) return cut(words);
    // "clarity Clarity" would repeat the word.
    if (item?.name && words.toLowerCase().split(" ").includes(scope.toLowerCase())) return words;
    return `${scope} ${cut(words)}`;
  }

  /**
   * Sorts rows by scope: everything together first, then items in the order of their rubrics, categories, and
   * targets without an item.
   */
  sort<T>(rows: readonly T[], scopeOf: (row: T) => string): T[] {
    const rank = (row: T) => {
      const scope = scopeOf(row);
      if (scope === "all") return -1;
      return this.places.get(scope) ?? (scope.startsWith(CATEGORY) ? 1e9 : scope === "other" ? 1.5e9 : 2e9);
    };
    return rows.toSorted((a, b) => rank(a) - rank(b));
  }
}

const wordsOf = (item: Pick<ItemName, "name" | "text"> | undefined) =>
  (item?.name ?? item?.text ?? "").replace(/\s+/g, " ").trim();

const cut = (words: string) => (words.length > LONGEST ? `${words.slice(0, LONGEST - 1).trimEnd()}…` : words);
