"use client";

import clsx from "clsx";
import { type ReactNode, useEffect, useRef } from "react";
import { afterPaint } from "@/components/ui/after-paint";
import { useIsFocused, useReview } from "./context";
import { isPointing } from "./input-guard";
import { showFocused } from "./reading-area";

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

  // Moves the browser's focus to the target, unless it is inside already or has gone elsewhere meanwhile.
  useEffect(() => {
    if (!isFocused) return;
    const before = document.activeElement;
    return afterPaint(() => {
      const element = box.current;
      const now = document.activeElement;
      if (!element || element.contains(now) || (now !== before && now !== document.body)) return;
      // On arrival the annotator reads first: where the texts are above, the page stays at its top.
      const isArrival = now === document.body && window.scrollY === 0;
      const fits = window.innerHeight >= document.documentElement.scrollHeight;
      // Scrolling under a pointer would redirect its next click.
      if (!isPointing() && (!isArrival || fits)) showFocused(element);
      element.focus({ preventScroll: true });
    });
  }, [isFocused]);

  return (
    <section
      ref={box}
      data-target={id}
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
