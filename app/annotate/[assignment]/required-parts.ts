"use client";

import { stepPartsOf } from "@/components/review/lazy-steps";
import { type LazyPart, onDemand } from "@/components/ui/on-demand";
import { isWorkedOn, type QueuedAssignment } from "@/lib/review/client/queued-assignment";

export const closedBanner = onDemand(() => import("./closed-banner").then((module) => module.ClosedBanner));

/** Parts that must be loaded before the page can show an assignment. */
export function partsFor(current: Pick<QueuedAssignment, "view" | "opening">): LazyPart<unknown>[] {
  return isWorkedOn(current) ? stepPartsOf(current.view) : [...stepPartsOf(current.view), closedBanner];
}
