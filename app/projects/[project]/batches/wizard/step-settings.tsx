"use client";

import { ChoicesEditor } from "@/app/projects/[project]/batches/wizard/choices-editor";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { TAXONOMIES, taxonomyIn } from "@/lib/protocol/rules/taxonomies";
import type { Explanations, LabelStep, PreferStep, Step, TaxonomyId } from "@/lib/protocol/schema";

const FORMS = [
  { value: "five-point", label: "Five points, from A much better to B much better" },
  { value: "forced-choice", label: "A or B, and no third" },
] as const;

const SIDES = [
  { value: "random", label: "At random" },
  { value: "fixed", label: "As in the dataset" },
] as const;

const EXPLANATIONS: readonly { value: Explanations | "off"; label: string }[] = [
  { value: "off", label: "Not asked for" },
  { value: "optional", label: "May be given" },
  { value: "required", label: "Must be given" },
];

type ExplainedStep = Extract<Step, { type: "judge" | "score" | "prefer" }>;

/** Setting for explanations of values for which annotators see no draft. */
export function ExplanationSetting({
  step,
  onChange,
}: {
  step: ExplainedStep;
  onChange: (step: ExplainedStep) => void;
}) {
  return (
    <Field
      label="Explanations without a draft"
      hint="In the annotator’s own words, wherever no draft is shown. Explanations written before a draft appears are kept unchanged."
      className="max-w-sm"
    >
      <Select
        value={step.explanations ?? "off"}
        choices={EXPLANATIONS}
        onValueChange={(explanations) =>
          onChange({ ...step, explanations: explanations === "off" ? undefined : explanations })
        }
      />
    </Field>
  );
}

interface PreferSettingsProps {
  step: PreferStep;
  problem: string | undefined;
  onChange: (step: PreferStep) => void;
}

/** Settings of a comparison: question, answers, and the order of responses. */
export function PreferSettings({ step, problem, onChange }: PreferSettingsProps) {
  return (
    <>
      <Field label="Question" error={problem}>
        <Input
          value={step.question}
          maxLength={500}
          onChange={(event) => onChange({ ...step, question: event.target.value })}
        />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Answered on">
          <Select value={step.form} choices={FORMS} onValueChange={(form) => onChange({ ...step, form })} />
        </Field>
        <Field
          label="Sides"
          hint={
            step.sides === "random"
              ? "Drawn with the batch’s seed, each order equally often within each pair. The order shown is stored."
              : "The response that comes first in the dataset is A for all annotators, so a habit of choosing A would not be noticed."
          }
        >
          <Select
            value={step.sides}
            choices={SIDES}
            onValueChange={(sides) => onChange({ ...step, sides })}
          />
        </Field>
      </div>
    </>
  );
}

const ABOUT = [
  { value: "task", label: "The task" },
  { value: "response", label: "The response" },
  { value: "checklist", label: "Every checklist question" },
  { value: "criteria", label: "Every criterion" },
] as const;
const OWN = "own";

interface LabelSettingsProps {
  step: LabelStep;
  problems: { question: string | undefined; labels: string | undefined };
  onChange: (step: LabelStep) => void;
  onTaxonomy: (id: TaxonomyId) => void;
}

/** Settings of a label step: what is labelled, and a taxonomy or own labels. */
export function LabelSettings({ step, problems, onChange, onTaxonomy }: LabelSettingsProps) {
  const taxonomy = taxonomyIn(step);
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Labels" hint={TAXONOMIES.find(({ id }) => id === taxonomy)?.source}>
          <Select
            value={taxonomy ?? OWN}
            choices={[
              ...TAXONOMIES.map(({ id, name }) => ({ value: id, label: name })),
              ...(taxonomy ? [] : [{ value: OWN, label: "Of your own" } as const]),
            ]}
            onValueChange={(id) => id !== OWN && onTaxonomy(id)}
          />
        </Field>
        <LabelledMaterial step={step} onChange={onChange} />
      </div>
      <Field label="Question" error={problems.question}>
        <Input
          value={step.question}
          maxLength={500}
          onChange={(event) => onChange({ ...step, question: event.target.value })}
        />
      </Field>
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        <Checkbox
          label="Several labels may apply"
          checked={step.several}
          onCheckedChange={(several) => onChange({ ...step, several })}
        />
        <Checkbox
          label="“None of them” is an answer too"
          checked={step.none}
          onCheckedChange={(none) => onChange({ ...step, none })}
        />
      </div>
      {step.about !== "matches" && (
        <Labels step={step} problem={problems.labels} onChange={(labels) => onChange({ ...step, labels })} />
      )}
    </>
  );
}

