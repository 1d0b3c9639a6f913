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
 * The assignment that was on the screen before, until the browser has drawn the current one and has nothing else to do:
 * taking its page apart delays no key press.
 */
export function usePreviousUntilIdle(queue: AssignmentQueue): QueuedAssignment | null {
  const current = useAssignmentQueue(queue, (state) => state.current);
  const [previous, setPrevious] = useState(current);
  const isLeft = previous.key !== current.key;
  // The server has opened it since: the same entry with another view.
  if (!isLeft && previous !== current) setPrevious(current);
  useEffect(() => {
    if (!isLeft) return;
    let isOver = false;
    const cancel = afterPaint(() => whenIdle(() => isOver || setPrevious(current)));
    return () => {
      isOver = true;
      cancel();
    };
  }, [isLeft, current]);
  return isLeft ? previous : null;
}

/**
 * The assignment after the one on the screen, once the browser has drawn that one and has nothing else to do: making it
 * ahead delays no key press. One that was on the screen before is made already.
 */
export function useNextWhenIdle(queue: AssignmentQueue): QueuedAssignment | null {
  const shown = useAssignmentQueue(queue, (state) => state.current.view.id);
  const next = useAssignmentQueue(queue, (state) => state.next);
  const id = next?.view.id ?? null;
  const [made, setMade] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    if (id === null) return;
    let isOver = false;
    const make = () => isOver || setMade(new Set([shown, id]));
    const cancel = afterPaint(() => whenIdle(make));
    return () => {
      isOver = true;
      cancel();
    };
  }, [shown, id]);
  return id !== null && made.has(id) ? next : null;
}
