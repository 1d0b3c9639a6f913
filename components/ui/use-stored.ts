"use client";

import { useCallback, useSyncExternalStore } from "react";

/** Notified of changes by this page; the browser notifies of other tabs. */
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener("storage", notify);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener("storage", notify);
  };
}

function notify(): void {
  for (const listener of listeners) listener();
}

/** A setting stored in this browser; null if not set or storage is unavailable. The server renders null. */
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
        // Storage full or blocked: the setting lasts until the page is reloaded.
      }
      notify();
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
