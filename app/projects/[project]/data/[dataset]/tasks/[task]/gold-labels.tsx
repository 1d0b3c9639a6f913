"use client";

import { useState } from "react";
import { GoldMark } from "@/app/projects/[project]/data/[dataset]/tasks/[task]/gold-mark";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import type { RubricView } from "@/lib/dataset/schema/views";
import type { GoldLabelling, LabelQuestion } from "@/lib/quality/schema";

interface GoldLabelsProps {
  dataset: string;
  task: string;
  rubrics: readonly RubricView[];
  questions: readonly LabelQuestion[];
  gold: readonly GoldLabelling[];
}

/** Form for gold labels of a task or its items, which label steps are checked against. */
export function GoldLabels({ dataset, task, rubrics, questions, gold }: GoldLabelsProps) {
  const [chosen, setChosen] = useState(questions[0]?.id ?? "");
  const chosenQuestion = questions.find(({ id }) => id === chosen);
  if (!chosenQuestion) return null;
  const items =
    chosenQuestion.kind === undefined
      ? [{ id: null, about: "the task" }]
      : rubrics
          .filter(({ kind }) => kind === chosenQuestion.kind)
          .flatMap((rubric) => rubric.items.map(({ id, name, text }) => ({ id, about: name ?? text })));
  return (
    <div className="grid gap-4">
      <Field label="Question" className="max-w-96">
        <Select
          value={chosen}
          choices={questions.map(({ id, question }) => ({ value: id, label: question || id }))}
          onValueChange={setChosen}
        />
      </Field>
      {items.map(({ id, about }) => (
        <Labels
          key={`${chosen} ${id}`}
          dataset={dataset}
          task={task}
          item={id}
          about={about}
          labelQuestion={chosenQuestion}
          known={gold.find((one) => one.question === chosen && one.item === id) ?? null}
        />
      ))}
      {items.length === 0 && (
        <p className="text-sm text-muted">The task has no {chosenQuestion.kind} to label.</p>
      )}
    </div>
  );
}

interface LabelsProps {
  dataset: string;
  task: string;
  item: string | null;
  about: string;
  labelQuestion: LabelQuestion;
  known: GoldLabelling | null;
}

function Labels({ dataset, task, item, about, labelQuestion, known }: LabelsProps) {
  const { id: question, several, none, labels: offered } = labelQuestion;
  const [labels, setLabels] = useState<string[] | null>(known?.labels ?? null);
  const names = [...new Set([...offered, ...(known?.labels ?? [])])];

  function turn(label: string, on: boolean) {
    const remaining = several ? (labels ?? []).filter((one) => one !== label) : [];
    const next = names.filter((one) => remaining.includes(one) || (on && one === label));
    setLabels(next.length === 0 ? null : next);
  }

  return (
    <GoldMark
      dataset={dataset}
      about={`the labels of ${about}`}
      heading={`Labels of ${about}`}
      body={{ task, item, question, labels }}
      isNone={labels === null}
      isChanged={JSON.stringify(labels) !== JSON.stringify(known?.labels ?? null)}
      reason={known?.explanation ?? ""}
    >
      <fieldset className="flex basis-full flex-wrap gap-x-4 gap-y-1.5">
        <legend className="sr-only">Gold labels</legend>
        {names.map((label) => (
          <Checkbox
            key={label}
            label={label}
            checked={labels?.includes(label) ?? false}
            onCheckedChange={(on) => turn(label, on)}
          />
        ))}
        {none && (
          <Checkbox
            label="None of them"
            checked={labels?.length === 0}
            onCheckedChange={(on) => setLabels(on ? [] : null)}
          />
        )}
      </fieldset>
    </GoldMark>
  );
}
