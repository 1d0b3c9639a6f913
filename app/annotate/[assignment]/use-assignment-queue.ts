"use client";

import { useSyncExternalStore } from "react";
import type { Desk, DeskState } from "@/lib/review/client/assignment-queue";

/** A part of what lies on the desk; the component is drawn again when that part is another one. */
export function useDesk<Part>(desk: Desk, select: (state: DeskState) => Part): Part {
  const read = () => select(desk.state());
  return useSyncExternalStore(desk.subscribe, read, read);
}
