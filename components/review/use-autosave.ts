"use client";

import { useSyncExternalStore } from "react";
import type { Autosave } from "@/lib/review/client/autosave";
import type { AutosaveState } from "@/lib/review/client/autosave-state";

/** Subscribes to a part of the save state; re-renders when the selected value changes identity. */
export function useAutosave<Part>(sync: Autosave, select: (snapshot: AutosaveState) => Part): Part {
  const read = () => select(sync.snapshot());
  return useSyncExternalStore(sync.subscribe, read, read);
}
