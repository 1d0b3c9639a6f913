"use client";

import {
  type CurationFields,
  sourceValue,
} from "@/app/projects/[project]/data/[dataset]/curation/curation-fields";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { formatCount, formatQuantity } from "@/components/ui/format";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { type CurationView, STRUCTURES } from "@/lib/curation/schema";

export interface PartsProps {
  fields: CurationFields;
  view: CurationView;
  onChange: (change: Partial<CurationFields>) => void;
}

/** The choice of instances: those a panel leaves, a sample. */
export function InstanceFields({ fields, view, onChange }: PartsProps) {
  const { isFiltered, methods, models, sample, mixed } = fields;
  return (
    <div className="grid gap-4">
      <Checkbox
        checked={isFiltered}
        disabled={view.evaluators.length === 0}
        onCheckedChange={(checked) => onChange({ isFiltered: checked })}
        label="Leave out what most labels of the panel get right"
        hint={
          view.evaluators.length === 0
            ? "No evaluator has judged the pairs yet."
            : "An instance that no evaluator judged is left out too."
        }
      />
      {isFiltered && (
        <div className="grid gap-4 sm:grid-cols-2">
          <Choices
            label="Evaluators"
            choices={view.panel.methods}
            chosen={methods}
            onChange={(next) => onChange({ methods: next })}
          />
          <Choices
            label="Models"
            choices={view.panel.models}
            chosen={models}
            onChange={(next) => onChange({ models: next })}
          />
        </div>
      )}
      <Field
        label="Sample"
        hint="How many of them, drawn at random, with the seed. Empty: all."
        className="max-w-60"
      >
        <Input
          inputMode="numeric"
          value={sample}
          onChange={(event) => onChange({ sample: event.target.value })}
        />
      </Field>
      <Checkbox
        checked={mixed}
        onCheckedChange={(checked) => onChange({ mixed: checked })}
        label="Draw which response stands first"
      />
    </div>
  );
}

/** The choice of the better and the worse response of each task. */
export function OutputFields({ fields, view, onChange }: PartsProps) {
  const sources = view.sources.map(({ source, outputs }) => ({
    value: sourceValue(source),
    label: `${nameOf(source)} (${formatCount(outputs)})`,
  }));
  if (sources.length === 0)
    return (
      <p className="text-sm text-muted">
        There are no responses yet. Runs that add their responses to this dataset write them, such as answer
        and curation.gptout.
      </p>
    );
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="Better response">
        <Select choices={sources} value={fields.better} onValueChange={(better) => onChange({ better })} />
      </Field>
      <Field label="Worse response">
        <Select choices={sources} value={fields.worse} onValueChange={(worse) => onChange({ worse })} />
      </Field>
      <NeighbourFields fields={fields} view={view} onChange={onChange} />
      <Field label="Subset" required hint="The tag of its instances, such as neighbor.">
        <Input
          maxLength={50}
          value={fields.subset}
          onChange={(event) => onChange({ subset: event.target.value })}
        />
      </Field>
    </div>
  );
}

/** The choice of the worse response: the one to the task itself, or the most similar other one by a run's vectors. */
function NeighbourFields({ fields, view, onChange }: PartsProps) {
  const runs = view.vectors.map(({ run, name, tasks }) => ({
    value: run,
    label: `The most similar other instruction: ${name} (${formatCount(tasks)})`,
  }));
  return (
    <>
      <Field
        label="The worse response answers"
        hint={runs.length === 0 ? "A run of curation.embed finds similar instructions." : undefined}
      >
        <Select
          choices={[{ value: "", label: "The same instruction" }, ...runs]}
          value={fields.neighbours}
          onValueChange={(neighbours) => onChange({ neighbours })}
        />
      </Field>
      {fields.neighbours !== "" && (
        <Field label="Similarity below (ε)" hint="Cosine; more similar ones may ask for the same.">
          <Input
            inputMode="decimal"
            value={fields.below}
            onChange={(event) => onChange({ below: event.target.value })}
          />
        </Field>
      )}
    </>
  );
}

function nameOf({ model, method }: CurationView["sources"][number]["source"]): string {
  if (model === null && method === "reference") return "Reference of the task";
  return `${model ?? "No model named"}${method === null ? "" : `, ${method}`}`;
}

/** Fields for the sentence structures that constraints may have. */
export function ConstraintFields({ fields, view, onChange }: PartsProps) {
  return (
    <div className="grid gap-4">
      <p className="text-sm text-muted">
        {formatCount(view.pairs)} {view.pairs === 1 ? "task has" : "tasks have"} exactly two responses. The
        verifier proves each demand.
      </p>
      <Choices
        label="Structures"
        choices={STRUCTURES}
        chosen={fields.structures}
        onChange={(structures) => onChange({ structures })}
      />
      <Checkbox
        checked={fields.all}
        onCheckedChange={(all) => onChange({ all })}
        label="An instance for each structure, to choose from by hand"
        hint="Otherwise one structure is drawn for each pair."
      />
    </div>
  );
}

/** The sample of a benchmark, and its name. */
export function BenchmarkFields({ fields, view, onChange }: PartsProps) {
  return (
    <div className="grid gap-4">
      <p className="text-sm text-muted">
        {formatQuantity(view.compared, "pair")} of this dataset {view.compared === 1 ? "was" : "were"}{" "}
        compared. Pairs with an empty text, a text in another language, a tie or no majority are left out. The
        majority's choice is the gold value of each other pair. The new dataset says how many pairs were left
        out, and why.
      </p>
      <div className="grid max-w-md grid-cols-2 gap-4">
        <Field label="Benchmark" hint="The tag of its tasks, such as mt-bench. Empty: they keep theirs.">
          <Input
            maxLength={50}
            value={fields.tag}
            onChange={(event) => onChange({ tag: event.target.value })}
          />
        </Field>
        <Field label="Sample" hint="How many pairs, drawn at random, with the seed. Empty: all.">
          <Input
            inputMode="numeric"
            value={fields.pairs}
            onChange={(event) => onChange({ pairs: event.target.value })}
          />
        </Field>
      </div>
    </div>
  );
}

/** Fields for the problems to use. */
export function ProblemFields({ fields, onChange }: PartsProps) {
  return (
    <div className="grid gap-4">
      <p className="text-sm text-muted">
        Independent of this dataset. A run of curation.shots on the new one, whose responses are added, keeps
        problems that are solved with 16 examples and not with 0, 1, 2 or 4.
      </p>
      <div className="grid max-w-md grid-cols-2 gap-4">
        <Field label="Base" hint="3 to 10">
          <Input
            inputMode="numeric"
            value={fields.base}
            onChange={(event) => onChange({ base: event.target.value })}
          />
        </Field>
        <Field label="Problems">
          <Input
            inputMode="numeric"
            value={fields.count}
            onChange={(event) => onChange({ count: event.target.value })}
          />
        </Field>
      </div>
    </div>
  );
}

interface ChoicesProps {
  label: string;
  choices: readonly string[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** Checkboxes, of which several may be chosen. */
function Choices({ label, choices, chosen, onChange }: ChoicesProps) {
  return (
    <fieldset className="grid content-start gap-2">
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      {choices.map((choice) => (
        <Checkbox
          key={choice}
          label={choice}
          checked={chosen.includes(choice)}
          onCheckedChange={(checked) =>
            onChange(choices.filter((one) => (one === choice ? checked : chosen.includes(one))))
          }
        />
      ))}
    </fieldset>
  );
}
