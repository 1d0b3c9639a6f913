"use client";

import { useSyncExternalStore } from "react";
import type { AssignmentQueue, AssignmentQueueState } from "@/lib/review/client/assignment-queue";

/** A part of the queue's state; the component is drawn again when that part is another one. */
export function useAssignmentQueue<Part>(
  queue: AssignmentQueue,
  select: (state: AssignmentQueueState) => Part,
): Part {
  const read = () => select(queue.state());
  return useSyncExternalStore(queue.subscribe, read, read);
}
