import type { Exposure, Scale } from "@/lib/judgement/schema";
import { OVERALL, PREFERENCE } from "@/lib/judgement/schema/units";
import type { Answer, PreferForm } from "@/lib/protocol/schema";
import type { Added, ItemState, ReviewDocument, UnitAnswer } from "@/lib/review/schema/document";
import type { DraftView, ItemFrame, ReviewFrame, RubricFrame, StepFrame } from "@/lib/review/schema/stimulus";

type Of<T extends StepFrame["type"]> = Extract<StepFrame, { type: T }>;

/** The answers a unit can have: those of a scale, of a comparison's form, or labels. */
export type AnswerScale = Scale | { type: PreferForm } | { type: "labels"; step: Of<"label"> };

/**
 * A unit that gets a value: an item of a `judge` step, the whole response, a pair, or something that is
 * labelled.
 */
export type AnswerUnit = {
  key: string;
  /** Index of its step. */
  step: number;
  exposure: Exposure;
  scale: AnswerScale;
  draft: DraftView | null;
  /** True if there is a draft, visible or not. */
  hasDraft: boolean;
};

/** Look-up tables for everything an operation can name in a frame. */
type FrameIndex = {
  rubrics: Map<string, { rubric: RubricFrame; step: Of<"rubric">; place: number }>;
  /** Items under review, in `rubric` steps. */
  reviewed: Map<string, ItemFrame>;
  /** Items to answer, in `judge` steps. */
  judged: Map<string, ItemFrame>;
  score: Of<"score"> | null;
  prefer: Of<"prefer"> | null;
  asks: Map<string, Of<"ask">>;
  units: Map<string, AnswerUnit>;
};

const indexes = new WeakMap<ReviewFrame, FrameIndex>();

/** Cached per frame: a frame never changes. */
export function indexOf(frame: ReviewFrame): FrameIndex {
  const known = indexes.get(frame);
  if (known) return known;
  const index: FrameIndex = {
    rubrics: new Map(),
    reviewed: new Map(),
    judged: new Map(),
    score: null,
    prefer: null,
    asks: new Map(),
    units: new Map(),
  };
  for (const [place, step] of frame.steps.entries()) {
    if (step.type === "rubric") {
      for (const rubric of step.rubrics) {
        index.rubrics.set(rubric.key, { rubric, step, place });
        for (const item of rubric.items) index.reviewed.set(item.key, item);
      }
    } else if (step.type === "judge") {
      for (const item of step.items) {
        index.judged.set(item.key, item);
        index.units.set(item.key, unitIn(place, step.exposure, item.key, item));
      }
    } else if (step.type === "score") {
      if (index.score) continue;
      index.score = step;
      index.units.set(OVERALL, unitIn(place, step.exposure, OVERALL, step));
    } else if (step.type === "prefer") {
      if (index.prefer) continue;
      index.prefer = step;
      const scale = { type: step.form };
      index.units.set(PREFERENCE, unitIn(place, step.exposure, PREFERENCE, { ...step, scale }));
    } else if (step.type === "label") {
      const scale = { type: "labels", step } as const;
      for (const unit of step.units)
        index.units.set(unit.key, unitIn(place, step.exposure, unit.key, { ...unit, scale }));
    } else {
      index.asks.set(step.id, step);
    }
  }
  indexes.set(frame, index);
  return index;
}

function unitIn(
  step: number,
  exposure: Exposure,
  key: string,
  { scale, draft, withheld }: Pick<ItemFrame, "draft" | "withheld"> & { scale: AnswerScale },
): AnswerUnit {
  return { key, step, exposure, scale, draft, hasDraft: draft !== null || withheld === true };
}

/**
 * The key of a labelled unit among those of all steps. Item keys never clash with it: they would be changed.
 */
export const labelKey = (question: string, item: string | null) =>
  item === null ? `${LABEL}${question}` : `${LABEL}${question} ${item}`;
export const LABEL = "label ";

/** The name or the text by which the annotator knows an item or something labelled; null for the rest. */
export function nameOfUnit(frame: ReviewFrame, key: string): string | null {
  const { judged, reviewed, units } = indexOf(frame);
  const item = judged.get(key) ?? reviewed.get(key);
  if (item) return item.name ?? item.text;
  const scale = units.get(key)?.scale;
  const labelled = scale?.type === "labels" ? scale.step.units.find((unit) => unit.key === key) : undefined;
  return labelled?.name ?? labelled?.text ?? null;
}

/** The draft whose lines are decided under this key: an item's, or the overall score's. */
export function draftOf(frame: ReviewFrame, item: string): DraftView | null {
  return indexOf(frame).units.get(item)?.draft ?? null;
}

/** The visible lines of a draft, each with its index in the draft. */
export function visibleLines(draft: DraftView | null): { line: number; text: string }[] {
  return (draft?.lines ?? []).map((text, n) => ({ line: (draft?.first ?? 0) + n, text }));
}

/** The current value of a unit: the final one, or the own one until a draft was shown. */
export function valueNow(document: ReviewDocument, unit: string): UnitAnswer | null {
  return unit === OVERALL ? document.score : itemState(document, unit).answer;
}

const untouched: ItemState = { decision: null, answer: null, lines: {}, revealed: null, why: null };

/** The state of an item so far. */
export function itemState(document: ReviewDocument, item: string): ItemState {
  return (Object.hasOwn(document.items, item) && document.items[item]) || untouched;
}

/** An answer to an `ask` step, or null. */
export function questionAnswer(document: ReviewDocument, question: string): Answer | null {
  return (Object.hasOwn(document.asks, question) ? document.asks[question] : null) ?? null;
}

/** Time spent on an item, the overall score, or another named part of the page; null when not reported. */
export function timeOn(document: ReviewDocument, on: string) {
  return (Object.hasOwn(document.times, on) && document.times[on]) || null;
}

type Additions = Pick<ReviewDocument, "added">;

function inOrder(document: Additions, belongs: (added: Added) => boolean) {
  return Object.entries(document.added)
    .filter(([, added]) => belongs(added))
    .map(([id, added]) => ({ id, ...added }))
    .sort((a, b) => Date.parse(a.at) - Date.parse(b.at) || (a.id < b.id ? -1 : 1));
}

/** The items the annotator added to a rubric, oldest first. */
export function addedItems(document: Additions, rubric: string) {
  return inOrder(document, ({ target }) => "rubric" in target && target.rubric === rubric);
}

/** The explanation lines the annotator added to an item's (or the overall score's) draft, oldest first. */
export function addedLines(document: Additions, item: string) {
  return inOrder(document, ({ target }) => "item" in target && target.item === item);
}
