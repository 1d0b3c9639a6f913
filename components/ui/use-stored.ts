"use client";

import { useCallback, useSyncExternalStore } from "react";

/** Told when something was stored by this page; the browser tells of other tabs by itself. */
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

/**
 * A choice that this browser remembers under a name; null until there is one, and where nothing can be stored. The
 * server, which does not know it, shows what stands for null.
 */
export function useStored(name: string): [value: string | null, store: (value: string) => void] {
  const value = useSyncExternalStore(
    subscribe,
    () => read(name),
    () => null,
  );
  const store = useCallback(
    (next: string) => {
      try {
        localStorage.setItem(name, next);
      } catch {
        // A full or forbidden store: the choice holds as long as the page does not ask again.
      }
      for (const listener of listeners) listener();
    },
    [name],
  );
  return [value, store];
}

function read(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}
