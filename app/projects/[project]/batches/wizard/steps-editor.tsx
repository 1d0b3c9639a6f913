"use client";

import { ArrowDown, ArrowUp, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { ScaleEditor } from "@/app/projects/[project]/batches/scale-editor";
import { AskSettings } from "@/app/projects/[project]/batches/wizard/ask-settings";
import { ConditionSettings } from "@/app/projects/[project]/batches/wizard/condition-settings";
import { freeId } from "@/app/projects/[project]/batches/wizard/free-id";
import { SourceSettings } from "@/app/projects/[project]/batches/wizard/source-settings";
import {
  AgreementSetting,
  DrafterSetting,
  ExplanationSetting,
  LabelSettings,
  LibrarySetting,
  PreferSettings,
  ReferenceSetting,
} from "@/app/projects/[project]/batches/wizard/step-settings";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { IconButton } from "@/components/ui/icon-button";
import { Select } from "@/components/ui/select";
import { type DesignProblem, exposuresFor, withExposure } from "@/lib/batch/rules/design";
import {
  DEFAULT_SCALE,
  labelExposureOf,
  PREFER_QUESTION,
  rubricExposureOf,
  YES_OR_NO,
} from "@/lib/protocol/rules/presets";
import { taxonomyOf } from "@/lib/protocol/rules/taxonomies";
import { EXPOSURE_CHOICES, stepInWords } from "@/lib/protocol/rules/wording";
import type { LabelExposure, LabelStep, Step, TaxonomyId } from "@/lib/protocol/schema";

interface StepsEditorProps {
  steps: readonly Step[];
  onChange: (steps: Step[]) => void;
  /** Problems of the steps, shown beside them. */
  problems: readonly DesignProblem[];
}

const KINDS = {
  "rubric:criteria": "Review criteria",
  "rubric:checklist": "Review a checklist",
  "judge:criteria": "Score criteria",
  "judge:checklist": "Answer a checklist",
  score: "Overall score",
  prefer: "Compare two responses",
  label: "Labels",
  ask: "Question",
} as const;
type Kind = keyof typeof KINDS;

const kindOf = (step: Step): Kind =>
  step.type === "rubric" || step.type === "judge" ? `${step.type}:${step.kind}` : step.type;

/** List of steps that can be moved, removed, added and configured. */
export function StepsEditor({ steps, onChange, problems }: StepsEditorProps) {
  const [adding, setAdding] = useState<Kind>("ask");
  const replace = (index: number, step: Step) => onChange(steps.with(index, step));
  function move(index: number, by: 1 | -1) {
    const [a, b] = [steps[index], steps[index + by]];
    if (a && b) onChange(steps.with(index, b).with(index + by, a));
  }
  return (
    <div className="grid gap-3">
      <ol className="grid gap-3">
        {steps.map((step, index) => {
          const here = problems.filter((problem) => problem.step === index);
          const name = `step ${index + 1}, ${KINDS[kindOf(step)]}`;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a step has no other name than its place
            <li key={index} className="rounded-md border bg-surface">
              <fieldset className="grid gap-3 p-3">
                <legend className="sr-only">{`Step ${index + 1}: ${KINDS[kindOf(step)]}`}</legend>
                <div className="flex items-start justify-between gap-3">
                  <div className="grid gap-0.5">
                    <p aria-hidden="true" className="text-sm font-medium">
                      <span className="text-muted">{index + 1} · </span>
                      {KINDS[kindOf(step)]}
                    </p>
                    <p className="text-xs text-muted">{stepInWords(step, steps)}</p>
                  </div>
                  <StepButtons name={name} index={index} move={move} steps={steps} onChange={onChange} />
                </div>
                <Settings
                  step={step}
                  others={steps.toSpliced(index, 1)}
                  earlier={steps.slice(0, index)}
                  problems={here}
                  onChange={(next) => replace(index, next)}
                />
                {here
                  .filter(({ field }) => field === undefined)
                  .map(({ message }) => (
                    <p key={message} role="alert" className="text-xs text-danger">
                      {message}
                    </p>
                  ))}
              </fieldset>
            </li>
          );
        })}
      </ol>
      {problems
        .filter(({ step }) => step === undefined)
        .map(({ message }) => (
          <p key={message} role="alert" className="text-xs text-danger">
            {message}
          </p>
        ))}
      <AddStep adding={adding} setAdding={setAdding} steps={steps} onChange={onChange} />
    </div>
  );
}

