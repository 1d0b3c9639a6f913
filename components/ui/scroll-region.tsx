"use client";

import clsx from "clsx";
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";

interface ScrollRegionProps {
  /** Accessible name. */
  label: string;
  className?: string;
  /** Also used on pages without scripts: it may scroll although nothing measures it. */
  withoutScript?: boolean;
  children: ReactNode;
}

/** A container for wide or long content, scrollable by pointer and keyboard. */
export function ScrollRegion({ label, className, withoutScript = false, children }: ScrollRegionProps) {
  const region = useRef<HTMLDivElement>(null);
  const [scrolls, setScrolls] = useState(withoutScript);

  // Before anybody can tab: a region that scrolls is focusable from the first frame.
  useLayoutEffect(() => {
    const element = region.current;
    if (!element) return;
    const measure = () => {
      setScrolls(
        element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1,
      );
      markEdge(element);
      keepClearOfSticky(element);
    };
    measure();
    const observer = new ResizeObserver(measure);
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
      // Focusable only if it scrolls.
      tabIndex={scrolls ? 0 : undefined}
      onScroll={({ currentTarget }) => markEdge(currentTarget)}
      // isolate: sticky headings inside stay below the sticky bars of the page.
      className={clsx(
        "group/region relative isolate min-w-0 overflow-auto overscroll-x-contain print:overflow-visible focus-visible:-outline-offset-2",
        "data-more:shadow-more-after rtl:data-more:shadow-more-before print:shadow-none!",
        className,
      )}
    >
      {children}
    </div>
  );
}

/** Scrolls focused elements clear of sticky columns. */
function keepClearOfSticky(element: HTMLElement): void {
  const widthOf = (side: "start" | "end") =>
    element.querySelector<HTMLElement>(`[data-sticky=${side}]`)?.offsetWidth ?? 0;
  element.style.scrollPaddingInline = `${widthOf("start")}px ${widthOf("end")}px`;
}

/** Shows a shadow at the edge when more columns follow: a column may end exactly there. */
function markEdge(element: HTMLElement): void {
  const after = element.scrollWidth - element.clientWidth - Math.abs(element.scrollLeft);
  element.toggleAttribute("data-more", after > 1);
}
