import type { ItemName } from "@/lib/report/schema";

const SCOPES: Record<string, string> = { all: "All items", overall: "Overall", preference: "Preference" };
const CATEGORY = "category:";
const LONGEST = 90;

/** What the scopes of a report are called, and in which order they stand. */
export class Labels {
  private readonly names: ReadonlyMap<string, ItemName>;
  private readonly places: ReadonlyMap<string, number>;

  constructor(items: readonly ItemName[]) {
    this.names = new Map(items.map((item) => [item.scope, item]));
    this.places = new Map(items.map(({ scope }, place) => [scope, place]));
  }

  /** In one line: "C1 Use simple language". */
  of(scope: string): string {
    const fixed = SCOPES[scope];
    if (fixed) return fixed;
    if (scope.startsWith(CATEGORY)) return `Category ${scope.slice(CATEGORY.length)}`;
    const item = this.names.get(scope);
    const words = (item?.name ?? item?.text ?? "").replace(/\s+/g, " ").trim();
    if (words === "") return scope;
    // "clarity Clarity" says it twice.
    if (item?.name && words.toLowerCase().split(" ").includes(scope.toLowerCase())) return words;
    return `${scope} ${words.length > LONGEST ? `${words.slice(0, LONGEST - 1).trimEnd()}…` : words}`;
  }

  /** Everything together first, then items as in their rubrics, categories, and what belongs to no item. */
  sort<T>(rows: readonly T[], scopeOf: (row: T) => string): T[] {
    const rank = (row: T) => {
      const scope = scopeOf(row);
      if (scope === "all") return -1;
      return this.places.get(scope) ?? (scope.startsWith(CATEGORY) ? 1e9 : 2e9);
    };
    return rows.toSorted((a, b) => rank(a) - rank(b));
  }
}
