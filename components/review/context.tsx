"use client";

import { createContext, type ReactNode, useContext, useMemo, useSyncExternalStore } from "react";
import type { UnstampedOp } from "@/lib/review/client/autosave";
import { isAwaited } from "@/lib/review/rules/reveal";
import { addedItems, addedLines, indexOf, itemState } from "@/lib/review/rules/selectors";
import type { Decided, ItemState, OpRefusal } from "@/lib/review/schema/document";
import type { ReviewState, ReviewStore } from "./store";
import type { Revealable } from "./targets";

/** What every part of the workbench shares; the same as long as one assignment is on the screen. */
export type ReviewContextValue = {
  store: ReviewStore;
  perform: (gesture: UnstampedOp) => OpRefusal | null;
  /** Asks for a draft that is not shown yet, and goes to it. */
  reveal: (about: Revealable) => void;
  focus: (target: string) => void;
  /** Something was done at a target: on to the reason that it owes, else to what is undecided next. */
  advance: (target: string) => void;
  edit: (target: string | null) => void;
  /** A text is finished: back to where its author was before beginning a new one, else on from its target. */
  finish: (target: string) => void;
  askWhy: (target: string | null) => void;
  point: (target: string | null) => void;
  /** The way from a draft to how it was made, where whoever looks may go it. */
  originOf?: OriginOf;
};

/** Of a rubric's items, or of the value of an item (or of the response as a whole), by their keys in the frame. */
export type OriginOf = (of: { rubric: string } | { unit: string }, about: string) => ReactNode;

const ReviewContext = createContext<ReviewContextValue | null>(null);
const ReadOnlyContext = createContext(false);

export const ReviewProvider = ReviewContext.Provider;
export const ReadOnlyProvider = ReadOnlyContext.Provider;

/** What can be done. */
export function useReview(): ReviewContextValue {
  const review = useContext(ReviewContext);
  if (!review) throw new Error("useReview outside of a workbench");
  return review;
}

/** Whether nothing can be changed now. */
export function useReadOnly(): boolean {
  return useContext(ReadOnlyContext);
}

/**
 * A part of the state, such as one item or whether something has the focus. The component is drawn again when that part
 * is another one, so it is to be as small as what is shown, and the same object while nothing in it has changed.
 */
export function useReviewState<Part>(select: (state: ReviewState) => Part): Part {
  const { store } = useReview();
  const read = () => select(store.state());
  return useSyncExternalStore(store.subscribe, read, read);
}

/** What was done with an item so far. */
export function useItem(item: string): ItemState {
  return useReviewState(({ document }) => itemState(document, item));
}

/** What was decided on a drafted item, or on a line of a drafted explanation. */
export function useDecision(target: { item: string } | { item: string; line: number }): Decided | null {
  return useReviewState(({ document }) => {
    const { decision, lines } = itemState(document, target.item);
    return "line" in target ? (lines[target.line] ?? null) : decision;
  });
}

/** The items the annotator added to a rubric. */
export function useAddedItems(rubric: string) {
  const added = useReviewState(({ document }) => document.added);
  return useMemo(() => addedItems({ added }, rubric), [added, rubric]);
}

/** The explanation lines the annotator added to a draft. */
export function useAddedLines(item: string) {
  const added = useReviewState(({ document }) => document.added);
  return useMemo(() => addedLines({ added }, item), [added, item]);
}

/** Whether the draft of a unit is to be seen now and is still on its way. */
export function useIsWaiting(item: string): boolean {
  return useReviewState(({ frame, document }) => {
    const unit = indexOf(frame).units.get(item);
    return unit !== undefined && isAwaited(document, unit);
  });
}

/** Whether a target has the focus. */
export function useIsFocused(target: string): boolean {
  return useReviewState(({ focused }) => focused === target);
}
