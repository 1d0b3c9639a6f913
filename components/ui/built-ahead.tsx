"use client";

import { Activity, type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useIsHydrated } from "./use-is-hydrated";

interface BuiltAheadProps {
  shown: boolean;
  children: ReactNode;
}

/**
 * Something that is built before it is shown, while the browser has nothing else to do. Until then it is in no document:
 * nothing finds it, and its effects wait. To show it is to put it in its place.
 */
export function BuiltAhead({ shown, children }: BuiltAheadProps) {
  const isHydrated = useIsHydrated();
  // What is shown from the start has nothing to be built ahead of.
  const [built] = useState(() => (isHydrated && !shown ? elsewhere() : null));
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

function elsewhere(): HTMLElement {
  const element = document.createElement("div");
  element.className = "contents";
  return element;
}
