"use client";

import { useSyncExternalStore } from "react";
import type { AssignmentQueue, AssignmentQueueState } from "@/lib/review/client/assignment-queue";

const never = () => () => {};

/** State of the previous assignment's submission; undefined in previews, which have no queue. */
export function usePreviousSubmission(
  queue: AssignmentQueue | undefined,
): AssignmentQueueState["previousSubmission"] {
  const read = () => queue?.state().previousSubmission ?? "none";
  return useSyncExternalStore(queue?.subscribe ?? never, read, read);
}
