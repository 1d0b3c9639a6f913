import { OVERALL } from "@/lib/dataset/schema";
import type {
  Added,
  DraftView,
  ItemFrame,
  ItemState,
  ReviewDocument,
  ReviewFrame,
  RubricFrame,
  StepFrame,
} from "@/lib/review/schema";

type Of<T extends StepFrame["type"]> = Extract<StepFrame, { type: T }>;

/** Where everything an operation can name is found in a frame. */
export type FrameIndex = {
  rubrics: Map<string, { rubric: RubricFrame; step: Of<"rubric"> }>;
  /** Items under review, of `rubric` steps. */
  reviewed: Map<string, ItemFrame>;
  /** Items to answer, of `judge` steps. */
  judged: Map<string, ItemFrame>;
  score: Of<"score"> | null;
  asks: Map<string, Of<"ask">>;
};

const indexes = new WeakMap<ReviewFrame, FrameIndex>();

/** Made once per frame: a frame never changes. */
export function indexOf(frame: ReviewFrame): FrameIndex {
  const known = indexes.get(frame);
  if (known) return known;
  const index: FrameIndex = {
    rubrics: new Map(),
    reviewed: new Map(),
    judged: new Map(),
    score: null,
    asks: new Map(),
  };
  for (const step of frame.steps) {
    if (step.type === "rubric") {
      for (const rubric of step.rubrics) {
        index.rubrics.set(rubric.key, { rubric, step });
        for (const item of rubric.items) index.reviewed.set(item.key, item);
      }
    } else if (step.type === "judge") {
      for (const item of step.items) index.judged.set(item.key, item);
    } else if (step.type === "score") {
      index.score ??= step;
    } else {
      index.asks.set(step.id, step);
    }
  }
  indexes.set(frame, index);
  return index;
}

/** The draft whose lines are decided under this name: an item's, or the overall score's. */
export function draftOf(frame: ReviewFrame, item: string): DraftView | null {
  const index = indexOf(frame);
  return item === OVERALL ? (index.score?.draft ?? null) : (index.judged.get(item)?.draft ?? null);
}

const untouched: ItemState = { decision: null, answer: null, lines: {} };

/** What was done with an item so far. */
export function itemState(document: ReviewDocument, item: string): ItemState {
  return (Object.hasOwn(document.items, item) && document.items[item]) || untouched;
}

/** An answer to an `ask` step, or null. */
export function askAnswer(document: ReviewDocument, question: string): string | null {
  return (Object.hasOwn(document.asks, question) && document.asks[question]) || null;
}

/** Time spent on an item, the overall score, or another named place; null when none was reported. */
export function timeOn(document: ReviewDocument, on: string) {
  return (Object.hasOwn(document.times, on) && document.times[on]) || null;
}

function inOrder(document: ReviewDocument, belongs: (added: Added) => boolean) {
  return Object.entries(document.added)
    .filter(([, added]) => belongs(added))
    .map(([id, added]) => ({ id, ...added }))
    .sort((a, b) => Date.parse(a.at) - Date.parse(b.at) || (a.id < b.id ? -1 : 1));
}

/** The items the annotator added to a rubric, oldest first. */
export function addedItems(document: ReviewDocument, rubric: string) {
  return inOrder(document, ({ target }) => "rubric" in target && target.rubric === rubric);
}

/** The explanation lines the annotator added to an item's (or the overall score's) draft, oldest first. */
export function addedLines(document: ReviewDocument, item: string) {
  return inOrder(document, ({ target }) => "item" in target && target.item === item);
}
