"use client";

import { onDemand } from "@/components/ui/on-demand";
import type { ReviewFrame } from "@/lib/review/schema/stimulus";
import { useReviewState } from "./context";

/** Loaded for protocols that show drafts of a value. */
export const besideDrafts = onDemand(() => import("./draft-parts").then((module) => module.BESIDE_DRAFTS));

/** Parts around a value with a draft; null in protocols that show no drafts of values. */
export function useBesideDrafts() {
  const isShown = useReviewState(({ frame }) => showsDrafts(frame));
  return (isShown && besideDrafts.loaded()) || null;
}

export const showsDrafts = ({ steps }: ReviewFrame) =>
  steps.some((step) => step.type !== "rubric" && step.type !== "ask" && step.exposure !== "none");