interface StepButtonsProps {
  name: string;
  index: number;
  move: (index: number, by: 1 | -1) => void;
  steps: readonly Step[];
  onChange: (steps: Step[]) => void;
}

/** Moves the step up or down, or removes it. */
function StepButtons({ name, index, move, steps, onChange }: StepButtonsProps) {
  return (
    <div className="flex shrink-0">
      <IconButton size="sm" label={`Move up: ${name}`} disabled={index === 0} onClick={() => move(index, -1)}>
        <ArrowUp />
      </IconButton>
      <IconButton
        size="sm"
        label={`Move down: ${name}`}
        disabled={index === steps.length - 1}
        onClick={() => move(index, 1)}
      >
        <ArrowDown />
      </IconButton>
      <IconButton
        size="sm"
        label={`Remove: ${name}`}
        onClick={() => onChange(steps.filter((_, n) => n !== index))}
      >
        <Trash2 />
      </IconButton>
    </div>
  );
}

interface AddStepProps {
  adding: Kind;
  setAdding: (value: Kind) => void;
  steps: readonly Step[];
  onChange: (steps: Step[]) => void;
}

function AddStep({ adding, setAdding, steps, onChange }: AddStepProps) {
  return (
    <div className="flex items-end gap-2">
      <Field label="Another step" className="w-56">
        <Select
          value={adding}
          choices={Object.entries(KINDS).map(([value, label]) => ({ value: value as Kind, label }))}
          onValueChange={setAdding}
        />
      </Field>
      <Button disabled={steps.length >= 12} onClick={() => onChange([...steps, newStep(adding, steps)])}>
        <Plus aria-hidden="true" />
        Add step
      </Button>
    </div>
  );
}

function newStep(kind: Kind, steps: readonly Step[]): Step {
  const exposure = steps.find((step) => "exposure" in step)?.exposure ?? "none";
  const rubricExposure = rubricExposureOf(exposure);
  const judged = steps.some(({ type }) => type === "judge");
  switch (kind) {
    case "score":
      return {
        type: "score",
        question: "How good is this response overall?",
        scale: DEFAULT_SCALE,
        exposure,
        opens: judged ? "when-judged" : "at-once",
      };
    case "prefer":
      return { type: "prefer", question: PREFER_QUESTION, form: "five-point", sides: "random", exposure };
    case "label":
      return newLabelStep("capabilities", labelExposureOf(exposure), steps);
    case "ask":
      return {
        type: "ask",
        id: freeId(
          "question",
          steps.flatMap((step) => (step.type === "ask" ? [step.id] : [])),
        ),
        question: "",
        options: YES_OR_NO,
      };
    case "rubric:checklist":
      return { type: "rubric", kind: "checklist", exposure: rubricExposure };
    case "rubric:criteria":
      return { type: "rubric", kind: "criteria", exposure: rubricExposure };
    case "judge:checklist":
      return { type: "judge", kind: "checklist", exposure };
    case "judge:criteria":
      return { type: "judge", kind: "criteria", exposure };
  }
}

/** A label step for a taxonomy, with an id that no other step uses. */
function newLabelStep(id: TaxonomyId, exposure: LabelExposure, others: readonly Step[]): LabelStep {
  const { step } = taxonomyOf(id);
  const taken = others.flatMap((other) => (other.type === "label" ? [other.id] : []));
  return { type: "label", ...step, exposure, id: taken.includes(step.id) ? freeId(step.id, taken) : step.id };
}

