"use client";

import clsx from "clsx";
import { type ReactNode, useEffect, useRef } from "react";
import { afterPaint } from "@/components/ui/after-paint";
import { useIsFocused, useReview } from "./context";
import { isPointing } from "./ignore-repeated-input";
import { showFocused } from "./scroll-to-focused";

interface TargetBoxProps {
  id: string;
  /** Accessible name. */
  label: string;
  className?: string;
  children: ReactNode;
}

/** A focusable target of the workbench. The focused one is framed, and its time is counted. */
export function TargetBox({ id, label, className, children }: TargetBoxProps) {
  const { focus, point } = useReview();
  const isFocused = useIsFocused(id);
  const box = useRef<HTMLElement>(null);

  // Moves the browser's focus to the target, unless the focus is inside it already, or the annotator has
  // moved it elsewhere meanwhile.
  useEffect(() => {
    if (!isFocused) return;
    const before = document.activeElement;
    return afterPaint(() => {
      const element = box.current;
      const now = document.activeElement;
      if (!element || element.contains(now) || (now !== before && now !== document.body)) return;
      // When an assignment opens, the annotator reads first: where the texts are above, the page stays at its
      // top.
      const isArrival = now === document.body && window.scrollY === 0;
      const fits = window.innerHeight >= document.documentElement.scrollHeight;
      // Do not scroll under a pointer: its next click would hit something else.
      if (!isPointing() && (!isArrival || fits)) showFocused(element);
      element.focus({ preventScroll: true });
    });
  }, [isFocused]);

  return (
    <section
      ref={box}
      data-target={id}
      data-takes-keys={isFocused ? "" : undefined}
      tabIndex={-1}
      aria-label={label}
      onFocusCapture={() => focus(id)}
      onPointerEnter={() => point(id)}
      onPointerLeave={() => point(null)}
      className={clsx(
        "min-w-0 outline-none",
        isFocused &&
          "rounded-md ring-2 ring-focus ring-offset-2 ring-offset-surface forced-colors:outline-2 forced-colors:outline-offset-2",
        className,
      )}
    >
      {children}
    </section>
  );
}
