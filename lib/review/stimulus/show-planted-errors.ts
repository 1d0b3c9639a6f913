import "server-only";
import { z } from "zod";
import { type Exposure, Value } from "@/lib/judgement/schema";
import { OVERALL, PREFERENCE } from "@/lib/judgement/schema/units";
import type { ItemFrame } from "@/lib/review/schema/stimulus";
import type { DraftRow } from "@/lib/review/stimulus/stimulus-queries";
import type { Planted, PlantedRows } from "@/lib/review/stimulus/types";

/** Replaces drafted values by the planted errors of an assignment, and records in `rows` which were shown. */
export class PlantedErrorView {
  readonly rows: PlantedRows = new Map();
  readonly #byDraft: ReadonlyMap<string, Planted>;

  constructor(
    private readonly errors: readonly Planted[],
    /** The keys of items by their ids. */
    private readonly keys: ReadonlyMap<string, string>,
  ) {
    this.#byDraft = new Map(
      errors.flatMap((error) => (error.draftId === null ? [] : [[error.draftId, error]])),
    );
  }

  /** A draft as shown: with its planted value and lines, if any. */
  shownDraft(draft: DraftRow, exposure: Exposure): DraftRow {
    const error = this.#errorIn(draft, exposure);
    if (!error) return draft;
    const { id, lines } = error;
    const value = Value.parse(error.value);
    const unit = draft.itemId === null ? OVERALL : (this.keys.get(draft.itemId) ?? "");
    if (draft.target !== "preference") this.rows.set(unit, { id, kind: "verdict", draftId: draft.id, value });
    return { ...draft, value, lines };
  }

  /** Records the planted preference of a draft, if any, with the sides as the annotator sees them. */
  recordPreference(draft: DraftRow, exposure: Exposure, shown: unknown): void {
    const error = this.#errorIn(draft, exposure);
    if (error)
      this.rows.set(PREFERENCE, {
        id: error.id,
        kind: "verdict",
        draftId: draft.id,
        value: Value.parse(shown),
      });
  }

  /** The drafted items of a rubric as shown: with its planted item, if any. */
  shownItems(rubric: string, rubricId: string, items: ItemFrame[]): ItemFrame[] {
    const error = this.errors.find((one) => one.rubricId === rubricId);
    const [like] = items;
    if (!error?.itemVersion || error.key === null || !like) return items;
    const { id, key, place, itemVersion } = error;
    this.rows.set(key, { id, kind: "item" });
    const { name, text, category } = itemVersion;
    const item: ItemFrame = {
      key,
      rubric,
      name: like.name && name,
      text,
      scale: like.scale,
      category,
      draft: null,
    };
    return items.toSpliced(place ?? 0, 0, item);
  }

  /** Drafted labels as shown: with the planted wrong one, if any. */
  shownLabels(
    { unit, question, itemId, from }: Record<"unit" | "question" | "itemId" | "from", string>,
    drafted: string[],
  ): string[] {
    const error = this.errors.find(
      (one) => one.draftUnitId === from && one.itemId === itemId && one.question === question,
    );
    if (!error || error.label === null) return drafted;
    const shown = z.array(z.string()).parse(error.value);
    this.rows.set(unit, { id: error.id, kind: "labels", shown, drafted, label: error.label });
    return shown;
  }

  /** If the score is hidden, a wrong score would be hidden too, so no error is planted. */
  #errorIn(draft: DraftRow, exposure: Exposure): Planted | undefined {
    return exposure === "score-hidden" ? undefined : this.#byDraft.get(draft.id);
  }
}
