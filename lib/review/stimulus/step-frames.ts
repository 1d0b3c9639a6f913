import "server-only";
import { createHash } from "node:crypto";
import { PARTS_METHOD } from "@/lib/dataset/rules/instance-parts";
import { type Exposure, Scale } from "@/lib/judgement/schema";
import { isLabelledWhole, type Step } from "@/lib/protocol/schema";
import { isReviewedAlone } from "@/lib/quality/rules/plantable";
import { labelKey } from "@/lib/review/rules/selectors";
import type { DraftView, ItemFrame, LabelUnit, RubricFrame, StepFrame } from "@/lib/review/schema/stimulus";
import type { ChosenDrafts } from "@/lib/review/schema/stored-stimulus";
import { QuotingMetadata } from "@/lib/review/schema/stored-stimulus";
import {
  type findLabels,
  labelsView,
  libraryOf,
  offeredIn,
  orientedDraft,
  viewOf,
} from "@/lib/review/stimulus/draft-views";
import type { PlantedErrorView } from "@/lib/review/stimulus/show-planted-errors";
import type { DraftRow, VersionRow } from "@/lib/review/stimulus/stimulus-queries";
import type { FrameRows, StimulusContext } from "@/lib/review/stimulus/types";

/** The sources of an assignment's steps. */
interface StepSources {
  subject: StimulusContext["subject"];
  steps: readonly Step[];
  shown: ChosenDrafts;
  versions: readonly VersionRow[];
  drafts: readonly DraftRow[];
  /** The drafts of values by their items, null for the overall score: of models and people, and of the rules. */
  drafted: readonly ReadonlyMap<string | null, DraftRow>[];
  labelled: readonly Awaited<ReturnType<typeof findLabels>>[];
  /** The keys of items by their ids. */
  keys: ReadonlyMap<string, string>;
  rows: FrameRows;
  plantedErrors: PlantedErrorView;
  /** The seed of a random order of items; null for the order of their rubric. */
  shuffle: string | null;
  /** True if the batch asks for certain items again, and for nothing else. */
  isRepeat: boolean;
}

/** Builds the n-th step as it is shown. */
export function stepFrame(sources: StepSources, step: Step, n: number): StepFrame {
  const versions = versionsOf(sources, step, n);
  switch (step.type) {
    case "rubric":
      return { ...step, rubrics: versions.map((version) => rubricFrame(sources, step, version)) };
    case "judge":
      return {
        ...step,
        items: shuffled(
          sources,
          versions.flatMap((version) => itemsOf(sources, version, step.exposure)),
        ),
      };
    case "score":
      return { ...step, draft: viewsFor(sources, null, step.exposure)[0] ?? null };
    case "prefer":
      return preferenceFrame(sources, step);
    case "label":
      return labelFrame(sources, step, n, versions);
    case "ask":
      return step;
  }
}

type StepOf<T extends Step["type"]> = Extract<Step, { type: T }>;

/** The rubric versions a step works on. */
function versionsOf({ shown, versions }: StepSources, step: Step, n: number): VersionRow[] {
  return shown.rubrics
    ? (shown.rubrics[n] ?? []).flatMap((id) => versions.find((version) => version.id === id) ?? [])
    : versions.filter((version) => "kind" in step && version.rubric.kind === step.kind);
}

function rubricFrame(sources: StepSources, step: StepOf<"rubric">, version: VersionRow): RubricFrame {
  const { key } = version.rubric;
  if (step.exposure === "none") return { key, by: "", items: [] };
  const { plantedErrors, steps, isRepeat } = sources;
  const items = itemsOf(sources, version, "none");
  const isInstance = version.method === PARTS_METHOD;
  // If an annotator judges certain items again, hidden items may already cover what would be offered.
  const isOffering = !isRepeat && !isInstance;
  const offered = isOffering ? offeredIn(version.rubric, version.items) : [];
  return {
    key,
    by: version.model ?? version.origin ?? "",
    ...(version.origin === "rules" && { isRuleBased: true as const }),
    ...(isInstance && { isInstance: true as const }),
    items: shuffled(
      sources,
      isReviewedAlone(step.kind, steps) ? plantedErrors.shownItems(key, version.rubricId, items) : items,
    ),
    ...(offered.length > 0 && { offered }),
    ...(isOffering && libraryOf(step, version.rubric.task, version.items)),
  };
}

