"use client";

import { Plus, Trash2 } from "lucide-react";
import { StepsEditor } from "@/app/projects/[project]/batches/wizard/steps-editor";
import type { Draft } from "@/app/projects/[project]/batches/wizard/use-draft";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Panel } from "@/components/ui/panel";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { Select } from "@/components/ui/select";
import { type DesignProblem, exposuresFor, nearestExposure, withExposure } from "@/lib/batch/rules/design";
import type { ArmDesign } from "@/lib/batch/schema";
import type { Exposure } from "@/lib/judgement/schema";
import type { SubjectKind } from "@/lib/protocol/rules/subject-kind";
import { EXPOSURE_CHOICES } from "@/lib/protocol/rules/wording";
import type { Step } from "@/lib/protocol/schema";

interface ArmsStepProps {
  draft: Draft;
  change: (part: Partial<Draft>) => void;
  kind: SubjectKind;
  problems: readonly DesignProblem[];
  /** Validation errors by field path: `arms.0.name`. */
  invalid: ReadonlyMap<string, string>;
}

/**
 * Step for replicates and arms: how many people see each task, response or pair, in which variants of the
 * protocol.
 */
export function ArmsStep({ draft, change, kind, problems, invalid }: ArmsStepProps) {
  const { arms } = draft;
  const base = arms[0]?.steps ?? [];
  const set = (index: number, arm: ArmDesign) => change({ arms: arms.with(index, arm) });

  function add() {
    const shows = base.some((step) => "exposure" in step && step.exposure !== "none");
    const exposure: Exposure = shows ? "none" : "draft-first";
    const name = freeName(arms.map((arm) => arm.name.toLowerCase()));
    change({ arms: [...arms, { name, k: arms[0]?.k ?? 1, steps: null, exposure }] });
  }

  return (
    <Panel
      title="Arms"
      description={`Each ${kind} is seen by this many people in each arm; each person sees it once, in one arm.`}
    >
      <div className="grid gap-4">
        {arms.map((arm, index) => (
          <ArmFields
            // biome-ignore lint/suspicious/noArrayIndexKey: an arm's name can be empty while it is typed
            key={index}
            index={index}
            arm={arm}
            invalid={invalid}
            set={set}
            kind={kind}
            change={change}
            arms={arms}
            base={base}
            problems={problems}
          />
        ))}
        <Button className="justify-self-start" disabled={arms.length >= 8} onClick={add}>
          <Plus aria-hidden="true" />
          Add arm
        </Button>
      </div>
    </Panel>
  );
}

interface ArmFieldsProps {
  index: number;
  arm: ArmDesign;
  invalid: ReadonlyMap<string, string>;
  set: (index: number, arm: ArmDesign) => void;
  kind: SubjectKind;
  change: (part: Partial<Draft>) => void;
  arms: Draft["arms"];
  base: Step[];
  problems: readonly DesignProblem[];
}

/** Name and people of an arm; all but the first also say how they differ. */
function ArmFields({ index, arm, invalid, set, kind, change, arms, base, problems }: ArmFieldsProps) {
  return (
    <fieldset className="grid gap-4 rounded-md border p-4">
      <legend className="px-1 text-sm font-medium">Arm {arm.name || index + 1}</legend>
      <div className="flex flex-wrap items-start gap-4">
        <Field label="Arm name" error={invalid.get(`arms.${index}.name`)} className="w-48">
          <Input
            value={arm.name}
            maxLength={60}
            onChange={(event) => set(index, { ...arm, name: event.target.value })}
          />
        </Field>
        <ArmPeopleField kind={kind} invalid={invalid} index={index} arm={arm} set={set} />
        {index > 0 && (
          <Button
            size="sm"
            variant="quiet"
            className="ms-auto"
            aria-label={`Remove arm ${arm.name}`}
            onClick={() => change({ arms: arms.filter((_, n) => n !== index) })}
          >
            <Trash2 aria-hidden="true" />
            Remove
          </Button>
        )}
      </div>
      {index === 0 ? (
        <p className="text-sm text-muted">Its steps are those of the protocol.</p>
      ) : (
        <Variant
          arm={arm}
          base={base}
          problems={problems.filter((problem) => problem.arm === index)}
          onChange={(next) => set(index, next)}
        />
      )}
    </fieldset>
  );
}

interface ArmPeopleFieldProps {
  kind: SubjectKind;
  invalid: ReadonlyMap<string, string>;
  index: number;
  arm: ArmDesign;
  set: (index: number, arm: ArmDesign) => void;
}

/** Field for the number of people who judge each subject in the arm. */
function ArmPeopleField({ kind, invalid, index, arm, set }: ArmPeopleFieldProps) {
  return (
    <Field
      label={`People per ${kind}`}
      error={invalid.has(`arms.${index}.k`) && "Choose between 1 and 100."}
      hint="Exactly this many different people. Agreement needs at least two."
      className="max-w-64"
    >
      <Input
        type="number"
        min={1}
        max={100}
        className="max-w-24"
        value={arm.k || ""}
        onChange={(event) => set(index, { ...arm, k: Math.trunc(event.target.valueAsNumber) || 0 })}
      />
    </Field>
  );
}

/** The first letter not used as an arm's name. */
function freeName(taken: readonly string[]): string {
  return [..."BCDEFGHIJ"].find((letter) => !taken.includes(letter.toLowerCase())) ?? "";
}

interface VariantProps {
  arm: ArmDesign;
  base: NonNullable<ArmDesign["steps"]>;
  problems: readonly DesignProblem[];
  onChange: (arm: ArmDesign) => void;
}

/** The differences of a further arm: when drafts are shown, or its own steps. */
function Variant({ arm, base, problems, onChange }: VariantProps) {
  return (
    <>
      <SegmentedControl
        label={`Steps of arm ${arm.name}`}
        value={arm.steps ? "own" : "same"}
        segments={[
          { value: "same", label: "The protocol's steps" },
          { value: "own", label: "Steps of its own" },
        ]}
        onValueChange={(which) =>
          onChange(
            which === "same"
              ? { ...arm, steps: null }
              : { ...arm, steps: arm.exposure ? withExposure(base, arm.exposure) : base, exposure: null },
          )
        }
        className="justify-self-start"
      />
      {arm.steps ? (
        <StepsEditor
          steps={arm.steps}
          problems={problems}
          onChange={(steps) => onChange({ ...arm, steps })}
        />
      ) : (
        <Field label="Drafts" className="max-w-sm">
          <Select
            value={arm.exposure === null ? "same" : nearestExposure(base, arm.exposure)}
            choices={[
              { value: "same", label: "As in the protocol" },
              ...exposuresFor(base).map((value) => ({ value, label: EXPOSURE_CHOICES[value].label })),
            ]}
            onValueChange={(exposure) =>
              onChange({ ...arm, exposure: exposure === "same" ? null : exposure })
            }
          />
        </Field>
      )}
    </>
  );
}
