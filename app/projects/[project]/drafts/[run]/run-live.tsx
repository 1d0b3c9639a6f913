"use client";

import { useState } from "react";
import { versionOf } from "@/app/projects/[project]/drafts/[run]/version";
import { Time } from "@/components/ui/time";
import { usePolling } from "@/components/ui/use-polling";
import { useRefresh } from "@/components/ui/use-refresh";
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
  const refresh = useRefresh();
  const [reached, setReached] = useState(true);
  usePolling(async (signal) => {
    const answer = await callApi<RunProgress>("GET", `/api/v1/runs/${run}`, undefined, { signal });
    if (signal.aborted) return;
    setReached(answer.ok || answer.error.code !== "offline");
    if (answer.ok && versionOf(answer.value) !== version) await refresh();
  }, EVERY);
  return (
    <p className="text-xs text-muted">
      {reached ? "Live, as of " : "The server cannot be reached. As of "}
      <Time at={at} show="time" />
    </p>
  );
}
