"use client";

import { type RefObject, useEffect } from "react";
import { findFreePosition, overlap, type ScreenBox } from "./free-position";

const CONTROLS =
  "a[href], button, input, label, select, summary, textarea, [role=button], [role=slider], [tabindex='0']";

/**
 * Keeps a floating element from covering controls of the page: it moves to a free position, again after the page
 * has changed or scrolled. If there is none it stays, and clicks pass through it, except on its own buttons.
 */
export function useFreePosition(floating: RefObject<HTMLElement | null>, isShown: boolean): void {
  useEffect(() => {
    const element = floating.current;
    if (!isShown || !element) return;
    let frame = 0;
    const look = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => place(element));
    };
    look();
    const sizes = new ResizeObserver(look);
    sizes.observe(element);
    sizes.observe(document.body);
    const changes = new MutationObserver(look);
    changes.observe(document.body, { childList: true, characterData: true, subtree: true });
    const signs = ["scroll", "resize"] as const;
    for (const sign of signs) window.addEventListener(sign, look, { capture: true, passive: true });
    return () => {
      cancelAnimationFrame(frame);
      sizes.disconnect();
      changes.disconnect();
      for (const sign of signs) window.removeEventListener(sign, look, { capture: true });
    };
  }, [floating, isShown]);
}

function place(element: HTMLElement): void {
  const own = element.getBoundingClientRect();
  if (own.height === 0) return;
  const others = controlsBeside(element);
  const isFree = !others.some((other) => overlap(own, other));
  if (isFree && own.top >= 0) {
    element.style.pointerEvents = "";
    return;
  }
  const size = { width: innerWidth, height: innerHeight };
  const found = findFreePosition(own, size, others, getComputedStyle(element).direction === "rtl");
  element.style.pointerEvents = found ? "" : "none";
  if (!found) return;
  element.style.inset = `${found.top}px auto auto ${found.left}px`;
}

function controlsBeside(element: HTMLElement): ScreenBox[] {
  return [...document.querySelectorAll<HTMLElement>(CONTROLS)].flatMap((control) => {
    if (element.contains(control)) return [];
    const box = control.getBoundingClientRect();
    const isInSight = box.width > 1 && box.bottom > 0 && box.top < innerHeight;
    return isInSight ? [box] : [];
  });
}
