"use client";

import { useEffect, useRef } from "react";

/**
 * Sets `--bottom-bar` to the height of the bar at the bottom, so that the page scrolls focused elements clear
 * of it. The height is 0 if the bar scrolls with the page.
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
