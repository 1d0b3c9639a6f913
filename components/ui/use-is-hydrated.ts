"use client";

import { useSyncExternalStore } from "react";

/** True once hydrated, when the page may differ from the server's HTML. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
}
