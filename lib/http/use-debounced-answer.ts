"use client";

import { useEffect, useState } from "react";
import { type ApiError, callApi } from "@/lib/http/client";

interface Known<Value> {
  path: string | null;
  answer: Value | null;
  error: ApiError | null;
}

/**
 * The server’s answer at a path that changes while a person types. The previous answer stays until the next one is
 * there: `isCurrent` says whether it is about this path. Null asks nothing.
 */
export function useDebouncedAnswer<Value>(
  path: string | null,
  debounceMs = 300,
): Omit<Known<Value>, "path"> & { isCurrent: boolean } {
  const [{ path: of, answer, error }, setKnown] = useState<Known<Value>>({
    path: null,
    answer: null,
    error: null,
  });
  useEffect(() => {
    if (path === null) return;
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      const found = await callApi<Value>("GET", path, undefined, { signal: stop.signal });
      if (stop.signal.aborted) return;
      setKnown({ path, answer: found.ok ? found.value : null, error: found.ok ? null : found.error });
    }, debounceMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [path, debounceMs]);
  return { answer, error, isCurrent: of === path };
}
