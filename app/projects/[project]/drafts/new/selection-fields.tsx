import { useState } from "react";
import { FilterFields } from "@/app/projects/[project]/data/filter-fields";
import type { MethodChoice } from "@/app/projects/[project]/drafts/new/method-choices";
import { RUBRIC_LABELS, SourceField, severalWords } from "@/app/projects/[project]/source-field";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";
import { rankedSources } from "@/lib/dataset/rules/rank-sources";
import type { RubricSource } from "@/lib/dataset/schema/sources";
import type { RunChoices, RunSelection } from "@/lib/drafting/schema/runs";

/** Values to choose from in the dataset. */
export interface Filters {
  tags: string[];
  models: string[];
  responseGroups: string[];
}

interface SelectionFieldsProps extends SelectionProps {
  method: MethodChoice | undefined;
  filters: Filters;
  choices: RunChoices;
}

/** The part of the dataset that a run is about, as its method needs it. */
export function SelectionFields({ method, filters, choices, selection, select }: SelectionFieldsProps) {
  return (
    <>
      {method?.subject === "dataset" ? (
        <Example examples={choices.examples} selection={selection} select={select} />
      ) : (
        method && (
          <Subjects
            method={method}
            filters={filters}
            choices={choices}
            selection={selection}
            select={select}
          />
        )
      )}
      {method?.id.startsWith("coeval.") && (
        <Field
          label="Description of the task"
          className="sm:col-span-2"
          hint="Experts’ description of the task as a whole. Judges read it beside each instruction and input. Optional."
        >
          <Textarea
            value={selection.description ?? ""}
            maxLength={20_000}
            onChange={(event) => select({ description: event.target.value || undefined })}
          />
        </Field>
      )}
    </>
  );
}

interface SelectionProps {
  selection: RunSelection;
  select: (part: Partial<RunSelection>) => void;
}

/** The choice of the dataset's tasks, responses or pairs that a run is about. */
function Subjects({
  method,
  filters,
  choices,
  selection,
  select,
}: SelectionProps & {
  method: MethodChoice;
  filters: Filters;
  choices: RunChoices;
}) {
  const kind = method.needs.find((need) => need === "checklist" || need === "criteria");
  const options = choices.rubrics.filter(({ of }) => of === kind);
  const several = choices.several.find(({ of }) => of === kind);
  return (
    <>
      <div className="sm:col-span-2">
        <FilterFields
          filter={selection.filter}
          onChange={(filter) => select({ filter })}
          tags={filters.tags}
          models={method.subject === "task" ? null : filters.models}
          groups={filters.responseGroups}
        />
      </div>
      <FirstTasksField selection={selection} select={select} />
      {method.subject === "pair" && <Pair models={filters.models} selection={selection} select={select} />}
      {kind && options.length > 0 && (
        <div className="sm:col-span-2">
          <SourceField<RubricSource>
            label={`${RUBRIC_LABELS[kind]} to judge by`}
            options={options}
            own={[]}
            source={selection.rubric}
            newest={rankedSources(options, kind)[0]?.source}
            among={{ rubrics: options, drafts: [] }}
            hint={several && `${severalWords(several)}: it judges by those of one source.`}
            onChange={(rubric) => select({ rubric })}
          />
        </div>
      )}
    </>
  );
}

function FirstTasksField({
  selection,
  select,
}: {
  selection: RunSelection;
  select: (part: Partial<RunSelection>) => void;
}) {
  return (
    <Field label="Only the first tasks" hint="In the dataset’s order. Empty: all.">
      <Input
        type="number"
        min={1}
        max={1_000_000}
        value={selection.first ?? ""}
        onChange={(event) => {
          const first = Math.trunc(event.target.valueAsNumber);
          select({ first: first >= 1 ? first : undefined });
        }}
      />
    </Field>
  );
}

/** The choice of two models to compare; by default every two responses of a task. */
function Pair({ models, selection, select }: SelectionProps & { models: string[] }) {
  const [a = "", setA] = useState(selection.pair?.[0]);
  const [b = "", setB] = useState(selection.pair?.[1]);
  const choose = (nextA: string, nextB: string) => {
    setA(nextA);
    setB(nextB);
    select({ pair: nextA && nextB ? [nextA, nextB] : undefined });
  };
  const choices = (other: string) => [
    { value: "", label: "Any" },
    ...models.map((value) => ({ value, label: value, disabled: value === other })),
  ];
  return (
    <>
      <Field label="Response A of" hint="Choose both models, or neither.">
        <Select value={a} choices={choices(b)} onValueChange={(next) => choose(next, b)} />
      </Field>
      <Field label="Response B of">
        <Select value={b} choices={choices(a)} onValueChange={(next) => choose(a, next)} />
      </Field>
    </>
  );
}

/** The task and response a method uses as its example. */
function Example({ examples, selection, select }: SelectionProps & { examples: RunChoices["examples"] }) {
  const task = examples.find(({ id }) => id === selection.demonstration?.task);
  return (
    <>
      <Field label="Example task" hint="One of the first hundred that have a response.">
        <Select
          value={task?.id ?? ""}
          choices={[
            { value: "", label: examples.length > 0 ? "Choose one" : "No task has a response" },
            ...examples.map(({ id: value, key, title }) => ({ value, label: `${key}: ${title}` })),
          ]}
          onValueChange={(id) => {
            const response = examples.find((one) => one.id === id)?.responses[0];
            select({ demonstration: response && { task: id, response: response.id } });
          }}
        />
      </Field>
      {task && (
        <Field label="Its good response">
          <Select
            value={selection.demonstration?.response ?? ""}
            choices={task.responses.map(({ id: value, model, key }) => ({
              value,
              label: model ? `${model} (${key})` : key,
            }))}
            onValueChange={(response) => select({ demonstration: { task: task.id, response } })}
          />
        </Field>
      )}
    </>
  );
}
