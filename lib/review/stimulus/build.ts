import "server-only";
import { withoutSources } from "@/lib/batch/rules/protocol-sources";
import { OVERALL, PREFERENCE } from "@/lib/judgement/schema/units";
import type { Step } from "@/lib/protocol/schema";
import { LABEL } from "@/lib/review/rules/selectors";
import type { ChosenDrafts } from "@/lib/review/schema/stored-stimulus";
import { findLabels } from "@/lib/review/stimulus/draft-views";
import { withoutDrafter } from "@/lib/review/stimulus/hide-drafter";
import { PlantedErrorView } from "@/lib/review/stimulus/show-planted-errors";
import { stepFrame } from "@/lib/review/stimulus/step-frames";
import {
  type DraftRow,
  findDrafts,
  findVersions,
  type VersionRow,
} from "@/lib/review/stimulus/stimulus-queries";
import type { Framed, FrameRows, Origins, Planted, StimulusContext } from "@/lib/review/stimulus/types";

/** Builds what an assignment shows from the chosen rubrics and drafts, with the database rows behind it. */
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
  // A batch that asks for certain items again shows only those.
  const only = new Set(versions.flatMap(({ onlyItems }) => onlyItems));
  const isRepeat = only.size > 0;
  if (isRepeat)
    for (const version of versions) version.items = version.items.filter(({ itemId }) => only.has(itemId));
  const keys = keysOf(versions);
  const byModels = draftsByItem(drafts, false);
  const drafted = [byModels, draftsByItem(drafts, true)];
  const rows: FrameRows = {
    ...rowsOf(versions, keys),
    origins: originsOf(versions, drafts, byModels, keys),
    swapped: shown.swapped,
  };
  const plantedErrors = new PlantedErrorView(errors, keys);
  const sources = {
    subject,
    steps,
    shown,
    versions,
    drafts,
    drafted,
    labelled,
    keys,
    rows,
    plantedErrors,
    shuffle,
    isRepeat,
  };
  // Annotators must not learn the source of a draft.
  const framed = withoutSources(steps).map((step, n) =>
    withoutDrafter(stepFrame(sources, step, n), steps[n]),
  );
  return { frame: { steps: framed }, rows, planted: plantedErrors.rows };
}

/** The drafts of values by their items, null for the overall score: those of the rules, or all others. */
function draftsByItem(drafts: readonly DraftRow[], byRules: boolean): Map<string | null, DraftRow> {
  return new Map(
    drafts
      .filter(({ rater, target }) => target !== "preference" && (rater.kind === "rules") === byRules)
      .map((draft) => [draft.itemId, draft]),
  );
}

/** The rows behind the names of rubrics and items in a frame. */
function rowsOf(versions: readonly VersionRow[], keys: ReadonlyMap<string, string>) {
  const rows: Pick<FrameRows, "rubrics" | "items"> = { rubrics: new Map(), items: new Map() };
  for (const version of versions) {
    rows.rubrics.set(version.rubric.key, version.rubricId);
    for (const { id, itemId, item } of version.items)
      rows.items.set(keys.get(itemId) ?? item.key, { id: itemId, key: item.key, versionId: id });
  }
  return rows;
}

/** The origins of texts drafted by runs of this installation. */
function originsOf(
  versions: readonly VersionRow[],
  drafts: readonly DraftRow[],
  byModels: ReadonlyMap<string | null, DraftRow>,
  keys: ReadonlyMap<string, string>,
): Origins {
  const origins: Origins = { rubrics: new Map(), units: new Map() };
  for (const { itemId, unitId, id } of byModels.values())
    if (unitId !== null) origins.units.set(itemId === null ? OVERALL : (keys.get(itemId) ?? ""), id);
  for (const { target, unitId, id } of drafts)
    if (target === "preference" && unitId !== null) origins.units.set(PREFERENCE, id);
  for (const { id, unitId, rubric } of versions) if (unitId !== null) origins.rubrics.set(rubric.key, id);
  return origins;
}

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
