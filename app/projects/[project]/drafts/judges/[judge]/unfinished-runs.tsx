import { RefreshWhileWaiting } from "@/app/projects/[project]/drafts/judges/[judge]/refresh-while-waiting";
import { formatQuantity } from "@/components/ui/format";
import { Link } from "@/components/ui/link";
import { Panel } from "@/components/ui/panel";
import type { UnfinishedRun } from "@/lib/judge/schema/judges";

interface UnfinishedRunsProps {
  runs: readonly UnfinishedRun[];
  /** The page of the project's drafts. */
  home: string;
  /** True if labels are held out: without, there is no final look to wait for. */
  isSplit: boolean;
}

/** The number of units that are still being judged, and the paused runs, which go on only when an admin resumes them. */
export function UnfinishedRuns({ runs, home, isSplit }: UnfinishedRunsProps) {
  if (runs.length === 0) return null;
  const running = runs.reduce((sum, { isPaused, units }) => sum + (isPaused ? 0 : units), 0);
  return (
    <Panel title="Unfinished runs" flush>
      {running > 0 && (
        <RefreshWhileWaiting>
          {formatQuantity(running, "unit")} {running === 1 ? "is" : "are"} still being judged. This page
          updates by itself.
        </RefreshWhileWaiting>
      )}
      {runs.map(
        ({ id, name, isPaused, units }) =>
          isPaused && (
            <p key={id} className="px-4 py-2 text-sm text-muted">
              {formatQuantity(units, "unit")} {units === 1 ? "waits" : "wait"} in the paused run{" "}
              <Link href={`${home}/${id}`} className="text-accent underline">
                {name}
              </Link>
              .
              {isSplit &&
                " A final look at this run’s version waits until an admin resumes or cancels the run."}
            </p>
          ),
      )}
    </Panel>
  );
}
