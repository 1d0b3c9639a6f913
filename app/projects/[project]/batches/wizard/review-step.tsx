"use client";

import { GuessPlanner } from "@/components/report/planner/guess-planner";
import { formatCount, formatDuration, formatQuantity } from "@/components/ui/format";
import { ListTable } from "@/components/ui/list-table";
import { Panel } from "@/components/ui/panel";
import { Skeleton } from "@/components/ui/skeleton";
import { type DesignNumbers, slotsPerSubject } from "@/lib/batch/rules/design";
import type { NamedProtocol } from "@/lib/batch/schema";
import type { PastMinutes } from "@/lib/batch/schema/design";
import { KIND_NAMES, type SubjectKind } from "@/lib/protocol/rules/subject-kind";
import { stepInWords } from "@/lib/protocol/rules/wording";

interface ReviewStepProps {
  design: DesignNumbers | null;
  arms: readonly NamedProtocol[];
  minutes: readonly PastMinutes[];
  kind: SubjectKind;
}

const MINUTE = 60_000;

/** Summary of the design by arm, before opening. */
export function ReviewStep({ design, arms, minutes, kind }: ReviewStepProps) {
  return (
    <>
      <Panel
        title="The design"
        description={`${KIND_NAMES[kind]} × people per ${kind} = assignments, in each arm.`}
      >
        {design === null ? (
          <Skeleton className="h-32" />
        ) : (
          <>
            <DesignTable kind={kind} design={design} arms={arms} minutes={minutes} />
            <p className="mt-3 text-sm">
              {design.load === null
                ? `No annotator is chosen yet, so the load is not known. No annotator sees a ${kind} twice.`
                : `${rangeOf(design.load)} for each annotator when the work is shared evenly; no annotator sees a ${kind} twice.`}
            </p>
          </>
        )}
      </Panel>
      {design !== null && design.subjects > 0 && (
        <GuessPlanner
          units={design.subjects}
          raters={Math.max(...arms.map(({ k }) => k))}
          secondsEach={secondsOf(minutes)}
        />
      )}
      {arms.map(({ name, protocol }) => (
        <Panel key={name} title={`Arm ${name}`} headingLevel={3}>
          <ol className="grid list-decimal gap-1 pl-4 text-sm marker:text-muted">
            {protocol.steps.map((step, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a step has no other name than its place
              <li key={index}>{stepInWords(step, protocol.steps)}</li>
            ))}
          </ol>
        </Panel>
      ))}
    </>
  );
}

interface DesignTableProps {
  kind: SubjectKind;
  design: DesignNumbers;
  arms: readonly NamedProtocol[];
  minutes: readonly PastMinutes[];
}

/** Subjects, people and assignments of each arm, with the time they take. */
function DesignTable({ kind, design, arms, minutes }: DesignTableProps) {
  return (
    <ListTable
      label="The design as a table"
      bare
      columns={[
        { header: "Arm" },
        { header: KIND_NAMES[kind], atEnd: true },
        { header: `People per ${kind}`, atEnd: true },
        { header: "Assignments", atEnd: true },
        { header: "Each takes", atEnd: true },
        { header: "Together", atEnd: true },
      ]}
      foot={
        <tr className="text-right tabular-nums">
          <th scope="row" className="text-left font-medium">
            In all
          </th>
          <td>{formatCount(design.subjects)}</td>
          <td>{formatCount(slotsPerSubject(arms))}</td>
          <td>{formatCount(design.slots)}</td>
          <td />
          <td>{spentInAll(design, minutes)}</td>
        </tr>
      }
    >
      {design.arms.map(({ name, k, subjects, slots }, index) => (
        <tr key={name} className="text-right tabular-nums">
          <th scope="row" className="text-left font-medium">
            {name}
          </th>
          <td>{formatCount(subjects)}</td>
          <td>{formatCount(k)}</td>
          <td>{formatCount(slots)}</td>
          <td>
            <Each past={minutes[index]} />
          </td>
          <td>{spent(minutes[index], slots)}</td>
        </tr>
      ))}
    </ListTable>
  );
}

function rangeOf({ least, most }: { least: number; most: number }): string {
  return least === most
    ? formatQuantity(most, "assignment")
    : `${formatCount(least)} to ${formatQuantity(most, "assignment")}`;
}

/** The time of the first arm's assignments in the past. */
function secondsOf([first]: readonly PastMinutes[]): number | null {
  return first?.minutes == null ? null : first.minutes * 60;
}

/** Median minutes of similar past work, and its sample size. */
function Each({ past }: { past: PastMinutes | undefined }) {
  if (!past || past.minutes === null) return <span className="text-muted">no past work yet</span>;
  return (
    <>
      {formatDuration(past.minutes * MINUTE)}
      <span className="block text-xs text-muted">median of {formatCount(past.from)}</span>
    </>
  );
}

function spent(past: PastMinutes | undefined, slots: number): string {
  return past?.minutes == null ? "–" : formatDuration(past.minutes * slots * MINUTE);
}

function spentInAll(design: DesignNumbers, minutes: readonly PastMinutes[]): string {
  let total = 0;
  for (const [index, { slots }] of design.arms.entries()) {
    const each = minutes[index]?.minutes;
    if (each == null) return "–";
    total += each * slots;
  }
  return formatDuration(total * MINUTE);
}
