"use client";

import type { ReactNode } from "react";
import { StepsEditor } from "@/app/projects/[project]/batches/wizard/steps-editor";
import type { Draft } from "@/app/projects/[project]/batches/wizard/use-draft";
import { formatQuantity } from "@/components/ui/format";
import { Panel } from "@/components/ui/panel";
import { RadioGroup } from "@/components/ui/radio-group";
import { useToast } from "@/components/ui/toast";
import {
  type DesignProblem,
  exposuresFor,
  isAsPreset,
  isExposedAs,
  subjectsOf,
  withExposure,
} from "@/lib/batch/rules/design";
import { keepingSources } from "@/lib/batch/rules/protocol-sources";
import { asQueue, settingsFor } from "@/lib/batch/rules/queue-preset";
import type { SubjectGroups } from "@/lib/batch/schema/design";
import type { Exposure } from "@/lib/judgement/schema";
import { DEFAULT_SETTINGS, PRESETS, presetOf, protocolOf, settingsOf } from "@/lib/protocol/rules/presets";
import { subjectKindOf } from "@/lib/protocol/rules/subject-kind";
import { EXPOSURE_CHOICES } from "@/lib/protocol/rules/wording";
import type { PresetId, Step } from "@/lib/protocol/schema";

interface ProtocolStepProps {
  draft: Draft;
  change: (part: Partial<Draft>) => void;
  groups: SubjectGroups | null;
  problems: readonly DesignProblem[];
}

/** Step for the protocol: a preset and its editable steps. */
export function ProtocolStep({ draft, change, groups, problems }: ProtocolStepProps) {
  const toast = useToast();
  const { preset, arms } = draft;
  const [first, ...others] = arms;
  if (!first?.steps) return null;
  const { steps } = first;
  const set = (next: Step[], part: Partial<Draft> = {}) =>
    change({ ...part, arms: [{ ...first, steps: next }, ...others] });
  // Settings carry over to another preset.
  const from = steps.length > 0 ? settingsOf({ steps: [...steps] }) : DEFAULT_SETTINGS;
  const stepsFor = (id: PresetId) => protocolOf(id, settingsFor(id, { ...from, overallScore: true })).steps;

  function choose(id: PresetId) {
    const { selection, subjectOrder, intake, dueAt, quality } = draft;
    const before = { preset, arms, selection, subjectOrder, intake, dueAt, quality };
    const wasChanged = !isAsPreset(preset, steps);
    // A queue sets more than steps, and what it takes by itself ends with it.
    if (id === "queue") change({ preset: id, ...asQueue(draft, stepsFor(id)) });
    else
      set(keepingSources(stepsFor(id), steps), { preset: id, ...(preset === "queue" && { intake: null }) });
    if (wasChanged || id === "queue") {
      toast.show({
        title:
          id === "queue"
            ? "The batch is a queue now: one person each, a tenth judged by two more, every tenth new one, 50 a day"
            : `The steps are those of ${presetOf(id).name} now`,
        action: { label: "Undo", onSelect: () => change(before) },
      });
    }
  }

  const exposures = exposuresFor(steps);
  return (
    <>
      <Panel
        title="What annotators do"
        description="Begin with a protocol of the literature, then change it."
      >
        <div className="grid gap-6">
          <RadioGroup
            label="Protocol"
            labelHidden
            look="cards"
            value={preset}
            onValueChange={choose}
            options={PRESETS.map(({ id: value, name, explanation }) => ({
              value,
              label: <span className="font-medium">{name}</span>,
              hint: (
                <>
                  {explanation} <Fit groups={groups} steps={stepsFor(value)} />
                </>
              ),
            }))}
          />
          <ExposureChoice exposures={exposures} steps={steps} set={set} />
        </div>
      </Panel>
      <Panel
        title="Steps"
        description={
          isAsPreset(preset, steps)
            ? `As in ${presetOf(preset).source}.`
            : `Changed from ${presetOf(preset).name}: say so where you report it.`
        }
      >
        <StepsEditor steps={steps} problems={problems} onChange={set} />
      </Panel>
    </>
  );
}

/** When drafts are shown, in every step at once. */
function ExposureChoice({
  exposures,
  steps,
  set,
}: {
  exposures: readonly Exposure[];
  steps: Step[];
  set: (next: Step[], part?: Partial<Draft>) => void;
}) {
  return (
    exposures.length > 0 && (
      <RadioGroup
        label="Drafts"
        hint={
          "In every step at once. Seeing a draft first is faster to review, but people lean towards what they " +
          "are shown. Agreement on drafted work is reported apart from independent agreement."
        }
        value={exposures.find((exposure) => isExposedAs(steps, exposure)) ?? ""}
        onValueChange={(exposure) => set(withExposure(steps, exposure))}
        options={exposures.map((value) => ({ value, ...EXPOSURE_CHOICES[value] }))}
      />
    )
  );
}

/** The part of the dataset that the protocol can be used on. Its line is there before the numbers: no card moves with them. */
function Fit({ groups, steps }: { groups: SubjectGroups | null; steps: Step[] }): ReactNode {
  return (
    <span className="mt-1 block min-h-[1lh] font-medium tabular-nums">
      {groups && fitInWords(groups, steps)}
    </span>
  );
}

function fitInWords(groups: SubjectGroups, steps: Step[]): string {
  const { eligible, leftOut } = subjectsOf(groups, [{ steps }], null);
  if (eligible > 0) return `Fits ${formatQuantity(eligible, subjectKindOf({ steps }))}`;
  const lacking = leftOut.map(({ reason }) => reason).join(", ");
  return lacking ? `Fits nothing: ${lacking}` : "Fits nothing in this selection";
}
