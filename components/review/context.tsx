"use client";

import { createContext, type ReactNode, useContext } from "react";
import type { Gesture } from "@/lib/review/client/sync";
import type { OpRefusal, ReviewDocument, ReviewFrame } from "@/lib/review/schema";
import type { Revealable } from "./targets";

/** What every part of the workbench shares. */
export type Review = {
  frame: ReviewFrame;
  document: ReviewDocument;
  perform: (gesture: Gesture) => OpRefusal | null;
  /** Asks for a draft that is not shown yet, and goes to it. */
  reveal: (about: Revealable) => void;
  /** The target with the focus. */
  focused: string | null;
  focus: (target: string) => void;
  /** The target whose text is being edited. */
  editing: string | null;
  edit: (target: string | null) => void;
  /** The target whose reason is to have the keyboard; null once it has it. */
  asking: string | null;
  askWhy: (target: string | null) => void;
  /** The target the pointer is over, for the passages it quotes. */
  point: (target: string | null) => void;
  readOnly: boolean;
  /** The way from a draft to how it was made, where whoever looks may go it. */
  originOf?: OriginOf;
};

/** Of a rubric's items, or of the value of an item (or of the response as a whole), by their keys in the frame. */
export type OriginOf = (of: { rubric: string } | { unit: string }, about: string) => ReactNode;

const ReviewContext = createContext<Review | null>(null);

export const ReviewProvider = ReviewContext.Provider;

export function useReview(): Review {
  const review = useContext(ReviewContext);
  if (!review) throw new Error("useReview outside of a workbench");
  return review;
}
