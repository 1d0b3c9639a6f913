"use client";

import clsx from "clsx";
import { type ReactNode, useEffect, useRef } from "react";
import { afterPaint } from "@/components/ui/after-paint";
import { useIsFocused, useReview } from "./context";
import { isPointing } from "./input-guard";
import { showFocused } from "./reading-area";

interface TargetBoxProps {
  id: string;
  /** What it is, for screen readers. */
  label: string;
  className?: string;
  children: ReactNode;
}

/** A place the keyboard can rest on. What has the focus is framed, and its clock runs. */
export function TargetBox({ id, label, className, children }: TargetBoxProps) {
  const { focus, point } = useReview();
  const isFocused = useIsFocused(id);
  const box = useRef<HTMLElement>(null);

  // The keyboard moved here: the browser's focus follows, unless it is inside already or has gone elsewhere meanwhile.
  useEffect(() => {
    if (!isFocused) return;
    const before = document.activeElement;
    return afterPaint(() => {
      const element = box.current;
      const now = document.activeElement;
      if (!element || element.contains(now) || (now !== before && now !== document.body)) return;
      // Who has only just come reads first: where the texts stand above, the page stays at its top.
      const isArrival = now === document.body && window.scrollY === 0;
      const fits = window.innerHeight >= document.documentElement.scrollHeight;
      // What moved under a pointer would be hit by its next click.
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
