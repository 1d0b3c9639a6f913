import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { ScreenPreview } from "@/app/projects/[project]/batches/screen-preview";
import { formatCount, formatQuantity } from "@/components/ui/format";
import { InfoTip } from "@/components/ui/info-tip";
import { Skeleton } from "@/components/ui/skeleton";
import { type Eligibility, stepInWords, subjectKindOf } from "@/lib/batch/rules";
import type { DesignNumbers } from "@/lib/batch/rules/design";
import type { Protocol } from "@/lib/batch/schema";

interface DesignPanelProps {
  protocol: Protocol;
  /** Where the protocol comes from. */
  source: string;
  /** Null while the dataset is being counted. */
  eligibility: Eligibility | "failed" | null;
  design: DesignNumbers | null;
  actions: ReactNode;
}

/** What the choices come to: the design in numbers, and the screen that annotators will work on. */
export function DesignPanel({ protocol, source, eligibility, design, actions }: DesignPanelProps) {
  const kind = subjectKindOf(protocol);
  return (
    <aside aria-label="The batch in numbers" className="grid gap-4 lg:sticky lg:top-26">
      <section className="grid gap-4 rounded-lg border bg-surface p-4">
        <h2 className="text-base">The batch in numbers</h2>
        {eligibility === "failed" ? (
          <p className="text-sm text-danger">The dataset could not be counted. Choose it again to retry.</p>
        ) : (
          <dl className="grid gap-2 text-sm" aria-live="polite">
            <Figure
              name="Subjects"
              tip={
                kind === "task"
                  ? "What one assignment is about: here a task, because rubrics belong to tasks."
                  : "What one assignment is about: here one response to a task."
              }
              value={design?.subjects}
              note={kind === "task" ? "tasks" : "responses"}
            />
            <Figure
              name="Assignments"
              tip="Subjects × people per subject."
              value={design?.slots}
              note="in all"
            />
            <Figure
              name="Load"
              tip="When the work is shared evenly. Whoever is faster does more."
              value={design ? (design.load?.most ?? 0) : undefined}
              note="per annotator"
            />
          </dl>
        )}
        {eligibility && eligibility !== "failed" && eligibility.leftOut.length > 0 && (
          <ul className="grid gap-1 text-xs text-muted">
            {eligibility.leftOut.map(({ reason, count }) => (
              <li key={reason}>
                {formatQuantity(count, kind)} left out: {reason}
              </li>
            ))}
          </ul>
        )}
        {design && [...design.blockers, ...design.warnings].length > 0 && (
          <ul className="grid gap-2 rounded-md border border-warning-line bg-warning-soft p-3 text-xs">
            {[...design.blockers, ...design.warnings].map((words) => (
              <li key={words} className="flex gap-2">
                <TriangleAlert aria-hidden="true" className="mt-px size-3.5 shrink-0 text-warning" />
                {words}
              </li>
            ))}
          </ul>
        )}
        <div className="grid gap-2">{actions}</div>
      </section>

      <section className="grid gap-3 rounded-lg border bg-surface p-4">
        <h2 className="text-base">The annotator's screen</h2>
        <ScreenPreview protocol={protocol} />
        <ol className="grid list-decimal gap-1 pl-4 text-xs text-muted">
          {protocol.steps.map((step) => (
            <li key={step.type}>{stepInWords(step)}</li>
          ))}
        </ol>
        <p className="text-xs text-muted">After {source}.</p>
      </section>
    </aside>
  );
}

function Figure({
  name,
  tip,
  value,
  note,
}: {
  name: string;
  tip: string;
  value: number | undefined;
  note: string;
}) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="flex items-center gap-1 text-muted">
        {name}
        <InfoTip about={name}>{tip}</InfoTip>
      </dt>
      <dd className="flex items-baseline gap-1.5">
        {value === undefined ? (
          <Skeleton className="h-5 w-12" />
        ) : (
          <span className="text-lg font-semibold tabular-nums">{formatCount(value)}</span>
        )}
        <span className="text-xs text-muted">{note}</span>
      </dd>
    </div>
  );
}
