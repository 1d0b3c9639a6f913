"use client";

import { useSyncExternalStore } from "react";
import type { AutosaveState, ReviewSync } from "@/lib/review/client/autosave";

/** A part of what is known about saving; the component is drawn again when that part is another one. */
export function useSync<Part>(sync: ReviewSync, select: (snapshot: AutosaveState) => Part): Part {
  const read = () => select(sync.snapshot());
  return useSyncExternalStore(sync.subscribe, read, read);
}
