import { Eye } from "lucide-react";
import { type ReactNode, useState } from "react";
import { DesignWarnings } from "@/app/projects/[project]/batches/design-warnings";
import { ScreenPreview } from "@/app/projects/[project]/batches/screen-preview";
import { SourceLines } from "@/app/projects/[project]/batches/source-lines";
import { Button } from "@/components/ui/button";
import { formatCount, formatQuantity } from "@/components/ui/format";
import { InfoTip } from "@/components/ui/info-tip";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { Skeleton } from "@/components/ui/skeleton";
import type { Eligibility } from "@/lib/batch/rules";
import { type DesignNumbers, presetInWords } from "@/lib/batch/rules/design";
import type { NamedProtocol } from "@/lib/batch/schema";
import type { SourceNames } from "@/lib/dataset/rules/source-names";
import { KIND_NAMES, type SubjectKind } from "@/lib/protocol/rules/subject-kind";
import { stepInWords } from "@/lib/protocol/rules/wording";
import type { PresetId } from "@/lib/protocol/schema";

interface DesignPanelProps {
  arms: readonly NamedProtocol[];
  kind: SubjectKind;
  preset: PresetId;
  leftOut: Eligibility["leftOut"];
  /** The dataset could not be read. */
  failed: boolean;
  /** Null while the dataset is being counted. */
  design: DesignNumbers | null;
  /** Names of the runs and batches that steps refer to; null while loading. */
  names: SourceNames | null;
  /** Previews the workbench of an arm. */
  onPreview: (arm: number) => void;
  actions: ReactNode;
}

/** Consequences of the choices: numbers of the design, and a sketch of the annotators' screen. */
export function DesignPanel(props: DesignPanelProps) {
  const { arms, kind, leftOut, failed, design, names, actions } = props;
  const [chosen, setChosen] = useState("0");
  const shown = arms[Number(chosen)] ? Number(chosen) : 0;
  const arm = arms[shown];
  return (
    <aside aria-label="The batch in numbers" className="grid gap-4 lg:sticky lg:top-26">
      <section className="grid gap-4 rounded-lg border bg-surface p-4">
        <h2 className="text-base">The batch in numbers</h2>
        {failed && (
          <p className="text-sm text-danger">
            The dataset could not be counted. Change something to try again.
          </p>
        )}
        <Size kind={kind} design={design} />
        {leftOut.length > 0 && (
          <ul className="grid gap-1 text-xs text-muted">
            {leftOut.map(({ reason, count }) => (
              <li key={reason}>
                {formatQuantity(count, kind)} left out: {reason}
              </li>
            ))}
          </ul>
        )}
        {design && <DesignWarnings design={design} />}
        <div className="grid gap-2">{actions}</div>
      </section>

      {arm && <ScreenSection shown={shown} setChosen={setChosen} arm={arm} names={names} props={props} />}
    </aside>
  );
}

/** Subjects, assignments and load of the batch. */
function Size({ kind, design }: { kind: DesignPanelProps["kind"]; design: DesignPanelProps["design"] }) {
  return (
    <dl className="grid gap-2 text-sm" aria-live="polite">
      <Figure
        name={KIND_NAMES[kind]}
        tip={ABOUT[kind]}
        value={design && formatCount(design.subjects)}
        note="in the batch"
      />
      <Figure
        name="Assignments"
        tip={`${KIND_NAMES[kind]} × people per ${kind}, over all arms.`}
        value={design && formatCount(design.slots)}
        note="in all"
      />
      <Figure
        name="Load"
        tip="When the work is shared evenly. Faster annotators do more."
        value={design && loadOf(design.load)}
        note="per annotator"
      />
    </dl>
  );
}

interface ScreenSectionProps {
  shown: number;
  setChosen: (value: string) => void;
  arm: NamedProtocol;
  names: DesignPanelProps["names"];
  props: DesignPanelProps;
}

/** The annotator's screen in one arm, step by step. */
function ScreenSection({ shown, setChosen, arm, names, props }: ScreenSectionProps) {
  const { arms, preset, onPreview } = props;
  return (
    <section className="grid gap-3 rounded-lg border bg-surface p-4">
      <h2 className="text-base">The annotator's screen</h2>
      {arms.length > 1 && (
        <SegmentedControl
          label="Arm"
          size="sm"
          value={String(shown)}
          segments={arms.map(({ name }, index) => ({ value: String(index), label: name }))}
          onValueChange={setChosen}
          className="justify-self-start"
        />
      )}
      <ScreenPreview protocol={arm.protocol} />
      <ol className="grid list-decimal gap-1 pl-4 text-xs text-muted">
        {arm.protocol.steps.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step has no other name than its place
          <li key={index}>{stepInWords(step, arm.protocol.steps)}</li>
        ))}
      </ol>
      {names && <SourceLines protocol={arm.protocol} names={names} />}
      <p className="text-xs text-muted">{presetInWords(preset, arm.protocol.steps)}</p>
      <Button size="sm" onClick={() => onPreview(shown)}>
        <Eye aria-hidden="true" />
        Preview as annotator
      </Button>
    </section>
  );
}

const ABOUT: Record<SubjectKind, string> = {
  task: "What one assignment is about: here a task, because rubrics belong to tasks.",
  response: "What one assignment is about: here one response to a task.",
  pair: "What one assignment is about: here two responses to the same task.",
};

function loadOf(load: DesignNumbers["load"]): string {
  if (load === null) return "–";
  const { least, most } = load;
  return least === most ? formatCount(most) : `${formatCount(least)}–${formatCount(most)}`;
}

function Figure({
  name,
  tip,
  value,
  note,
}: {
  name: string;
  tip: string;
  value: string | null;
  note: string;
}) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="flex items-center gap-1 text-muted">
        {name}
        <InfoTip about={name}>{tip}</InfoTip>
      </dt>
      <dd className="flex items-baseline gap-1.5">
        {value === null ? (
          <Skeleton className="h-5 w-12" />
        ) : (
          <span className="text-lg font-semibold tabular-nums">{value}</span>
        )}
        <span className="text-xs text-muted">{note}</span>
      </dd>
    </div>
  );
}