const REASONS = [
  { value: "optional", label: "May be given" },
  { value: "required", label: "Must be given" },
  { value: "off", label: "Not asked for" },
] as const;

const OPENS = [
  { value: "at-once", label: "At once" },
  { value: "when-judged", label: "When every item is judged" },
] as const;

function Settings({
  step,
  others,
  earlier,
  problems,
  onChange,
}: {
  step: Step;
  others: readonly Step[];
  earlier: readonly Step[];
  problems: readonly DesignProblem[];
  onChange: (step: Step) => void;
}) {
  const problemWith = (field: DesignProblem["field"]) =>
    problems.find((problem) => problem.field === field)?.message;
  return (
    <>
      {"exposure" in step && (
        <Field label="Drafts" hint={EXPOSURE_CHOICES[step.exposure].hint} className="max-w-sm">
          <Select
            value={step.exposure}
            choices={exposuresFor([step]).map((value) => ({ value, label: EXPOSURE_CHOICES[value].label }))}
            onValueChange={(exposure) => onChange(withExposure([step], exposure)[0] ?? step)}
          />
        </Field>
      )}
      <SourceSettings step={step} onChange={onChange} />
      {"exposure" in step && step.exposure !== "none" && (
        <Field label="Reasons for overruling a draft" className="max-w-sm">
          <Select
            value={step.reasons ?? "optional"}
            choices={REASONS}
            onValueChange={(reasons) =>
              onChange({ ...step, reasons: reasons === "optional" ? undefined : reasons })
            }
          />
        </Field>
      )}
      {(step.type === "judge" || step.type === "score" || step.type === "prefer") && (
        <ExplanationSetting step={step} onChange={onChange} />
      )}
      {(step.type === "rubric" || step.type === "judge" || step.type === "score" || step.type === "prefer") &&
        step.exposure !== "none" && <AgreementSetting step={step} onChange={onChange} />}
      {"exposure" in step && step.exposure !== "none" && <DrafterSetting step={step} onChange={onChange} />}
      {step.type === "rubric" && step.exposure !== "none" && (
        <LibrarySetting step={step} onChange={onChange} />
      )}
      {step.type === "score" && <ScoreSettings problemWith={problemWith} step={step} onChange={onChange} />}
      {step.type === "prefer" && (
        <PreferSettings step={step} problem={problemWith("question")} onChange={onChange} />
      )}
      {step.type === "label" && (
        <LabelSettings
          step={step}
          problems={{ question: problemWith("question"), labels: problemWith("labels") }}
          onChange={onChange}
          onTaxonomy={(id) => onChange(newLabelStep(id, step.exposure, others))}
        />
      )}
      {step.type !== "ask" && <ReferenceSetting step={step} onChange={onChange} />}
      {step.type === "ask" && (
        <AskSettings
          step={step}
          problems={{ question: problemWith("question"), options: problemWith("options") }}
          onChange={onChange}
        />
      )}
      <ConditionSettings step={step} earlier={earlier} problem={problemWith("onlyIf")} onChange={onChange} />
    </>
  );
}

/** When the score opens, its question and its scale. */
function ScoreSettings({
  problemWith,
  step,
  onChange,
}: {
  problemWith: (field: DesignProblem["field"]) => string | undefined;
  step: Extract<Step, { type: "score" }>;
  onChange: (step: Step) => void;
}) {
  return (
    <>
      <Field label="Opens" error={problemWith("opens")} className="max-w-sm">
        <Select value={step.opens} choices={OPENS} onValueChange={(opens) => onChange({ ...step, opens })} />
      </Field>
      <ScaleEditor
        question={step.question}
        scale={step.scale}
        questionProblem={problemWith("question")}
        scaleProblem={problemWith("scale")}
        onChange={(part) => onChange({ ...step, ...part })}
      />
    </>
  );
}
