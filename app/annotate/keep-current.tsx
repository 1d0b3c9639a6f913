"use client";

import { useRef } from "react";
import { usePolling } from "@/components/ui/use-polling";
import { useRefresh } from "@/components/ui/use-refresh";
import { callApi } from "@/lib/http/client";

const EVERY = 60_000;
/** Reloads without a return to the tab: an unattended page would keep its session alive without end. */
const MOST_RELOADS = 60;

/**
 * Loads a page that waits for work again every minute while its tab is visible, for an hour, and when the annotator
 * comes back to it. Only if the server answers: a page that cannot be loaded would take the place of this one.
 */
export function KeepCurrent() {
  const refresh = useRefresh();
  const reloads = useRef(0);
  usePolling(async (signal, cause) => {
    if (cause === "return") reloads.current = 0;
    const { ok } = await callApi("GET", "/api/v1/health", undefined, { signal });
    if (!ok || signal.aborted || reloads.current >= MOST_RELOADS) return;
    reloads.current += 1;
    await refresh();
  }, EVERY);
  return null;
}
