"use client";

import { useEffect, useRef } from "react";

/**
 * Tells the style sheet how high the bar at the bottom is (`--bottom-bar`), so that whatever takes the focus is scrolled
 * clear of it. A bar that scrolls with the page covers nothing.
 */
export function useBarHeight() {
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = bar.current;
    const { style } = document.documentElement;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      const covers = getComputedStyle(element).position === "sticky";
      style.setProperty("--bottom-bar", `${covers ? element.offsetHeight : 0}px`);
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.removeProperty("--bottom-bar");
    };
  }, []);
  return bar;
}
