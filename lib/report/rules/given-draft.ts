import type { Value } from "@/lib/judgement/schema";

/**
 * Counts how often each value is given for each drafted value. From this follows how often people would agree
 * on the draft if they followed it as often as observed, but independently of each other.
 */
export class GivenDraft {
  /** By item and drafted value. */
  private readonly cells = new Map<string, Map<Value, { counts: Map<Value, number>; pairs: number }>>();

  add(item: string, draft: Value, values: readonly Value[], pairs: number): void {
    const ofItem = this.cells.get(item) ?? new Map<Value, { counts: Map<Value, number>; pairs: number }>();
    const cell = ofItem.get(draft) ?? { counts: new Map<Value, number>(), pairs: 0 };
    this.cells.set(item, ofItem.set(draft, cell));
    cell.pairs += pairs;
    for (const value of values) cell.counts.set(value, (cell.counts.get(value) ?? 0) + 1);
  }

  /** The share of expected agreement that is on the drafted value; null without pairs. */
  expectedShare(): number | null {
    let agreeing = 0;
    let onDraft = 0;
    const cells = [...this.cells.values()].flatMap((ofItem) => [...ofItem]);
    for (const [draft, { counts, pairs }] of cells) {
      const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
      for (const [value, count] of counts) {
        const both = pairs * (count / all) ** 2;
        agreeing += both;
        if (value === draft) onDraft += both;
      }
    }
    return agreeing === 0 ? null : onDraft / agreeing;
  }
}
