import "server-only";
import { createHash } from "node:crypto";
import { z } from "zod";
import { withoutSources } from "@/lib/batch/rules/sources";
import { type Exposure, Scale, Value } from "@/lib/judgement/schema";
import { OVERALL, PREFERENCE } from "@/lib/judgement/schema/units";
import type { Step } from "@/lib/protocol/schema";
import { isReviewedAlone } from "@/lib/quality/rules/plantable";
import { LABEL, labelKey } from "@/lib/review/rules/selectors";
import type { DraftView, ItemFrame, LabelUnit, RubricFrame, StepFrame } from "@/lib/review/schema/stimulus";
import {
  findLabels,
  labelsView,
  libraryOf,
  offeredIn,
  orientedDraft,
  StoredSpan,
  viewOf,
} from "@/lib/review/stimulus/draft-views";
import { findDrafts, findVersions, type VersionRow } from "@/lib/review/stimulus/rows";
import type {
  ChosenDrafts,
  Framed,
  FrameRows,
  Planted,
  PlantedRows,
  StimulusContext,
} from "@/lib/review/stimulus/types";
import { withoutDrafter } from "@/lib/review/stimulus/unnamed";

export async function build(
  { batchId, subject }: Pick<StimulusContext, "batchId" | "subject">,
  steps: Step[],
  shown: ChosenDrafts,
  shuffle: string | null,
  errors: readonly Planted[],
): Promise<Omit<Framed, "armId" | "salt">> {
  const [versions, drafts, labelled] = await Promise.all([
    findVersions(batchId, shown.rubricVersions),
    findDrafts(shown.drafts),
    Promise.all(shown.labelled.map((unit) => findLabels(unit))),
  ]);
  const labelledIn = (n: number) => {
    const unit = shown.labels ? shown.labels[n] : shown.labelled[0];
    return labelled.find((one) => one?.unit === unit) ?? null;
  };
  // A batch that asks for certain items again shows only those.
  const only = new Set(versions.flatMap(({ onlyItems }) => onlyItems));
  if (only.size > 0)
    for (const version of versions) version.items = version.items.filter(({ itemId }) => only.has(itemId));
  const draftedBy = (isRules: boolean) =>
    new Map(
      drafts
        .filter(({ rater, target }) => target !== "preference" && (rater.kind === "rules") === isRules)
        .map((draft) => [draft.itemId, draft]),
    );
  const [drafted, found] = [draftedBy(false), draftedBy(true)];
  const keys = keysOf(versions);

  const rows: FrameRows = {
    rubrics: new Map(),
    items: new Map(),
    origins: { rubrics: new Map(), units: new Map() },
    swapped: shown.swapped,
  };
  for (const { itemId, unitId, id } of drafted.values())
    if (unitId !== null) rows.origins.units.set(itemId === null ? OVERALL : (keys.get(itemId) ?? ""), id);
  for (const { target, unitId, id } of drafts)
    if (target === "preference" && unitId !== null) rows.origins.units.set(PREFERENCE, id);
  for (const version of versions) {
    rows.rubrics.set(version.rubric.key, version.rubricId);
    if (version.unitId !== null) rows.origins.rubrics.set(version.rubric.key, version.id);
    for (const { id, itemId, item } of version.items)
      rows.items.set(keys.get(itemId) ?? item.key, { id: itemId, key: item.key, versionId: id });
  }

  const shuffled = (items: ItemFrame[]) => {
    if (shuffle === null) return items;
    const lot = ({ key }: ItemFrame) => createHash("sha256").update(`${shuffle}:${key}`).digest("hex");
    const lots = new Map(items.map((item) => [item.key, lot(item)]));
    return items.toSorted((a, b) => ((lots.get(a.key) ?? "") < (lots.get(b.key) ?? "") ? -1 : 1));
  };
  const planted: PlantedRows = new Map();
  const flipped = new Map(
    errors.flatMap((error) => (error.draftId === null ? [] : [[error.draftId, error]])),
  );
  /** A draft as shown, with its planted error if it has one. */
  const asShown = (draft: (typeof drafts)[number], exposure: Exposure) => {
    const error = exposure === "score-hidden" ? undefined : flipped.get(draft.id);
    if (!error) return draft;
    const { id, lines } = error;
    const value = Value.parse(error.value);
    const unit = draft.itemId === null ? OVERALL : (keys.get(draft.itemId) ?? "");
    if (draft.target !== "preference") planted.set(unit, { id, kind: "verdict", draftId: draft.id, value });
    return { ...draft, value, lines };
  };
  /** Drafted items as shown, with the planted one if there is one. */
  const withPlanted = (rubric: string, rubricId: string, items: ItemFrame[]): ItemFrame[] => {
    const error = errors.find((one) => one.rubricId === rubricId);
    const [like] = items;
    if (!error?.itemVersion || error.key === null || !like) return items;
    const { id, key, place, itemVersion } = error;
    planted.set(key, { id, kind: "item" });
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
  };
  /** Drafted labels as shown, with their planted error if there is one. */
  const withWrongLabel = (
    { unit, question, itemId, from }: Record<"unit" | "question" | "itemId" | "from", string>,
    drafted: string[],
  ): string[] => {
    const error = errors.find(
      (one) => one.draftUnitId === from && one.itemId === itemId && one.question === question,
    );
    if (!error || error.label === null) return drafted;
    const shown = z.array(z.string()).parse(error.value);
    planted.set(unit, { id: error.id, kind: "labels", shown, drafted, label: error.label });
    return shown;
  };
  /**
   * The draft of a unit and, beside a model's, that of the rules: rules state a verdict, so they are hidden
   * with the score.
   */
  const viewsFor = (itemId: string | null, exposure: Exposure): DraftView[] => {
    if (exposure === "none") return [];
    const views = [drafted, found].flatMap((by) => {
      const draft = by.get(itemId);
      return draft ? [viewOf(asShown(draft, exposure), exposure)] : [];
    });
    return exposure === "score-hidden" ? views.slice(0, 1) : views;
  };
  const itemsOf = (version: VersionRow, exposure: Exposure): ItemFrame[] =>
    version.items.map(({ itemId, item, name, text, scale, category, metadata }) => {
      const [draft, beside] = viewsFor(itemId, exposure);
      const { span } = Quoted.safeParse(metadata).data ?? {};
      return {
        key: keys.get(itemId) ?? item.key,
        rubric: version.rubric.key,
        name,
        text,
        scale: Scale.parse(scale),
        category,
        draft: draft ?? null,
        ...(beside && { beside }),
        ...(span && { span }),
      };
    });

  const frameOf = (step: Step, n: number): StepFrame => {
    const ofKind = shown.rubrics
      ? (shown.rubrics[n] ?? []).flatMap((id) => versions.find((version) => version.id === id) ?? [])
      : versions.filter((version) => "kind" in step && version.rubric.kind === step.kind);
    const keyOf = ({ itemId, item }: VersionRow["items"][number]) => keys.get(itemId) ?? item.key;
    switch (step.type) {
      case "rubric": {
        const isDrafted = step.exposure !== "none";
        return {
          ...step,
          rubrics: ofKind.map((version): RubricFrame => {
            const { key } = version.rubric;
            if (!isDrafted) return { key, by: "", items: [] };
            // When certain items are asked for again, hidden items may already cover what would be offered.
            const offered = only.size > 0 ? [] : offeredIn(version.rubric, version.items);
            return {
              key,
              by: version.model ?? version.origin ?? "",
              ...(version.origin === "rules" && { isRuleBased: true as const }),
              items: shuffled(
                isReviewedAlone(step.kind, steps)
                  ? withPlanted(key, version.rubricId, itemsOf(version, "none"))
                  : itemsOf(version, "none"),
              ),
              ...(offered.length > 0 && { offered }),
              ...(only.size === 0 && libraryOf(step, version.rubric.task, version.items)),
            };
          }),
        };
      }
      case "judge":
        return { ...step, items: shuffled(ofKind.flatMap((version) => itemsOf(version, step.exposure))) };
      case "score":
        return { ...step, draft: viewsFor(null, step.exposure)[0] ?? null };
      case "prefer": {
        const { sides: _, reference: __, ...asked } = step;
        const draft = drafts.find(({ target }) => target === "preference");
        const left = shown.swapped ? subject.responseBId : subject.responseId;
        if (!draft || step.exposure === "none") return { ...asked, draft: null };
        const error = asShown(draft, step.exposure) === draft ? undefined : flipped.get(draft.id);
        const view = orientedDraft(
          viewOf(asShown(draft, step.exposure), step.exposure),
          draft.responseId !== left,
        );
        if (error) {
          const value = Value.parse(view.value);
          planted.set(PREFERENCE, { id: error.id, kind: "verdict", draftId: draft.id, value });
        }
        return { ...asked, draft: view };
      }
      case "label": {
        const { type, id, question, about, several, none, exposure, reasons } = step;
        const labelled = labelledIn(n);
        const frame = {
          ...{ type, id, question, about, several, none, exposure },
          ...(reasons && { reasons }),
        };
        if (about === "task") {
          const unit = { key: labelKey(id, null), item: null, name: null, text: null, draft: null };
          return { ...frame, labels: step.labels, units: [unit] };
        }
        const [first, second] = ofKind;
        const matches = (second?.items ?? []).map((item) => ({ name: keyOf(item), text: item.text }));
        const labels = about === "matches" ? matches : step.labels;
        const versionsLabelled = about === "matches" ? (first ? [first] : []) : ofKind;
        const items = shuffled(versionsLabelled.flatMap((version) => itemsOf(version, "none")));
        const isDrafted = exposure !== "none" && about === "items";
        const units = items.map(({ key, name, text }): LabelUnit => {
          const itemId = rows.items.get(key)?.id ?? "";
          const named = (isDrafted && labelled?.of({ itemId, text })) || [];
          const drafted = labels.flatMap((one) => (named.includes(one.name) ? [one.name] : []));
          const unit = { key: labelKey(id, key), item: key, name, text };
          if (!labelled || drafted.length === 0) return { ...unit, draft: null };
          const shown = withWrongLabel(
            { unit: unit.key, question: id, itemId, from: labelled.unit },
            drafted,
          );
          return { ...unit, draft: labelsView(labelled, shown) };
        });
        return { ...frame, labels, units };
      }
      case "ask":
        return step;
    }
  };
  // Annotators must not learn the source of a draft.
  const framed = withoutSources(steps).map((step, n) => withoutDrafter(frameOf(step, n), steps[n]));
  return { frame: { steps: framed }, rows, planted };
}

/** From an item's metadata: the part of the instruction that it quotes. */
const Quoted = z.object({ span: StoredSpan });

/**
 * Items have their study file id as key; prefixed by the rubric's where it is not unique or has another
 * meaning here.
 */
function keysOf(versions: { rubric: { key: string }; items: { itemId: string; item: { key: string } }[] }[]) {
  const uses = new Map<string, number>([
    [OVERALL, 1],
    [PREFERENCE, 1],
  ]);
  for (const { items } of versions)
    for (const { item } of items) uses.set(item.key, (uses.get(item.key) ?? 0) + 1);
  return new Map(
    versions.flatMap(({ rubric, items }) =>
      items.map(({ itemId, item }) => [
        itemId,
        (uses.get(item.key) ?? 0) > 1 || item.key.startsWith(LABEL) ? `${rubric.key}/${item.key}` : item.key,
      ]),
    ),
  );
}
