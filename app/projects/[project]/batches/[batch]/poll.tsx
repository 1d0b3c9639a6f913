"use client";

import { RefreshCw } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useAnnounce } from "@/components/ui/announcer";
import { Button } from "@/components/ui/button";
import { Time } from "@/components/ui/time";
import { usePolling } from "@/components/ui/use-polling";
import { useRefresh } from "@/components/ui/use-refresh";
import type { MonitorVersion } from "@/lib/batch/schema/views";
import { callApi } from "@/lib/http/client";

const EVERY = 4_000;
/** Polling is slowed to this multiple of the page's load time. */
const LOAD_FACTOR = 10;
const ANNOUNCE_INTERVAL = 30_000;

interface BatchPollerProps {
  batch: string;
  /** Version of the page's data, from the server. */
  version: string;
  /** Time of the page's data. */
  at: string;
  /** Announcement for screen readers after a change. */
  announcement: string;
}

/**
 * Keeps a batch page up to date while visible: polls the batch's version, which is cheap, and reloads only
 * when it changes. Shows the time of the data.
 */
export function BatchPoller({ batch, version, at, announcement }: BatchPollerProps) {
  const refresh = useRefresh();
  const [busy, setBusy] = useState(false);
  const [reached, setReached] = useState(true);

  async function reload() {
    setBusy(true);
    await refresh();
    setBusy(false);
  }

  usePolling(async (signal) => {
    if (busy) return;
    const answer = await callApi<MonitorVersion>("GET", `/api/v1/batches/${batch}/pulse`, undefined, {
      signal,
    });
    if (signal.aborted) return;
    setReached(answer.ok || answer.error.code !== "offline");
    if (!answer.ok || answer.value.version === version) return;
    const began = Date.now();
    await reload();
    return Math.max(EVERY, (Date.now() - began) * LOAD_FACTOR);
  }, EVERY);

  useAnnouncement(announcement);

  return (
    <p className="flex items-center justify-between gap-2 text-xs text-muted">
      <span>
        {reached ? "Live, as of " : "The server cannot be reached. As of "}
        <Time at={at} show="time" />
      </span>
      <Button size="sm" variant="quiet" busy={busy} onClick={() => reload()}>
        <RefreshCw aria-hidden="true" />
        Refresh
      </Button>
    </p>
  );
}

/** Says a change to screen readers, at most once in an interval. */
function useAnnouncement(announcement: string) {
  const announce = useAnnounce();
  const announced = useRef({ says: announcement, at: 0 });
  useEffect(() => {
    const { current } = announced;
    if (current.says === announcement || Date.now() - current.at < ANNOUNCE_INTERVAL) return;
    announced.current = { says: announcement, at: Date.now() };
    announce(announcement);
  }, [announcement, announce]);
}
