"use client";

import { ChoicesEditor } from "@/app/projects/[project]/batches/wizard/choices-editor";
import { freeId } from "@/app/projects/[project]/batches/wizard/free-id";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { YES_OR_NO } from "@/lib/protocol/rules/presets";
import type { AskStep } from "@/lib/protocol/schema";

const FORMS = [
  { value: "one", label: "One of the answers below" },
  { value: "several", label: "Any number of the answers below" },
  { value: "number", label: "A number" },
  { value: "text", label: "Free text" },
] as const;
type Form = (typeof FORMS)[number]["value"];

interface AskSettingsProps {
  step: AskStep;
  problems: { question: string | undefined; options: string | undefined };
  onChange: (step: AskStep) => void;
}

/** Settings of a question: its wording, and the answers it allows. */
export function AskSettings({ step, problems, onChange }: AskSettingsProps) {
  const form: Form = step.form ?? "one";
  return (
    <>
      <Field label="Question" error={problems.question}>
        <Input
          value={step.question}
          maxLength={500}
          onChange={(event) => onChange({ ...step, question: event.target.value })}
        />
      </Field>
      <Field label="Answered with" className="max-w-sm">
        <Select value={form} choices={FORMS} onValueChange={(next) => onChange(withForm(step, next))} />
      </Field>
      {form === "number" && <Range step={step} problem={problems.options} onChange={onChange} />}
      {(form === "one" || form === "several") && (
        <Options step={step} problem={problems.options} onChange={onChange} />
      )}
      <Checkbox
        label="May be left without an answer"
        checked={step.optional === true}
        onCheckedChange={(optional) => onChange({ ...step, optional: optional || undefined })}
      />
    </>
  );
}

/** The step with answers of another form. Options stay only where they are offered. */
function withForm({ min: _, max: __, ...step }: AskStep, form: Form): AskStep {
  if (form === "number" || form === "text") return { ...step, form, options: [] };
  const options = step.options.length > 0 ? step.options : YES_OR_NO;
  return { ...step, form: form === "one" ? undefined : form, options };
}

const BOUNDS = [
  { bound: "min", label: "At least" },
  { bound: "max", label: "At most" },
] as const;

function Range({
  step,
  problem,
  onChange,
}: Pick<AskSettingsProps, "step" | "onChange"> & { problem: string | undefined }) {
  return (
    <div className="grid max-w-sm grid-cols-2 gap-4">
      {BOUNDS.map(({ bound, label }) => (
        <Field key={bound} label={label} error={bound === "max" ? problem : undefined}>
          <Input
            type="number"
            step="any"
            placeholder="Any"
            value={step[bound] ?? ""}
            onChange={({ target }) =>
              onChange({ ...step, [bound]: target.value === "" ? undefined : target.valueAsNumber })
            }
          />
        </Field>
      ))}
    </div>
  );
}

function Options({
  step,
  problem,
  onChange,
}: Pick<AskSettingsProps, "step" | "onChange"> & { problem: string | undefined }) {
  const { options } = step;
  return (
    <ChoicesEditor
      legend="Answers"
      noun="answer"
      choices={options}
      most={9}
      problem={problem}
      keyOf={({ value }) => value}
      fields={(option, index, change) => (
        <Input
          aria-label={`Answer ${index + 1}`}
          value={option.label}
          maxLength={120}
          onChange={(event) => change({ ...option, label: event.target.value })}
        />
      )}
      make={() => ({
        value: freeId(
          "answer",
          options.map(({ value }) => value),
        ),
        label: "",
      })}
      onChange={(next) => onChange({ ...step, options: next })}
    />
  );
}
