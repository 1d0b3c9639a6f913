"use client";

import { onDemand } from "@/components/ui/on-demand";
import type { ReviewFrame } from "@/lib/review/schema/stimulus";
import { useReviewState } from "./context";

/** Loaded for protocols that ask for explanations without a draft. */
export const explanation = onDemand(() => import("./explanation").then((module) => module.Explanation));

/** The explanation of a value without a draft; null in protocols that ask for none. */
export function useExplanation() {
  const isAsked = useReviewState(({ frame }) => asksExplanations(frame));
  return (isAsked && explanation.loaded()) || null;
}

export const asksExplanations = ({ steps }: ReviewFrame) =>
  steps.some((step) => "explanations" in step && step.explanations !== undefined);
