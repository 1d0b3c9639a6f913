"use client";

import { RefreshCw } from "lucide-react";
import { useRouter } from "next/navigation";
import { useEffect, useEffectEvent, useRef, useState, useTransition } from "react";
import { useAnnounce } from "@/components/ui/announcer";
import { Button } from "@/components/ui/button";
import { Time } from "@/components/ui/time";
import type { Pulse } from "@/lib/batch/schema/views";
import { callApi } from "@/lib/http/client";

const EVERY = 4_000;
/** Polling is slowed to this multiple of the page's load time. */
const LOAD_FACTOR = 10;
const ANNOUNCE_INTERVAL = 30_000;

interface LiveProps {
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
export function Live({ batch, version, at, announcement }: LiveProps) {
  const router = useRouter();
  const [busy, start] = useTransition();
  const [reached, setReached] = useState(true);
  const requestedAt = useRef(0);

  const refresh = useEffectEvent(() => {
    requestedAt.current = Date.now();
    start(() => router.refresh());
  });

  useEffect(() => {
    // Not while the page is loading: on a slow connection responses would overtake each other.
    if (busy) return;
    const stop = new AbortController();
    const took = requestedAt.current === 0 ? 0 : Date.now() - requestedAt.current;
    requestedAt.current = 0;
    const look = async () => {
      clearTimeout(timer);
      if (document.visibilityState !== "visible") return;
      const answer = await callApi<Pulse>("GET", `/api/v1/batches/${batch}/pulse`, undefined, {
        signal: stop.signal,
      });
      if (stop.signal.aborted) return;
      setReached(answer.ok || answer.error.code !== "offline");
      if (answer.ok && answer.value.version !== version) return refresh();
      timer = setTimeout(look, EVERY);
    };
    let timer = setTimeout(look, Math.max(EVERY, took * LOAD_FACTOR));
    document.addEventListener("visibilitychange", look);
    return () => {
      clearTimeout(timer);
      stop.abort();
      document.removeEventListener("visibilitychange", look);
    };
  }, [batch, version, busy]);

  useAnnouncement(announcement);

  return (
    <p className="flex items-center justify-between gap-2 text-xs text-muted">
      <span>
        {reached ? "Live, as of " : "The server cannot be reached. As of "}
        <Time at={at} show="time" />
      </span>
      <Button size="sm" variant="quiet" busy={busy} onClick={() => refresh()}>
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
