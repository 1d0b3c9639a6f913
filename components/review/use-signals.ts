"use client";

import { useEffect } from "react";
import type { Autosave } from "@/lib/review/client/autosave";

/** Counts pastes into text fields of the page, where the batch says that they are counted. */
export function useSignals({ signals }: Autosave): void {
  useEffect(() => {
    if (!signals) return;
    const paste = ({ target, clipboardData }: ClipboardEvent) => {
      if (target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement)
        signals.paste(clipboardData?.getData("text/plain") ?? "");
    };
    document.addEventListener("paste", paste, { capture: true });
    return () => document.removeEventListener("paste", paste, { capture: true });
  }, [signals]);
}
