"use client";

import { FlaskConical, Play } from "lucide-react";
import { useState } from "react";
import { RunAll } from "@/app/projects/[project]/drafts/judges/[judge]/run-all";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { formatQuantity } from "@/components/ui/format";
import { Link } from "@/components/ui/link";
import { Panel } from "@/components/ui/panel";
import { useRefresh } from "@/components/ui/use-refresh";
import { callApi } from "@/lib/http/client";
import { useRequest } from "@/lib/http/use-request";
import type { JudgeRunScope } from "@/lib/judge/schema/judges";

interface RunVersionProps {
  /** The version that the page is about, last, and the one it was made from. */
  versions: readonly { id: string; number: number; endpoint: string }[];
  dataset: string;
  isSplit: boolean;
  project: string;
}

/** Runs of a version: on three tasks beside the version before, on a part of the labels, or on all tasks. */
export function RunVersion({ versions, dataset, isSplit, project }: RunVersionProps) {
  const [started, setStarted] = useState<{ id: string; units: number } | null>(null);
  const { busy: isSending, error, send } = useRequest();
  const refresh = useRefresh();
  const [isRefreshing, setIsRefreshing] = useState(false);
  // Until the page shows the run: the second half of a double click starts no other one.
  const busy = isSending || isRefreshing;
  const version = versions.at(-1);
  const before = versions.length > 1 ? versions[0] : undefined;

  async function start(scope: JudgeRunScope) {
    const of = scope === "trial" ? versions : versions.slice(-1);
    let made: { id: string; units: number } | undefined;
    for (const { id } of of) {
      made = await send(() => callApi("POST", `/api/v1/judge-versions/${id}/runs`, { dataset, scope }));
      if (!made) return;
    }
    setStarted(made ?? null);
    setIsRefreshing(true);
    await refresh();
    setIsRefreshing(false);
  }

  return (
    <Panel
      title={`Run version ${version?.number}`}
      description="Answers from an earlier run are reused: only changed calls are sent again."
    >
      <div className="grid gap-3">
        <RunButtons
          busy={busy}
          start={start}
          before={before}
          isSplit={isSplit}
          version={version}
          project={project}
          dataset={dataset}
        />
        {error && <Banner tone="danger" title={error.message} live />}
        {started && !error && <StartedBanner project={project} started={started} />}
      </div>
    </Panel>
  );
}

interface RunButtonsProps {
  busy: boolean;
  start: (scope: JudgeRunScope) => Promise<void>;
  before: RunVersionProps["versions"][number] | undefined;
  isSplit: boolean;
  version: RunVersionProps["versions"][number] | undefined;
  project: string;
  dataset: string;
}

/** Runs on three tasks, on the development part, or on everything. */
function RunButtons({ busy, start, before, isSplit, version, project, dataset }: RunButtonsProps) {
  return (
    <div className="flex flex-wrap gap-2">
      <Button busy={busy} onClick={() => start("trial")}>
        <FlaskConical aria-hidden="true" />
        {before ? `Try on 3 tasks beside version ${before.number}` : "Try on 3 tasks"}
      </Button>
      {isSplit && (
        <Button variant="primary" busy={busy} onClick={() => start("development")}>
          <Play aria-hidden="true" />
          Run on development tasks
        </Button>
      )}
      {version && (
        <RunAll
          project={project}
          dataset={dataset}
          version={version}
          busy={busy}
          onStart={() => start("all")}
        />
      )}
    </div>
  );
}

function StartedBanner({ project, started }: { project: string; started: { id: string; units: number } }) {
  return (
    <Banner
      title="Started"
      live
      action={
        <Link
          className="text-sm text-accent hover:underline"
          href={`/projects/${project}/drafts/${started.id}`}
        >
          Look at the run
        </Link>
      }
    >
      {formatQuantity(started.units, "unit")}. Trials and runs on a part of the labels are not published.
    </Banner>
  );
}
