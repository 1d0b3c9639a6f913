"use client";

import { useRouter } from "next/navigation";
import { useEffect, useTransition } from "react";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { formatCount } from "@/components/ui/format";
import { ProgressBar } from "@/components/ui/progress-bar";
import { callApi } from "@/lib/http/client";
import { useRequest } from "@/lib/http/use-request";
import type { VersionView } from "@/lib/study/schema";

const EVERY = 2_000;

interface InTheMakingProps {
  version: VersionView;
  /** API path of the version. */
  path: string;
  /** Path of the project's studies. */
  home: string;
  archived: boolean;
}

/** A version being frozen, or one that failed. */
export function PendingVersion({ version, path, home, archived }: InTheMakingProps) {
  const { state, done, records, failure } = version;
  const { busy, error, send } = useRequest();
  const router = useRouter();
  useRefreshWhileFreezing(state);

  async function retry() {
    if (await send(() => callApi("POST", path, {}))) router.refresh();
  }

  async function discard() {
    const made = await send(() => callApi<{ left: number }>("DELETE", path));
    if (!made) return;
    if (made.left === 0) router.push(home);
    else router.refresh();
  }

  const buttons = !archived && (
    <>
      {state === "failed" && (
        <Button size="sm" busy={busy} onClick={retry}>
          Try again
        </Button>
      )}
      <Button size="sm" busy={busy} onClick={discard}>
        Discard
      </Button>
    </>
  );
  if (state === "failed")
    return (
      <Banner tone="danger" title={`Version ${version.version} could not be frozen`} action={buttons}>
        {error?.message ?? failure}
      </Banner>
    );
  return (
    <Banner title={`Version ${version.version} is being frozen`} action={buttons}>
      <span className="grid gap-1.5">
        <span role="status" className="text-muted tabular-nums">
          {stageOf(version)}
        </span>
        <ProgressBar label="Records saved" value={done} max={records ?? 0} />
        {error && <span className="text-danger">{error.message}</span>}
      </span>
    </Banner>
  );
}

/** The progress of freezing, in words. */
function stageOf({ done, records }: VersionView): string {
  if (records === null) return "Waiting for the worker…";
  if (done < records) return `${formatCount(done)} of ${formatCount(records)} records`;
  return "The records are saved; computing the remaining numbers…";
}

/** Refreshes the page while the version is being frozen. */
function useRefreshWhileFreezing(state: VersionView["state"]) {
  const router = useRouter();
  const [refreshing, start] = useTransition();
  useEffect(() => {
    // On a slow connection one refresh is awaited before the next.
    if (state !== "freezing" || refreshing) return;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") start(() => router.refresh());
    }, EVERY);
    return () => clearInterval(timer);
  }, [router, state, refreshing]);
}
