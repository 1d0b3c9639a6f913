"use client";

import { Activity, type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useIsHydrated } from "./use-is-hydrated";

interface RenderAheadProps {
  shown: boolean;
  children: ReactNode;
}

/**
 * Renders content before it is shown, while the browser is idle. Until it is shown, the content is detached
 * from the document and its effects do not run.
 */
export function RenderAhead({ shown, children }: RenderAheadProps) {
  const isHydrated = useIsHydrated();
  // Content shown from the start need not be built ahead.
  const [built] = useState(() => (isHydrated && !shown ? detachedElement() : null));
  const place = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    if (!built || !shown) return;
    place.current?.append(built);
    return () => built.remove();
  }, [built, shown]);

  if (!built) return shown ? children : null;
  return (
    <>
      <div ref={place} className="contents" />
      <Activity mode={shown ? "visible" : "hidden"}>{createPortal(children, built)}</Activity>
    </>
  );
}

/** An element that takes part in no layout of its own, outside of the document. */
export function detachedElement(): HTMLElement {
  const element = document.createElement("div");
  element.className = "contents";
  return element;
}
