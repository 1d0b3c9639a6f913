import type { ReactNode } from "react";
import { DesignWarnings } from "@/app/projects/[project]/batches/design-warnings";
import { SettingsList } from "@/app/projects/[project]/batches/settings-list";
import { SourceLines } from "@/app/projects/[project]/batches/source-lines";
import { formatCount, formatSetPercent } from "@/components/ui/format";
import { Panel } from "@/components/ui/panel";
import { Time } from "@/components/ui/time";
import {
  type DesignNumbers,
  presetInWords,
  slotsPerSubject,
  subjectKindOfArms,
} from "@/lib/batch/rules/design";
import type { IntakeView } from "@/lib/batch/schema/intake";
import type { BatchView, Progress } from "@/lib/batch/schema/views";
import type { SourceNames } from "@/lib/dataset/rules/source-names";
import { presetOf } from "@/lib/protocol/rules/presets";
import { KIND_NAMES, type SubjectKind } from "@/lib/protocol/rules/subject-kind";
import { stepInWords } from "@/lib/protocol/rules/wording";

interface DesignListProps {
  batch: BatchView;
  progress: Progress;
  /** For a draft: what opening it would create. */
  design: DesignNumbers | null;
  /** Settings of the automatic intake of new subjects; null when the batch takes none. */
  intake: IntakeView | null;
  /** Names of the runs and batches that steps refer to. */
  names: SourceNames;
}

/** Design of a batch: its numbers, and its protocol in words. */
export function DesignList({ batch, progress, design, intake, names }: DesignListProps) {
  const { subjects, slots } = design ?? progress;
  const kind = subjectKindOfArms(batch.arms.map(({ protocol }) => protocol));
  return (
    <Panel title="Design">
      <dl className="grid gap-2 text-sm">
        <Line name={KIND_NAMES[kind]}>{formatCount(subjects)}</Line>
        <Line name={`People per ${kind}`}>
          {formatCount(slotsPerSubject(batch.arms.filter(({ reserved }) => !reserved)))}
        </Line>
        <Line name="Assignments">{formatCount(slots)}</Line>
        {intake && <IntakeLines intake={intake} kind={kind} isOpen={batch.state === "open"} />}
        {batch.openedAt && (
          <Line name="Opened">
            <Time at={batch.openedAt.toISOString()} />
          </Line>
        )}
        {batch.closedAt && (
          <Line name="Closed">
            <Time at={batch.closedAt.toISOString()} />
          </Line>
        )}
      </dl>
      {batch.arms.map((arm) => (
        <section key={arm.name} className="mt-4 grid gap-2 border-t pt-4 text-sm">
          <h3 className="font-medium">
            {presetOf(batch.preset).name}
            {batch.arms.length > 1 &&
              ` · arm ${arm.name}, ${formatCount(arm.k)} per ${arm.reserved ? `reserved ${kind}` : kind}`}
          </h3>
          <ol className="grid list-decimal gap-1 pl-4 marker:text-muted">
            {arm.protocol.steps.map((step, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the steps of an arm stand still
              <li key={index}>{stepInWords(step, arm.protocol.steps)}</li>
            ))}
          </ol>
          <SourceLines protocol={arm.protocol} names={names} />
          <p className="text-xs text-muted">{presetInWords(batch.preset, arm.protocol.steps)}</p>
        </section>
      ))}
      <div className="mt-4 border-t pt-4">
        <SettingsList design={intake ? { ...batch, intake: null } : batch} />
      </div>
      {design && <DesignWarnings design={design} className="mt-4" />}
    </Panel>
  );
}

/** The batch's automatic intake: its settings, and the number of subjects taken so far. */
function IntakeLines(props: { intake: IntakeView; kind: SubjectKind; isOpen: boolean }) {
  const { intake, kind, isOpen } = props;
  // A paused or closed batch takes nothing when the day begins; its stored day may be past.
  const waitsUntil = isOpen && intake.waitsUntil && intake.waitsUntil > new Date() ? intake.waitsUntil : null;
  return (
    <>
      <Line name={`Takes new ${kind}s by itself`}>
        {`${formatSetPercent(intake.rate)}, up to ${formatCount(intake.limit)}`}
        {intake.perDay && `, ${formatCount(intake.perDay)} a day (UTC)`}
      </Line>
      <Line name="Taken so far">
        {formatCount(intake.taken)}
        {intake.subjects >= intake.limit && " · full"}
        {intake.tookAt && (
          <>
            {" · "}
            <Time at={intake.tookAt.toISOString()} />
          </>
        )}
      </Line>
      {intake.perDay && <Line name="Taken today">{formatCount(intake.takenToday)}</Line>}
      {waitsUntil && (
        <Line name="Wait for another day">
          {formatCount(intake.waiting)} {"· until "}
          <Time at={waitsUntil.toISOString()} />
        </Line>
      )}
    </>
  );
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="text-muted">{name}</dt>
      <dd className="tabular-nums">{children}</dd>
    </div>
  );
}
