"use client";

import { createContext, type ReactNode, useContext, useMemo, useSyncExternalStore } from "react";
import type { TypedOp, UnstampedOp } from "@/lib/review/client/autosave-state";
import { explainsOwnValue } from "@/lib/review/rules/explanations";
import { isAwaited } from "@/lib/review/rules/reveal";
import { addedItems, addedLines, indexOf, itemState } from "@/lib/review/rules/selectors";
import type { Decided, ItemState, OpRefusal } from "@/lib/review/schema/document";
import type { ReviewState, ReviewStore } from "./store";
import type { Revealable } from "./targets";

/** State shared by all parts of the workbench; stable while one assignment is shown. */
export type ReviewContextValue = {
  store: ReviewStore;
  perform: (op: UnstampedOp) => OpRefusal | null;
  /** Saves a text while it is typed: until `leaveText`, all of it is undone in one step. */
  write: (op: TypedOp) => OpRefusal | null;
  leaveText: () => void;
  /** Requests a hidden draft and moves the focus to it. */
  reveal: (about: Revealable) => void;
  focus: (target: string) => void;
  /** Continues after an action on a target: to the reason it requires, else to the next undecided target. */
  advance: (target: string) => void;
  /** Starts a new text at its place, named by `addTarget`. */
  begin: (place: string) => void;
  /** Begins a new line of a unit with words of the response, and opens it where they end. */
  quote: (item: string, quotation: string) => void;
  edit: (target: string | null) => void;
  /**
   * Called when the annotator has finished a text. The focus returns to where it was before a new text was
   * begun; after a revision it moves on from the target of the revised draft (`from`, null for a new text).
   */
  finish: (from: string | null) => void;
  askWhy: (target: string | null) => void;
  point: (target: string | null) => void;
  /** Link from a draft to its provenance, for those who may see it. */
  originOf?: OriginOf;
};

/** Renders the provenance of a rubric's items or of an item's (or the overall) value, by frame key. */
export type OriginOf = (of: { rubric: string } | { unit: string }, about: string) => ReactNode;

const ReviewContext = createContext<ReviewContextValue | null>(null);
const ReadOnlyContext = createContext(false);

export const ReviewProvider = ReviewContext.Provider;
export const ReadOnlyProvider = ReadOnlyContext.Provider;

/** The actions of the workbench. */
export function useReview(): ReviewContextValue {
  const review = useContext(ReviewContext);
  if (!review) throw new Error("useReview outside of a workbench");
  return review;
}

/** True when nothing can be changed now. */
export function useReadOnly(): boolean {
  return useContext(ReadOnlyContext);
}

/**
 * Subscribes to a part of the state, such as one item. The component re-renders when the selected value
 * changes identity, so select as little as is shown, and a stable object.
 */
export function useReviewState<Part>(select: (state: ReviewState) => Part): Part {
  const { store } = useReview();
  const read = () => select(store.state());
  return useSyncExternalStore(store.subscribe, read, read);
}

/** State of an item: its decisions and values. */
export function useItem(item: string): ItemState {
  return useReviewState(({ document }) => itemState(document, item));
}

/** Decision on a drafted item or explanation line. */
export function useDecision(target: { item: string } | { item: string; line: number }): Decided | null {
  return useReviewState(({ document }) => {
    const { decision, lines } = itemState(document, target.item);
    return "line" in target ? (lines[target.line] ?? null) : decision;
  });
}

/** Items the annotator added to a rubric. */
export function useAddedItems(rubric: string) {
  const added = useReviewState(({ document }) => document.added);
  return useMemo(() => addedItems({ added }, rubric), [added, rubric]);
}

/** Explanation lines the annotator added to a draft. */
export function useAddedLines(item: string) {
  const added = useReviewState(({ document }) => document.added);
  return useMemo(() => addedLines({ added }, item), [added, item]);
}

/** The lines the annotator added to a unit: those that explain the value given before its draft, and those after. */
export function useLinesBySight(item: string) {
  const lines = useAddedLines(item);
  // Ids in one string: the same value as long as none of the lines changes sides.
  const before = useReviewState(({ document }) =>
    addedLines(document, item)
      .flatMap(({ id }) => (explainsOwnValue(document.ops, id, item) ? [id] : []))
      .join(" "),
  );
  return useMemo(() => {
    const initial = new Set(before.split(" "));
    return {
      initial: lines.filter(({ id }) => initial.has(id)),
      later: lines.filter(({ id }) => !initial.has(id)),
    };
  }, [lines, before]);
}

/** True while a unit's revealed draft is still loading. */
export function useIsWaiting(item: string): boolean {
  return useReviewState(({ frame, document }) => {
    const unit = indexOf(frame).units.get(item);
    return unit !== undefined && isAwaited(document, unit);
  });
}

/** True if a target has the focus. */
export function useIsFocused(target: string): boolean {
  return useReviewState(({ focused }) => focused === target);
}
