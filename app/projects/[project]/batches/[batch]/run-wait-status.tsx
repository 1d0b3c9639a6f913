import type { ReactNode } from "react";
import { StopWaiting } from "@/app/projects/[project]/batches/[batch]/stop-waiting";
import { Banner } from "@/components/ui/banner";
import { formatCount } from "@/components/ui/format";
import { Link } from "@/components/ui/link";
import { needsDecision, type Wait, waitState } from "@/lib/batch/wait-state";

interface WaitingProps {
  batch: string;
  project: string;
  wait: Wait;
  mayStop: boolean;
  /** Shows the time of the data. */
  live: ReactNode;
}

/** The run a draft waits for: its progress, or what happened and what to decide. */
export function Waiting({ batch, project, wait, mayStop, live }: WaitingProps) {
  const { run } = wait;
  return (
    <Banner
      tone={needsDecision(wait) ? "warning" : "info"}
      title={
        <>
          {needsDecision(wait) ? "Waited for " : "Opens by itself after "}
          <Link href={`/projects/${project}/drafts/${run.id}`} className="underline">
            {run.name}
          </Link>
        </>
      }
      action={mayStop && <StopWaiting batch={batch} />}
    >
      <div className="grid gap-2">
        <p>{wordsOf(wait)}</p>
        {live}
      </div>
    </Banner>
  );
}

function wordsOf(wait: Wait): string {
  const { run, refused } = wait;
  const { units, done, failed } = run;
  const drafted = `${formatCount(done)} of ${formatCount(units)} ${units === 1 ? "is" : "are"} drafted`;
  switch (waitState(wait)) {
    case "waiting":
      return `${drafted}. The batch opens when all are drafted, with the drafts there are then.`;
    case "paused":
      return run.state === "draft"
        ? "The run has not been started. The batch opens once it has been, and has drafted everything."
        : `The run is paused: ${drafted}. The batch opens once the run has been resumed and has drafted everything.`;
    case "opening":
      return "The run has drafted everything. The batch opens within a minute.";
    case "failed-in-part":
      return (
        `The run has finished, and ${formatCount(failed)} of ${formatCount(units)} failed, so the batch ` +
        "was not opened. Retry them on the run’s page: once no failure is left, the batch opens. Or open it now, " +
        "with what was drafted."
      );
    case "cancelled":
      return (
        `The run was cancelled: ${drafted}. The batch does not open by itself any more. Open it now, with what was ` +
        "drafted, or let it wait for another run."
      );
    case "refused":
      return `The run has drafted everything, but the batch could not be opened. ${refused}`;
  }
}
