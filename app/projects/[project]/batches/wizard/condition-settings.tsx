"use client";

import { X } from "lucide-react";
import { Field } from "@/components/ui/field";
import { IconButton } from "@/components/ui/icon-button";
import { Select } from "@/components/ui/select";
import {
  brokenConditions,
  type ConditionSource,
  conditionSources,
} from "@/lib/protocol/rules/step-conditions";
import type { Condition, Step } from "@/lib/protocol/schema";

const ANY = "any answer";

interface ConditionSettingsProps {
  step: Step;
  /** The steps before it. */
  earlier: readonly Step[];
  problem: string | undefined;
  onChange: (step: Step) => void;
}

/** The answers to earlier questions on which a step depends. Nothing where no earlier step asks a question. */
export function ConditionSettings({ step, earlier, problem, onChange }: ConditionSettingsProps) {
  const sources = conditionSources(earlier);
  const broken = brokenConditions(step, earlier);
  if (sources.length === 0 && broken.length === 0) return null;
  const conditions = step.onlyIf ?? [];
  const change = (next: readonly Condition[]) =>
    onChange({ ...step, onlyIf: next.length > 0 ? [...next] : undefined });
  const isAbout =
    ({ type, id }: ConditionSource) =>
    (condition: Condition) =>
      condition.type === type && condition.id === id;
  return (
    <fieldset className="grid gap-2">
      <legend className="pb-1 text-sm font-medium">Only if</legend>
      {sources.map((source, place) => (
        <Field
          key={`${source.type} ${source.id}`}
          label={source.question.trim() || `Question ${place + 1}`}
          className="max-w-sm"
        >
          <Select
            value={conditions.find(isAbout(source))?.is ?? ANY}
            choices={[
              { value: ANY, label: "Any answer" },
              ...source.choices.map(({ value, label }) => ({ value, label: `Answered “${label}”` })),
            ]}
            onValueChange={(is) => {
              const others = conditions.filter((condition) => !isAbout(source)(condition));
              change(is === ANY ? others : [...others, { type: source.type, id: source.id, is }]);
            }}
          />
        </Field>
      ))}
      {broken.map((condition) => (
        <BrokenCondition
          key={JSON.stringify(condition)}
          condition={condition}
          change={change}
          conditions={conditions}
        />
      ))}
      {problem && (
        <p role="alert" className="text-xs text-danger">
          {problem}
        </p>
      )}
    </fieldset>
  );
}

/** A condition whose question or answer is gone, with a way to remove it. */
function BrokenCondition({
  condition,
  change,
  conditions,
}: {
  condition: Condition;
  change: (next: readonly Condition[]) => void;
  conditions: readonly Condition[];
}) {
  return (
    <p className="flex items-center gap-2 text-sm text-muted">
      <span className="wrap-anywhere">
        “{condition.id}” answered “{condition.is}”
      </span>
      <IconButton
        size="sm"
        label={`Remove the condition on “${condition.id}”`}
        onClick={() => change(conditions.filter((other) => other !== condition))}
      >
        <X />
      </IconButton>
    </p>
  );
}
