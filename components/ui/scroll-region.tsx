"use client";

import clsx from "clsx";
import { type ReactNode, useEffect, useRef, useState } from "react";

interface ScrollRegionProps {
  /** Its name for screen readers. */
  label: string;
  className?: string;
  /** On a page that is read without scripts too: where nothing measures it, it may well scroll. */
  withoutScript?: boolean;
  children: ReactNode;
}

/** Something wider or longer than its place: it scrolls by itself, and the keyboard can scroll it too. */
export function ScrollRegion({ label, className, withoutScript = false, children }: ScrollRegionProps) {
  const region = useRef<HTMLDivElement>(null);
  const [scrolls, setScrolls] = useState(withoutScript);

  useEffect(() => {
    const element = region.current;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      setScrolls(
        element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1,
      );
      markEdge(element);
      keepClearOfSticky(element);
    });
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    return () => observer.disconnect();
  }, []);

  return (
    // biome-ignore lint/a11y/useSemanticElements: a section would be a landmark, and a text may have dozens; a fieldset is for forms
    <div
      ref={region}
      role="group"
      aria-label={label}
      // Without something to scroll it would be a stop on the way for nothing.
      tabIndex={scrolls ? 0 : undefined}
      onScroll={({ currentTarget }) => markEdge(currentTarget)}
      className={clsx(
        "relative min-w-0 overflow-auto overscroll-x-contain print:overflow-visible focus-visible:-outline-offset-2",
        "data-more:shadow-more-after rtl:data-more:shadow-more-before print:shadow-none!",
        className,
      )}
    >
      {children}
    </div>
  );
}

/** What gets the focus is scrolled to beside the columns that stay in sight, not below them. */
function keepClearOfSticky(element: HTMLElement): void {
  const widthOf = (side: "start" | "end") =>
    element.querySelector<HTMLElement>(`[data-sticky=${side}]`)?.offsetWidth ?? 0;
  element.style.scrollPaddingInline = `${widthOf("start")}px ${widthOf("end")}px`;
}

/** Columns may end exactly where the place does: a shadow says that more of them follow. */
function markEdge(element: HTMLElement): void {
  const after = element.scrollWidth - element.clientWidth - Math.abs(element.scrollLeft);
  element.toggleAttribute("data-more", after > 1);
}
