"use client";

import { stepPartsOf } from "@/components/review/lazy-steps";
import { type LazyPart, onDemand } from "@/components/ui/on-demand";
import { isWorkedOn, type QueuedAssignment } from "@/lib/review/client/assignment-queue";

export const closedBanner = onDemand(() => import("./closed-banner").then((module) => module.ClosedBanner));

/** The parts without which an assignment cannot be shown on its page. */
export function partsFor(sheet: Pick<QueuedAssignment, "view" | "opening">): LazyPart<unknown>[] {
  return isWorkedOn(sheet) ? stepPartsOf(sheet.view) : [...stepPartsOf(sheet.view), closedBanner];
}
