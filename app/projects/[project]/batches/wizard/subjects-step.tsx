"use client";

import { IntakeFields } from "@/app/projects/[project]/batches/intake-fields";
import type { Draft } from "@/app/projects/[project]/batches/wizard/use-draft";
import { FilterFields } from "@/app/projects/[project]/data/filter-fields";
import { Field } from "@/components/ui/field";
import { formatCount, formatQuantity } from "@/components/ui/format";
import { Input } from "@/components/ui/input";
import { Panel } from "@/components/ui/panel";
import { RadioGroup } from "@/components/ui/radio-group";
import { ScrollRegion } from "@/components/ui/scroll-region";
import { Select } from "@/components/ui/select";
import { Switch } from "@/components/ui/switch";
import { SPREADS } from "@/lib/batch/rules/design";
import { judgedInWords } from "@/lib/batch/rules/judge-spread";
import { QUEUE_INTAKE } from "@/lib/batch/rules/queue-preset";
import type { SampleBy, SubjectSelection } from "@/lib/batch/schema";
import type { DesignAnswer } from "@/lib/batch/schema/design";
import type { TaskFilter } from "@/lib/dataset/schema";
import { KIND_NAMES, type SubjectKind } from "@/lib/protocol/rules/subject-kind";

interface SubjectsStepProps {
  draft: Draft;
  change: (part: Partial<Draft>) => void;
  datasets: readonly { id: string; name: string; sample: boolean }[];
  /** Null until the dataset has been counted. */
  answer: DesignAnswer | null;
  subjects: number | null;
  kind: SubjectKind;
  /** Number of individually chosen subjects; 0 if the filter decides. */
  chosen: number;
  nameProblem: string | undefined;
  spreadProblem: string | undefined;
}

/** Step for the material: which tasks or responses the batch is about. */
export function SubjectsStep(props: SubjectsStepProps) {
  const { draft, change, answer, subjects, kind, spreadProblem } = props;
  const { filter, sample } = draft.selection;
  const select = (part: Partial<SubjectSelection>) => change({ selection: { ...draft.selection, ...part } });

  return (
    <>
      <DatasetPanel sample={sample} props={props} />

      <FilterPanel filter={filter} select={select} props={props} />

      {kind === "pair" && <PairsPanel draft={draft} select={select} />}

      <Panel title="All or a sample">
        <div className="grid gap-4">
          <RadioGroup
            label="How many"
            labelHidden
            value={sample ? "sample" : "all"}
            onValueChange={(how) =>
              select({ sample: how === "all" ? null : { size: 100, by: "everything" } })
            }
            options={[
              { value: "all", label: "All that fit" },
              {
                value: "sample",
                label: "A random sample",
                hint: "Drawn from the batch's seed: the same seed draws the same sample of the same dataset.",
              },
            ]}
          />
          {sample && <SampleFields sample={sample} select={select} kind={kind} problem={spreadProblem} />}
          {sample && sample.by === answer?.judged?.by && answer.judged.scored > 0 && (
            <p className="text-sm text-muted">{judgedInWords(answer.judged, kind)}</p>
          )}
          <Preview answer={answer} subjects={subjects} kind={kind} />
        </div>
      </Panel>

      <IntakePanel draft={draft} change={change} kind={kind} />
    </>
  );
}

/** Settings for taking new material of the dataset once the batch is open. */
function IntakePanel({
  draft: { intake },
  change,
  kind,
}: Pick<SubjectsStepProps, "draft" | "change" | "kind">) {
  return (
    <Panel title="New material">
      <div className="grid gap-4">
        <Switch
          label={`Take new ${kind}s by itself`}
          hint={`New ${kind}s of the dataset join the open batch if they pass the filter and fit the steps, each with all its assignments.`}
          checked={intake !== null}
          onCheckedChange={(on) => change({ intake: on ? QUEUE_INTAKE : null })}
        />
        {intake && <IntakeFields kind={kind} intake={intake} onChange={(next) => change({ intake: next })} />}
      </div>
    </Panel>
  );
}

/** The filter that narrows the subjects down. */
function FilterPanel({
  filter,
  select,
  props,
}: {
  filter: TaskFilter;
  select: (part: Partial<SubjectSelection>) => void;
  props: SubjectsStepProps;
}) {
  const { kind, chosen, answer } = props;
  return (
    <Panel
      title={`Which ${kind}s`}
      description={
        chosen > 0
          ? `This draft is about ${formatQuantity(chosen, kind)} chosen one by one; a filter can only narrow them down.`
          : "All that fit, unless you narrow them down. The filter is applied when the batch opens."
      }
    >
      <FilterFields
        filter={filter}
        onChange={(next) => select({ filter: next })}
        tags={answer?.tags ?? []}
        models={answer?.models ?? []}
        groups={answer?.responseGroups ?? []}
      />
    </Panel>
  );
}

