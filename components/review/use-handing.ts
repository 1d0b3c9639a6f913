"use client";

import { useSyncExternalStore } from "react";
import type { AssignmentQueue, AssignmentQueueState } from "@/lib/review/client/assignment-queue";

const never = () => () => {};

/** Whether the assignment before this one is on its way to the server; none is in a preview, which has no desk. */
export function useHanding(desk: AssignmentQueue | undefined): AssignmentQueueState["handing"] {
  const read = () => desk?.state().handing ?? "no";
  return useSyncExternalStore(desk?.subscribe ?? never, read, read);
}
