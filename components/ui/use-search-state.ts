"use client";

import { useSearchParams } from "next/navigation";
import { startTransition, useCallback, useOptimistic } from "react";

/**
 * State in the query string, so that a view can be shared and reloaded. Empty means absent. Changes neither
 * reload nor add a history entry. The new value is there at once: the framework renders a new address when the
 * browser has time, and a field that waited for it would lose what is typed meanwhile.
 */
export function useSearchState(
  key: string,
): [value: string, setValue: (next: string | ((now: string) => string)) => void] {
  const [value, showAtOnce] = useOptimistic(useSearchParams().get(key) ?? "");
  const setValue = useCallback(
    (next: string | ((now: string) => string)) => {
      const url = new URL(window.location.href);
      const value = typeof next === "string" ? next : next(url.searchParams.get(key) ?? "");
      if (value === "") url.searchParams.delete(key);
      else url.searchParams.set(key, value);
      startTransition(() => {
        showAtOnce(value);
        window.history.replaceState(null, "", url);
      });
    },
    [key, showAtOnce],
  );
  return [value, setValue];
}
