"use client";

import { useEffect, useState } from "react";
import type { ReadingClock, ToRead } from "./reading-clock";

const LOOK_MS = 250;

/**
 * Whole seconds until all of these texts have been on screen for their reading time. 0 when they have; null
 * while a part of them has never been on screen.
 */
export function useReadingTime(clock: ReadingClock, texts: readonly ToRead[]): number | null {
  const secondsLeft = () => seconds(clock.left(texts, performance.now()));
  const [left, setLeft] = useState(secondsLeft);
  useEffect(() => {
    const visible = new Set<string>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const entry of entries) {
          const id = (entry.target as HTMLElement).dataset.target ?? "";
          if (isReadable(entry)) visible.add(id);
          else visible.delete(id);
        }
      },
      { threshold: [0, 0.25, 0.5, 0.75, 1] },
    );
    for (const { id } of texts) {
      const box = document.querySelector(`[data-target="${CSS.escape(id)}"]`);
      if (box) observer.observe(box);
    }
    let last = performance.now();
    function look() {
      const now = performance.now();
      if (document.visibilityState === "visible") clock.see(visible, last, now);
      last = now;
      // Also updates after the time is over: agreeing with another draft can start it again.
      setLeft(seconds(clock.left(texts, now)));
    }
    const timer = setInterval(look, LOOK_MS);
    look();
    return () => {
      clearInterval(timer);
      observer.disconnect();
    };
  }, [clock, texts]);
  return left;
}

const seconds = (left: number | null) => (left === null ? null : Math.ceil(left / 1000));

/** True if at least half of the element is visible, or it fills half of the screen. */
function isReadable({ intersectionRatio, intersectionRect, rootBounds }: IntersectionObserverEntry): boolean {
  return intersectionRatio >= 0.5 || intersectionRect.height >= (rootBounds?.height ?? 0) / 2;
}
