"use client";

import { LoaderCircle, RotateCw } from "lucide-react";
import { useRouter } from "next/navigation";
import { useEffect, useState, useTransition } from "react";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { Time } from "@/components/ui/time";
import { callApi } from "@/lib/http/client";
import type { ReportStatus } from "@/lib/report/schema";

/** Pauses between looks at the status, in milliseconds. */
const WHILE_NOTHING = 200;
const WHILE_COMPUTING = 700;
const WHILE_CHANGING = 20_000;

interface WatchProps {
  /** `/api/v1/reports/batches/…/overview` with the part of the study. */
  path: string;
  /** Where what failed is requested again, if elsewhere. */
  retryPath?: string;
  status: ReportStatus;
  /** Its data may still change: the batch is open, or a run is drafting. */
  changing: boolean;
  /** The page shows nothing before the whole report is computed: not its first sections either. */
  needsAll?: boolean;
  /** Added where the banner says of which moment the numbers are. */
  more?: string;
}

/** Shows whether the numbers are current, and reloads when newer ones have been computed. */
export function ReportWatch({
  path,
  retryPath = path,
  status,
  changing,
  needsAll = false,
  more,
}: WatchProps) {
  const router = useRouter();
  const [busy, start] = useTransition();
  const [problem, setProblem] = useState<string | null>(null);
  const { state, dataAt, begun } = status;

  useEffect(() => {
    const whileComputing = dataAt === null && !begun ? WHILE_NOTHING : WHILE_COMPUTING;
    const every = state === "computing" ? whileComputing : changing ? WHILE_CHANGING : null;
    // One request at a time, and none while the page is loading: on a slow connection, responses could arrive
    // in the wrong order.
    if (every === null || busy) return;
    const stop = new AbortController();
    const look = async () => {
      if (document.visibilityState === "visible") {
        const answer = await callApi<ReportStatus>(
          "GET",
          `${path}${path.includes("?") ? "&" : "?"}only=status`,
          undefined,
          {
            signal: stop.signal,
          },
        );
        if (stop.signal.aborted) return;
        if (
          answer.ok &&
          (answer.value.state !== state || answer.value.dataAt !== dataAt || answer.value.begun !== begun)
        ) {
          start(() => router.refresh());
          return;
        }
      }
      timer = setTimeout(look, every);
    };
    let timer = setTimeout(look, every);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [path, state, dataAt, begun, changing, busy, router]);

  async function retry() {
    setProblem(null);
    const answer = await callApi<unknown>("POST", retryPath);
    if (answer.ok) start(() => router.refresh());
    else setProblem(answer.error.message);
  }

  if (state === "failed")
    return (
      <Banner
        tone="danger"
        live
        title={status.failure}
        action={
          <Button size="sm" busy={busy} onClick={retry}>
            <RotateCw aria-hidden="true" />
            Compute again
          </Button>
        }
      >
        {problem ??
          (dataAt ? <Older at={dataAt} more={more} /> : "Nothing was lost: the judgements are kept.")}
      </Banner>
    );
  if (state === "computing" && dataAt)
    return (
      <Banner live title="Computing again: the data have changed since">
        <Older at={dataAt} more={more} />
      </Banner>
    );
  if (state === "computing" && (needsAll || !begun)) return <Computing />;
  return null;
}

function Older({ at, more }: { at: string; more: string | undefined }) {
  return (
    <>
      The numbers below are as of <Time at={at} />. {more}
    </>
  );
}

/** Skeleton of the page while its first numbers are computed. */
function Computing() {
  return (
    <div className="grid gap-6">
      <p role="status" className="flex items-center gap-2 text-sm text-muted">
        <LoaderCircle aria-hidden="true" className="size-4 animate-spin" />
        Computing… Intervals of a large dataset take a few seconds; the page shows them by itself.
      </p>
      <div className="grid gap-4 rounded-md border bg-surface p-4 md:grid-cols-2">
        <Skeleton className="h-28" />
        <Skeleton className="h-28 max-md:hidden" />
      </div>
      <div className="grid gap-4 rounded-md border bg-surface p-4 xl:grid-cols-[2fr_3fr]">
        <Skeleton className="h-64" />
        <Skeleton className="h-64" />
      </div>
    </div>
  );
}
