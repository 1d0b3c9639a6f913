"use client";

import { type RefObject, useEffect, useState } from "react";

/**
 * The distance below the window up to which something counts as in sight, so that it is there when the reader
 * arrives.
 */
const AHEAD = "400px";

/** True once an element has been in sight, or nearly. Nothing in a closed section is. */
export function useInSight(element: RefObject<Element | null>): boolean {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (isSeen || !element.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
      },
      { rootMargin: `${AHEAD} 0px` },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, isSeen]);
  return isSeen;
}
