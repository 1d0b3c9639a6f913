"use client";

import { useRouter } from "next/navigation";
import { useEffect, useEffectEvent, useState, useTransition } from "react";
import { versionOf } from "@/app/projects/[project]/drafts/[run]/version";
import { Time } from "@/components/ui/time";
import type { RunProgress } from "@/lib/drafting/schema/runs";
import { callApi } from "@/lib/http/client";

const EVERY = 2_000;

interface RunLiveProps {
  run: string;
  /** Version of the page's data, from `versionOf`. */
  version: string;
  /** Time of the page's data. */
  at: string;
}

/** Keeps the page of an active run up to date while it is visible. */
export function RunLive({ run, version, at }: RunLiveProps) {
  const router = useRouter();
  const [busy, start] = useTransition();
  const [reached, setReached] = useState(true);
  const refresh = useEffectEvent(() => start(() => router.refresh()));
  useEffect(() => {
    // Not while the page is loading: on a slow connection responses would overtake each other.
    if (busy) return;
    const stop = new AbortController();
    const look = async () => {
      clearTimeout(timer);
      if (document.visibilityState !== "visible") return;
      const answer = await callApi<RunProgress>("GET", `/api/v1/runs/${run}`, undefined, {
        signal: stop.signal,
      });
      if (stop.signal.aborted) return;
      setReached(answer.ok || answer.error.code !== "offline");
      if (answer.ok && versionOf(answer.value) !== version) return refresh();
      timer = setTimeout(look, EVERY);
    };
    let timer = setTimeout(look, EVERY);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearTimeout(timer);
      stop.abort();
      document.removeEventListener("visibilitychange", look);
    };
  }, [run, version, busy]);
  return (
    <p className="text-xs text-muted">
      {reached ? "Live, as of " : "The server cannot be reached. As of "}
      <Time at={at} show="time" />
    </p>
  );
}
