"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useEffect, useState } from "react";

/** Marks of pages that were left. Out of the browser's history they come back as they were then. */
const left = new Set<string>();

interface ReadAgainProps {
  /** Another one each time the server makes the page. */
  mark: string;
  /** Shown until a page that was left before has been read again; the old page itself where there is nothing else. */
  before?: ReactNode;
  children: ReactNode;
}

/**
 * A page that the browser's Back or Forward brings up again is not what the server would say now: work may have been
 * submitted since, and the address may be that of the assignment that came after it. It is read again.
 */
export function ReadAgain({ mark, before, children }: ReadAgainProps) {
  const router = useRouter();
  const [isOld] = useState(() => left.has(mark));
  const isWork = before !== undefined;
  useEffect(() => {
    if (!isOld) return;
    // The router would show what it has kept for this place in the history, whatever the address says.
    if (isWork) window.location.reload();
    else router.refresh();
  }, [isOld, isWork, router]);
  useEffect(() => {
    left.delete(mark);
    return () => void left.add(mark);
  }, [mark]);
  return isOld && isWork ? before : children;
}
