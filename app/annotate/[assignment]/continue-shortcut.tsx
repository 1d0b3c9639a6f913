"use client";

import { useEffect, useRef } from "react";
import { ContinueButton } from "@/app/annotate/continue-button";

/** Continue button with the focus, so that Enter moves on once the feedback is read. */
export function ContinueShortcut({ batch, name }: { batch: string; name: string }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.querySelector("button")?.focus(), []);
  return (
    <div ref={place}>
      <ContinueButton batch={batch} name={name} started big={false} />
    </div>
  );
}
