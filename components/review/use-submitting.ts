"use client";

import { useSyncExternalStore } from "react";
import type { AssignmentQueue, AssignmentQueueState } from "@/lib/review/client/assignment-queue";

const never = () => () => {};

/** Whether the assignment before this one is on its way to the server; none is in a preview, which has no queue. */
export function useSubmitting(queue: AssignmentQueue | undefined): AssignmentQueueState["submitting"] {
  const read = () => queue?.state().submitting ?? "no";
  return useSyncExternalStore(queue?.subscribe ?? never, read, read);
}
