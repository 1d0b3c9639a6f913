"use client";

import { useEffect, useRef } from "react";
import { afterPaint } from "@/components/ui/after-paint";

const HEIGHT = "--bottom-bar";

/** The bar on the screen. */
let shown: HTMLElement | null = null;

/**
 * Sets `--bottom-bar` to the height of the bar at the bottom, so that the page scrolls focused elements clear
 * of it. The height is 0 if the bar scrolls with the page. It is inherited, and each change styles the whole page
 * anew: it stays while one bar takes the place of another.
 */
export function useBarHeight() {
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = bar.current;
    const { style } = document.documentElement;
    if (!element) return;
    shown = element;
    const observer = new ResizeObserver(() => {
      const covers = getComputedStyle(element).position === "sticky";
      const height = `${covers ? element.offsetHeight : 0}px`;
      if (style.getPropertyValue(HEIGHT) !== height) style.setProperty(HEIGHT, height);
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      if (shown === element) shown = null;
      afterPaint(() => shown ?? style.removeProperty(HEIGHT));
    };
  }, []);
  return bar;
}
