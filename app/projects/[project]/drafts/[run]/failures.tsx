"use client";

import { RotateCcw } from "lucide-react";
import { useRouter } from "next/navigation";
import { ProvenancePanel } from "@/app/projects/[project]/drafts/provenance";
import { Button } from "@/components/ui/button";
import { Disclosure } from "@/components/ui/disclosure";
import { formatCount, formatQuantity } from "@/components/ui/format";
import { Link } from "@/components/ui/link";
import { Panel } from "@/components/ui/panel";
import { useToast } from "@/components/ui/toast";
import { failureWords } from "@/lib/drafting/rules/wording";
import type { RunFailure, RunProgress } from "@/lib/drafting/schema/runs";
import { callApi } from "@/lib/http/client";
import { useRequest } from "@/lib/http/use-request";

interface FailuresProps {
  run: RunProgress;
  /** The first page of failures. */
  failures: readonly RunFailure[];
  mayRetry: boolean;
  project: string;
}

/** Failures of a run by reason; each group can be retried. */
export function Failures({ run, failures, mayRetry, project }: FailuresProps) {
  const { busy, send } = useRequest();
  const router = useRouter();
  const toast = useToast();
  const canRetry = mayRetry && ["running", "paused", "done"].includes(run.state);

  async function retry(error?: string) {
    await send(async () => {
      const outcome = await callApi(
        "POST",
        `/api/v1/runs/${run.id}/retry`,
        error === undefined ? {} : { error },
      );
      if (outcome.ok) toast.show({ tone: "positive", title: "What failed is done again" });
      else toast.show({ tone: "danger", title: "Nothing was retried", description: outcome.error.message });
      return outcome;
    });
    router.refresh();
  }

  const kinds = Object.entries(run.failed);
  return (
    <Panel
      flush
      title={`${formatCount(run.units.failed)} failed`}
      description="Answers that could be read are kept; the others are requested again."
      actions={
        canRetry &&
        kinds.length > 1 && (
          <Button onClick={() => retry()} busy={busy}>
            <RotateCcw aria-hidden="true" />
            Retry all
          </Button>
        )
      }
    >
      <ul className="divide-y">
        {kinds.map(([error, count]) => {
          const own = failures.filter((failure) => failure.error === error);
          return (
            <FailureKind
              key={error}
              error={error}
              count={count}
              canRetry={canRetry}
              busy={busy}
              retry={retry}
              own={own}
              project={project}
              run={run}
            />
          );
        })}
      </ul>
    </Panel>
  );
}

interface FailureKindProps {
  error: string;
  count: number;
  canRetry: boolean;
  busy: boolean;
  retry: (error?: string) => Promise<void>;
  own: RunFailure[];
  project: string;
  run: RunProgress;
}

/** Everything that failed for one reason, with a button to retry it. */
function FailureKind({ error, count, canRetry, busy, retry, own, project, run }: FailureKindProps) {
  return (
    <li className="grid gap-1 px-4 py-3 text-sm">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span>
          <span className="font-medium tabular-nums">{formatCount(count)}</span> · {failureWords(error)}{" "}
          <span className="text-xs text-muted">({error})</span>
        </span>
        {canRetry && (
          <Button
            size="sm"
            busy={busy}
            aria-label={`Retry what failed with ${error}`}
            onClick={() => retry(error)}
          >
            <RotateCcw aria-hidden="true" />
            Retry
          </Button>
        )}
      </div>
      {own.length > 0 && <FailedUnits own={own} count={count} project={project} run={run} />}
    </li>
  );
}

interface FailedUnitsProps {
  own: RunFailure[];
  count: number;
  project: string;
  run: RunProgress;
}

/** The first tasks that failed, each with its calls. */
function FailedUnits({ own, count, project, run }: FailedUnitsProps) {
  return (
    <Disclosure
      summary={
        own.length < count ? `The first ${formatCount(own.length)} tasks` : formatQuantity(own.length, "task")
      }
    >
      <ul className="flex max-h-64 flex-wrap items-center gap-x-4 gap-y-1 overflow-y-auto">
        {own.map(({ unit, task, response, status }) => (
          <li key={unit}>
            <Link
              href={`/projects/${project}/data/${run.dataset.id}/tasks/${task.id}`}
              className="font-mono text-xs hover:underline"
            >
              {response ? `${task.key} · ${response.key}` : task.key}
            </Link>
            {status !== null && <span className="text-xs text-muted"> status {status}</span>}{" "}
            <ProvenancePanel
              of={{ run: run.id, unit }}
              about={response ? `${task.key}, ${response.key}` : task.key}
              project={project}
            />
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}