/** Name of the batch, and the dataset it is drawn from. */
function DatasetPanel({ sample, props }: { sample: SubjectSelection["sample"]; props: SubjectsStepProps }) {
  const { nameProblem, draft, change, chosen, datasets } = props;
  return (
    <Panel title="What it is about">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Name" required error={nameProblem} hint="Annotators see it in their queue.">
          <Input
            value={draft.name}
            maxLength={200}
            placeholder="Pilot round"
            onChange={(event) => change({ name: event.target.value })}
          />
        </Field>
        <Field label="Dataset" hint={chosen > 0 ? "That of the batch it follows." : undefined}>
          <Select
            disabled={chosen > 0}
            value={draft.dataset}
            choices={datasets.map(({ id: value, name, sample }) => ({
              value,
              label: sample ? `${name} (sample data)` : name,
            }))}
            onValueChange={(dataset) => change({ dataset, selection: { filter: {}, sample } })}
          />
        </Field>
      </div>
    </Panel>
  );
}

/** Every two responses of a task, or the pairs that are given. */
function PairsPanel({
  draft,
  select,
}: {
  draft: SubjectsStepProps["draft"];
  select: (part: Partial<SubjectSelection>) => void;
}) {
  return (
    <Panel
      title="Which pairs"
      description="Two responses to the same task that both pass the filter. To compare certain models, choose them above."
    >
      <RadioGroup
        label="Pairs"
        labelHidden
        value={draft.selection.pairs ?? "all"}
        onValueChange={(pairs) => select({ pairs: pairs === "all" ? undefined : pairs })}
        options={[
          { value: "all", label: "Every two responses of a task" },
          {
            value: "given",
            label: "The pairs that are given",
            hint: "Only those that an imported preference, or a drafted one, is about.",
          },
        ]}
      />
    </Panel>
  );
}

/** Size of the sample, and over what it is spread. */
function SampleFields({
  sample,
  select,
  kind,
  problem,
}: {
  sample: NonNullable<SubjectSelection["sample"]>;
  select: (part: Partial<SubjectSelection>) => void;
  kind: SubjectsStepProps["kind"];
  problem: string | undefined;
}) {
  // A choice that the steps have ruled out since it was made is shown until another one is made.
  const choices = SPREADS[kind].includes(sample.by) ? SPREADS[kind] : [...SPREADS[kind], sample.by];
  return (
    <div className="grid max-w-md grid-cols-2 gap-4">
      <Field label="Sample size">
        <Input
          type="number"
          min={1}
          max={1_000_000}
          value={sample.size || ""}
          onChange={(event) =>
            select({ sample: { ...sample, size: Math.trunc(event.target.valueAsNumber) || 0 } })
          }
        />
      </Field>
      <Field label="Spread" hint={SPREAD_HINTS[sample.by]} error={problem}>
        <Select
          value={sample.by}
          choices={choices.map((value) => ({
            value,
            label: spreadLabel(value, kind),
            disabled: !SPREADS[kind].includes(value),
          }))}
          onValueChange={(by) => select({ sample: { ...sample, by } })}
        />
      </Field>
    </div>
  );
}

const SPREAD_LABELS: Record<SampleBy, string> = {
  everything: "Over everything",
  tag: "By tags",
  model: "By model",
  uncertainty: "Where judges are uncertain",
  disagreement: "Where judges disagree",
};

const spreadLabel = (by: SampleBy, kind: SubjectKind) =>
  by === "model" && kind === "pair" ? "By models" : SPREAD_LABELS[by];

const UNEQUAL =
  "Up to four times as often as elsewhere. Probabilities are stored, and corrected estimates are weighted by them; α is that of the sample.";
const IN_PROPORTION = "In proportion to their numbers.";

const SPREAD_HINTS: Record<SampleBy, string> = {
  everything: "Each with the same probability.",
  tag: IN_PROPORTION,
  model: IN_PROPORTION,
  uncertainty: UNEQUAL,
  disagreement: UNEQUAL,
};

/** The first matches, to check the filter. */
function Preview({ answer, subjects, kind }: Pick<SubjectsStepProps, "answer" | "subjects" | "kind">) {
  if (!answer || subjects === null) return null;
  return (
    <section aria-label={KIND_NAMES[kind]} className="grid gap-2">
      <p className="text-sm font-medium tabular-nums" aria-live="polite">
        {formatQuantity(subjects, kind)}
        {subjects > answer.first.length && (
          <span className="font-normal text-muted"> · the first {formatCount(answer.first.length)}</span>
        )}
      </p>
      {answer.first.length > 0 && (
        <ScrollRegion label={`The first ${kind}s`} className="max-h-80 rounded-md border">
          <ol className="divide-y text-sm">
            {answer.first.map(({ position, task, response, model, tags, title }) => (
              <li key={position} className="grid gap-0.5 px-3 py-1.5">
                <span dir="auto" className="truncate">
                  {title}
                </span>
                <span className="truncate text-xs text-muted">
                  {[task, response, model, ...tags].filter(Boolean).join(" · ")}
                </span>
              </li>
            ))}
          </ol>
        </ScrollRegion>
      )}
    </section>
  );
}
