"use client";

import { useRouter } from "next/navigation";
import { useCallback, useEffect, useRef, useTransition } from "react";

/**
 * Reloads the page's server data. Resolves when the new page is shown, so that a dialog which stays open
 * until then does not uncover outdated buttons.
 */
export function useRefresh(): () => Promise<void> {
  const router = useRouter();
  const [pending, start] = useTransition();
  const waiting = useRef<(() => void)[]>([]);

  useEffect(() => {
    if (pending) return;
    for (const shown of waiting.current.splice(0)) shown();
  }, [pending]);

  return useCallback(
    () =>
      new Promise((shown) => {
        waiting.current.push(shown);
        start(() => router.refresh());
      }),
    [router],
  );
}
