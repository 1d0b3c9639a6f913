"use client";

import { useLayoutEffect, useRef } from "react";
import { type Pattern, patternElement } from "./pattern";

/** A square of a pattern, for a legend. */
export function PatternSwatch({ id, colour, pattern }: { id: string; colour: string; pattern: Pattern }) {
  const definitions = useRef<SVGDefsElement>(null);
  useLayoutEffect(() => {
    definitions.current?.replaceChildren(patternElement(id, pattern, colour));
  }, [id, pattern, colour]);
  return (
    <>
      <defs ref={definitions} />
      <rect x="1" y="1" width="12" height="12" rx="2" fill={`url(#${id})`} stroke={colour} />
    </>
  );
}
