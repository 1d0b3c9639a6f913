"use client";

import { useSyncExternalStore } from "react";

/** It changes once, by hydration itself. */
const subscribe = () => () => {};

/** True once hydrated, when the page may differ from the server's HTML. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
}
