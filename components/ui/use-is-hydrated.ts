"use client";

import { useSyncExternalStore } from "react";

/** Whether the page need no longer look as the server, which knows nothing of this browser, has sent it. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
}
