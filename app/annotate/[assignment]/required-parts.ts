"use client";

import { stepPartsOf } from "@/components/review/lazy-steps";
import { type LazyPart, onDemand } from "@/components/ui/on-demand";
import { isWorkedOn, type QueuedAssignment } from "@/lib/review/client/queued-assignment";

export const closedBanner = onDemand(() => import("./closed-banner").then((module) => module.ClosedBanner));
export const reopenedBanner = onDemand(() =>
  import("./reopened-banner").then((module) => module.ReopenedBanner),
);

/** Parts that must be loaded before the page can show an assignment. */
export function partsFor(current: Pick<QueuedAssignment, "view" | "opening">): LazyPart<unknown>[] {
  const steps = stepPartsOf(current.view);
  if (!isWorkedOn(current)) return [...steps, closedBanner];
  return current.view.reopened ? [...steps, reopenedBanner] : steps;
}
