"use client";

import { useSyncExternalStore } from "react";
import type { AssignmentQueue, AssignmentQueueState } from "@/lib/review/client/assignment-queue";

/** Subscribes to a part of the queue's state; re-renders when the selected value changes identity. */
export function useAssignmentQueue<Part>(
  queue: AssignmentQueue,
  select: (state: AssignmentQueueState) => Part,
): Part {
  const read = () => select(queue.state());
  return useSyncExternalStore(queue.subscribe, read, read);
}
