"use client";

import { useSearchParams } from "next/navigation";
import { useCallback } from "react";

/**
 * State in the query string, so that a view can be shared and reloaded. Empty means absent. Changes neither
 * reload nor add a history entry.
 */
export function useSearchState(key: string): [value: string, setValue: (value: string) => void] {
  const value = useSearchParams().get(key) ?? "";
  const setValue = useCallback(
    (next: string) => {
      const url = new URL(window.location.href);
      if (next === "") url.searchParams.delete(key);
      else url.searchParams.set(key, next);
      window.history.replaceState(null, "", url);
    },
    [key],
  );
  return [value, setValue];
}
