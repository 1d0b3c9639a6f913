"use client";

import { type RefObject, useEffect, useState } from "react";

/** True if a pane is too low for its content; true until it is measured, and while its height is not limited. */
export function useIsClipped(
  pane: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
): boolean {
  const [isClipped, setClipped] = useState(true);
  useEffect(() => {
    const [outer, inner] = [pane.current, content.current];
    if (!outer || !inner) return;
    const observer = new ResizeObserver(() => {
      const limit = Number.parseFloat(getComputedStyle(outer).maxHeight);
      // A view that is made ahead has no height yet.
      if (inner.offsetHeight > 0) setClipped(Number.isNaN(limit) || inner.offsetHeight > limit);
    });
    observer.observe(outer);
    observer.observe(inner);
    return () => observer.disconnect();
  }, [pane, content]);
  return isClipped;
}
