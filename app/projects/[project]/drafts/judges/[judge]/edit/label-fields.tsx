"use client";

import { Plus, Trash2 } from "lucide-react";
import { useRef } from "react";
import { flushSync } from "react-dom";
import { changed, keyOf } from "@/app/projects/[project]/drafts/judges/[judge]/edit/entry-keys";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Panel } from "@/components/ui/panel";
import { Select } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";
import type { JudgeLabels } from "@/lib/drafting/schema/judge-spec";
import type { LabelSet } from "@/lib/judge/schema/judges";

interface LabelFieldsProps {
  labels: JudgeLabels;
  onChange: (labels: JudgeLabels) => void;
  /** Label steps and questions of the project to take labels from. */
  sets: readonly LabelSet[];
  /** The question that they are compared with stays as it is, because results of the judge depend on it. */
  isFixed: boolean;
}

const MOST = 60;

/** The labels that a judge chooses from, and whose labels it is compared with. */
export function LabelFields({ labels, onChange, sets, isFixed }: LabelFieldsProps) {
  const isOwn = ({ question, text }: LabelSet) =>
    question === labels.question && (labels.text === undefined || labels.text === text);
  const offered = isFixed ? sets.filter(isOwn) : sets;
  return (
    <Panel
      title="Labels"
      description="The judge gives each response one of them. Spell them as people see them: a label spelt differently counts as another label."
    >
      <div className="grid gap-4">
        {offered.length > 0 && (
          <Field
            label="Take labels from"
            hint="Label steps and questions with a choice, in batches of this project."
          >
            <Select
              value=""
              choices={[
                { value: "", label: "Choose a step" },
                ...offered.map(({ question, text, batch }, n) => ({
                  value: String(n),
                  label: [question, text, batch].filter((part) => part !== "").join(" · "),
                })),
              ]}
              onValueChange={(at) => {
                const set = at === "" ? undefined : offered[Number(at)];
                if (!set) return;
                const options = set.options.map((option) => ({ ...option }));
                if (isFixed) onChange({ ...labels, options });
                else
                  onChange({ question: set.question, ...(set.text !== "" && { text: set.text }), options });
              }}
            />
          </Field>
        )}
        <Field
          label="Compared with"
          required
          hint={[
            isFixed
              ? "The name of the label step or question. It is part of the judge and cannot be changed."
              : "The name of the label step or question that people answered. The judge is compared with their answers. It cannot be changed once the judge is made.",
            labels.text === undefined
              ? "Steps of this name in all batches count as one, whatever they ask."
              : `Only where it asks: “${labels.text}”`,
          ].join(" ")}
        >
          <Input
            value={labels.question}
            maxLength={40}
            readOnly={isFixed}
            // Words belong to the step that they were taken from.
            onChange={(event) => onChange({ question: event.target.value, options: labels.options })}
          />
        </Field>
        <OptionFields options={labels.options} onChange={(options) => onChange({ ...labels, options })} />
      </div>
    </Panel>
  );
}

type Options = JudgeLabels["options"];

interface OptionRowProps {
  option: Options[number];
  /** From 1. */
  number: number;
  onChange: (part: Partial<Options[number]>) => void;
  onRemove: () => void;
}

/** One label with its meaning. */
function OptionRow({ option, number, onChange, onRemove }: OptionRowProps) {
  return (
    <li className="grid gap-2 sm:grid-cols-[12rem_minmax(0,1fr)_auto] sm:items-start">
      <Input
        aria-label={`Label ${number}`}
        value={option.name}
        maxLength={120}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <Textarea
        aria-label={`Meaning of label ${number}`}
        rows={1}
        maxLength={2000}
        value={option.hint}
        className="min-h-9"
        onChange={(event) => onChange({ hint: event.target.value })}
      />
      <Button
        size="sm"
        className="justify-self-start"
        aria-label={`Remove label ${number}`}
        onClick={onRemove}
      >
        <Trash2 aria-hidden="true" />
        Remove
      </Button>
    </li>
  );
}

function OptionFields({ options, onChange }: { options: Options; onChange: (options: Options) => void }) {
  const list = useRef<HTMLOListElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);

  function add() {
    flushSync(() => onChange([...options, { name: "", hint: "" }]));
    list.current?.lastElementChild?.querySelector("input")?.focus();
  }

  function remove(at: number) {
    flushSync(() => onChange(options.toSpliced(at, 1)));
    addButton.current?.focus();
  }

  return (
    <div className="grid gap-3">
      <ol ref={list} aria-label="Labels" className="grid gap-3">
        {options.map((option, at) => (
          <OptionRow
            key={keyOf(option)}
            option={option}
            number={at + 1}
            onChange={(part) => onChange(options.with(at, changed(option, part)))}
            onRemove={() => remove(at)}
          />
        ))}
      </ol>
      {options.length < MOST && (
        <div>
          <Button ref={addButton} size="sm" onClick={add}>
            <Plus aria-hidden="true" />
            Add a label
          </Button>
        </div>
      )}
    </div>
  );
}