/** Setting for the labelled material: two lists that are matched, or a part of the task. */
function LabelledMaterial({ step, onChange }: { step: LabelStep; onChange: (step: LabelStep) => void }) {
  return step.about === "matches" ? (
    <Field label="Lists" hint="The first two of a task, in the order of the dataset.">
      <Select
        value={step.kind ?? "checklist"}
        choices={[
          { value: "checklist", label: "Two checklists" },
          { value: "criteria", label: "Two lists of criteria" },
        ]}
        onValueChange={(kind) => onChange({ ...step, kind })}
      />
    </Field>
  ) : (
    <Field label="Of">
      <Select
        value={step.kind ?? (step.about === "response" ? "response" : "task")}
        choices={ABOUT}
        onValueChange={(about) => {
          const { kind: _, ...rest } = step;
          onChange(
            about === "task" || about === "response"
              ? { ...rest, about }
              : { ...rest, about: "items", kind: about },
          );
        }}
      />
    </Field>
  );
}

function Labels({
  step: { labels },
  problem,
  onChange,
}: {
  step: LabelStep;
  problem: string | undefined;
  onChange: (labels: LabelStep["labels"]) => void;
}) {
  return (
    <ChoicesEditor<LabelStep["labels"][number]>
      legend="Labels to choose from"
      noun="label"
      choices={labels}
      most={60}
      problem={problem}
      // Labels have no other key than the typed name.
      keyOf={(_, index) => index}
      fields={(label, index, change) => (
        <>
          <Input
            aria-label={`Label ${index + 1}`}
            value={label.name}
            maxLength={120}
            onChange={(event) => change({ ...label, name: event.target.value })}
            className="max-w-48"
          />
          <Input
            aria-label={`What label ${index + 1} means`}
            value={label.hint ?? ""}
            placeholder="What it means"
            maxLength={300}
            onChange={(event) => {
              const { hint: _, ...rest } = label;
              const hint = event.target.value;
              change(hint === "" ? rest : { ...rest, hint });
            }}
          />
        </>
      )}
      make={() => ({ name: "" })}
      onChange={onChange}
    />
  );
}

type Reading = Exclude<Step, { type: "ask" }>;

/** Setting: the task's reference answer is visible. */
export function ReferenceSetting({ step, onChange }: { step: Reading; onChange: (step: Step) => void }) {
  return (
    <Checkbox
      label="Hide the reference answer"
      hint="It is not sent to annotators of this arm. All steps share one page, so a step that hides it hides it for all steps."
      checked={step.reference === "hidden"}
      onCheckedChange={(hidden) => {
        const { reference: _, ...rest } = step;
        onChange(hidden ? { ...rest, reference: "hidden" } : rest);
      }}
    />
  );
}

type Drafted = Extract<Step, { type: "rubric" | "judge" | "score" | "prefer" }>;

/** Setting: a whole draft can be accepted at once. */
export function AgreementSetting({ step, onChange }: { step: Drafted; onChange: (step: Step) => void }) {
  return (
    <Checkbox
      label="Allow agreement with a whole draft"
      hint="Annotators can accept everything undecided in a draft and take over its value with one press, once the time that reading it takes has passed. This is recorded and reported as agreement in bulk. Without it, they decide on every line or item separately."
      checked={step.agree === "allowed"}
      onCheckedChange={(allowed) => {
        const { agree: _, ...rest } = step;
        onChange(allowed ? { ...rest, agree: "allowed" } : rest);
      }}
    />
  );
}

/** Setting: the drafter is shown to annotators. */
export function DrafterSetting({
  step,
  onChange,
}: {
  step: Exclude<Reading, { exposure: "none" }>;
  onChange: (step: Step) => void;
}) {
  return (
    <Checkbox
      label="Show who drafted it"
      hint="Annotators then read the model’s name on every draft, which can influence their decisions. Drafts by rules are always marked as such."
      checked={step.drafter === "shown"}
      onCheckedChange={(shown) => onChange({ ...step, drafter: shown ? "shown" : undefined })}
    />
  );
}

type Reviewing = Extract<Step, { type: "rubric" }>;

/** Setting: library items are offered during review. */
export function LibrarySetting({ step, onChange }: { step: Reviewing; onChange: (step: Step) => void }) {
  const items = step.kind === "checklist" ? "questions" : "criteria";
  return (
    <Checkbox
      label="Offer the library"
      hint={`A few general ${items} that people wrote for any task. They are labelled, and none is added unless an annotator chooses it.`}
      checked={step.library === "offered"}
      onCheckedChange={(offered) => {
        const { library: _, ...rest } = step;
        onChange(offered ? { ...rest, library: "offered" } : rest);
      }}
    />
  );
}