function preferenceFrame({ drafts, shown, subject, plantedErrors }: StepSources, step: StepOf<"prefer">) {
  const { sides: _, reference: __, ...frame } = step;
  const draft = drafts.find(({ target }) => target === "preference");
  if (!draft || step.exposure === "none") return { ...frame, draft: null };
  const left = shown.swapped ? subject.responseBId : subject.responseId;
  const view = orientedDraft(
    viewOf(plantedErrors.shownDraft(draft, step.exposure), step.exposure),
    draft.responseId !== left,
  );
  plantedErrors.recordPreference(draft, step.exposure, view.value);
  return { ...frame, draft: view };
}

function labelFrame(
  sources: StepSources,
  step: StepOf<"label">,
  n: number,
  versions: readonly VersionRow[],
): StepFrame {
  const { type, id, question, about, several, none, exposure, reasons, onlyIf } = step;
  const frame = {
    ...{ type, id, question, about, several, none, exposure },
    ...(reasons && { reasons }),
    ...(onlyIf && { onlyIf }),
  };
  if (isLabelledWhole(about)) {
    const unit = { key: labelKey(id, null), item: null, name: null, text: null, draft: null };
    return { ...frame, labels: step.labels, units: [unit] };
  }
  const { keys, rows, plantedErrors } = sources;
  const [first, second] = versions;
  const matches = (second?.items ?? []).map(({ itemId, item, text }) => ({
    name: keys.get(itemId) ?? item.key,
    text,
  }));
  const labels = about === "matches" ? matches : step.labels;
  const versionsLabelled = about === "matches" ? (first ? [first] : []) : versions;
  const items = shuffled(
    sources,
    versionsLabelled.flatMap((version) => itemsOf(sources, version, "none")),
  );
  const drafted = exposure !== "none" && about === "items" ? labelsDraftedFor(sources, n) : null;
  const units = items.map(({ key, name, text }): LabelUnit => {
    const itemId = rows.items.get(key)?.id ?? "";
    const named = drafted?.of({ itemId, text }) ?? [];
    const proposed = labels.flatMap((one) => (named.includes(one.name) ? [one.name] : []));
    const unit = { key: labelKey(id, key), item: key, name, text };
    if (!drafted || proposed.length === 0) return { ...unit, draft: null };
    const shown = plantedErrors.shownLabels(
      { unit: unit.key, question: id, itemId, from: drafted.unit },
      proposed,
    );
    return { ...unit, draft: labelsView(drafted, shown) };
  });
  return { ...frame, labels, units };
}

/** The drafted labels that the n-th step shows. */
function labelsDraftedFor({ shown, labelled }: StepSources, n: number) {
  const unit = shown.labels ? shown.labels[n] : shown.labelled[0];
  return labelled.find((one) => one?.unit === unit) ?? null;
}

function itemsOf(sources: StepSources, version: VersionRow, exposure: Exposure): ItemFrame[] {
  return version.items.map(({ itemId, item, name, text, scale, category, metadata }) => {
    const [draft, beside] = viewsFor(sources, itemId, exposure);
    const { span } = QuotingMetadata.safeParse(metadata).data ?? {};
    return {
      key: sources.keys.get(itemId) ?? item.key,
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
}

/**
 * The draft of a unit and, beside a model's, that of the rules: rules state a verdict, so they are hidden
 * with the score.
 */
function viewsFor(
  { drafted, plantedErrors }: StepSources,
  itemId: string | null,
  exposure: Exposure,
): DraftView[] {
  if (exposure === "none") return [];
  const views = drafted.flatMap((byItem) => {
    const draft = byItem.get(itemId);
    return draft ? [viewOf(plantedErrors.shownDraft(draft, exposure), exposure)] : [];
  });
  return exposure === "score-hidden" ? views.slice(0, 1) : views;
}

function shuffled({ shuffle }: StepSources, items: ItemFrame[]): ItemFrame[] {
  if (shuffle === null) return items;
  const lot = ({ key }: ItemFrame) => createHash("sha256").update(`${shuffle}:${key}`).digest("hex");
  const lots = new Map(items.map((item) => [item.key, lot(item)]));
  return items.toSorted((a, b) => ((lots.get(a.key) ?? "") < (lots.get(b.key) ?? "") ? -1 : 1));
}
