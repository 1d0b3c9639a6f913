"use client";

import { useEffect, useState, useSyncExternalStore } from "react";
import { afterPaint, whenIdle } from "@/components/ui/after-paint";
import type { AssignmentQueue, AssignmentQueueState } from "@/lib/review/client/assignment-queue";
import type { QueuedAssignment } from "@/lib/review/client/queued-assignment";

/** Subscribes to a part of the queue's state; re-renders when the selected value changes identity. */
export function useAssignmentQueue<Part>(
  queue: AssignmentQueue,
  select: (state: AssignmentQueueState) => Part,
): Part {
  const read = () => select(queue.state());
  return useSyncExternalStore(queue.subscribe, read, read);
}

/**
 * The assignment after the one on the screen, once the browser has drawn that one and has nothing else to do: making it
 * ahead delays no key press.
 */
export function useNextWhenIdle(queue: AssignmentQueue): QueuedAssignment | null {
  const next = useAssignmentQueue(queue, (state) => state.next);
  const [ahead, setAhead] = useState<QueuedAssignment | null>(null);
  useEffect(() => {
    let isOver = false;
    const cancel = afterPaint(() => whenIdle(() => isOver || setAhead(next)));
    return () => {
      isOver = true;
      cancel();
    };
  }, [next]);
  return ahead;
}
