"use client";

import { partsOf } from "@/components/review/lazy-steps";
import { onDemand, type Part } from "@/components/ui/on-demand";
import { isWorkedOn, type Sheet } from "@/lib/review/client/assignment-queue";

export const closedBanner = onDemand(() => import("./closed-banner").then((module) => module.ClosedBanner));

/** The parts without which an assignment cannot be shown on its page. */
export function partsFor(sheet: Pick<Sheet, "view" | "opening">): Part<unknown>[] {
  return isWorkedOn(sheet) ? partsOf(sheet.view) : [...partsOf(sheet.view), closedBanner];
}
