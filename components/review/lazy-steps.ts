"use client";

import { type LazyPart, onDemand } from "@/components/ui/on-demand";
import type { ReviewFrame } from "@/lib/review/schema/stimulus";
import { useReviewState } from "./context";

// What only some protocols have is fetched for those; once somebody is at work, the rest comes too.
export const rubricStep = onDemand(() => import("./rubric-step").then((module) => module.RubricStepView));
export const preferStep = onDemand(() => import("./prefer-step").then((module) => module.PreferStepView));
export const labelStep = onDemand(() => import("./label-step").then((module) => module.LabelStepView));
export const pairView = onDemand(() => import("./pair-view").then((module) => module.PairView));
const besideDrafts = onDemand(() => import("./beside-drafts").then((module) => module.BESIDE_DRAFTS));

/** The parts without which an assignment cannot be shown. */
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
    pair !== null && pairView,
    showsDrafts(frame) && besideDrafts,
  ].filter((part) => part !== false);
}

/** What stands around a value that is drafted too; null in a protocol that shows drafts of no value. */
export function useBesideDrafts() {
  const isShown = useReviewState(({ frame }) => showsDrafts(frame));
  return (isShown && besideDrafts.loaded()) || null;
}

const showsDrafts = ({ steps }: ReviewFrame) =>
  steps.some((step) => step.type !== "rubric" && step.type !== "ask" && step.exposure !== "none");
