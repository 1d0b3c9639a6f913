"use client";

import { useEffect, useEffectEvent } from "react";

/** Time for a call: an interval has passed, or the tab is shown again. */
type PollingCause = "interval" | "return";

/**
 * Calls `look` at intervals of so many milliseconds while the tab is visible, and when it is shown again. An interval
 * begins when the call before has ended, so that on a slow connection answers do not overtake each other. A number that
 * `look` returns is the next interval.
 */
export function usePolling(
  look: (signal: AbortSignal, cause: PollingCause) => Promise<number | undefined>,
  every: number,
): void {
  const call = useEffectEvent(look);
  useEffect(() => {
    const stop = new AbortController();
    let isCalling = false;
    const poll = async (cause: PollingCause) => {
      if (isCalling || document.visibilityState !== "visible") return;
      clearTimeout(timer);
      isCalling = true;
      const next = await call(stop.signal, cause);
      isCalling = false;
      if (!stop.signal.aborted) timer = setTimeout(poll, next ?? every, "interval");
    };
    const comeBack = () => void poll("return");
    let timer = setTimeout(poll, every, "interval");
    document.addEventListener("visibilitychange", comeBack);
    return () => {
      clearTimeout(timer);
      stop.abort();
      document.removeEventListener("visibilitychange", comeBack);
    };
  }, [every]);
}
