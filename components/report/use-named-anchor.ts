"use client";

import { type RefObject, useLayoutEffect, useRef } from "react";

/**
 * Scrolls to the panel that the address names as soon as it is there, if its section is still where the browser
 * scrolled to when the section was empty.
 */
export function useNamedAnchor(
  section: RefObject<Element | null>,
  anchors: readonly string[],
  isThere: boolean,
): void {
  const wasThere = useRef(isThere);
  useLayoutEffect(() => {
    if (!isThere || wasThere.current) return;
    wasThere.current = true;
    const name = location.hash.slice(1);
    if (!section.current || !anchors.includes(name)) return;
    const { top } = section.current.getBoundingClientRect();
    if (top >= 0 && top < window.innerHeight / 2) document.getElementById(name)?.scrollIntoView();
  }, [section, anchors, isThere]);
}

/**
 * Scrolls to the panel or section that the address names where the page is still at its top. After Back to a report, the
 * browser restores the place that was read before a slow page is there.
 */
export function useAnchorOnOpening(): void {
  useLayoutEffect(() => {
    const name = location.hash.slice(1);
    if (name !== "" && window.scrollY === 0) document.getElementById(name)?.scrollIntoView();
  }, []);
}
