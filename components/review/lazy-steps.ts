"use client";

import { type LazyPart, onDemand } from "@/components/ui/on-demand";
import type { ReviewFrame } from "@/lib/review/schema/stimulus";
import { besideDrafts, showsDrafts } from "./use-draft-parts";
import { asksExplanations, explanation } from "./use-explanation";

// Components that only some protocols need. They are loaded for those; all others load them once the
// annotator is at work.
export const rubricStep = onDemand(() => import("./rubric-step").then((module) => module.RubricStepView));
export const preferStep = onDemand(() => import("./prefer-step").then((module) => module.PreferStepView));
export const askStep = onDemand(() => import("./ask-step").then((module) => module.AskStepView));
export const labelStep = onDemand(() => import("./label-step").then((module) => module.LabelStepView));
export const pairView = onDemand(() => import("./pair-view").then((module) => module.PairView));

/** Parts that must be loaded before an assignment can be shown. */
export function stepPartsOf({
  frame,
  pair,
}: {
  frame: ReviewFrame;
  pair: object | null;
}): LazyPart<unknown>[] {
  const has = (type: ReviewFrame["steps"][number]["type"]) => frame.steps.some((step) => step.type === type);
  return [
    has("rubric") && rubricStep,
    has("prefer") && preferStep,
    has("label") && labelStep,
    has("ask") && askStep,
    pair !== null && pairView,
    showsDrafts(frame) && besideDrafts,
    asksExplanations(frame) && explanation,
  ].filter((part) => part !== false);
}
