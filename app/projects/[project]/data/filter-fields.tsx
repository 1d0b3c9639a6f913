"use client";

import { X } from "lucide-react";
import { ScoreRange } from "@/app/projects/[project]/data/score-range";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { RadioGroup } from "@/components/ui/radio-group";
import { Select } from "@/components/ui/select";
import type { TaskFilter } from "@/lib/dataset/schema";
import { conditionInWords } from "@/lib/dataset/schema/metadata-condition";

interface FilterFieldsProps {
  filter: TaskFilter;
  onChange: (filter: TaskFilter) => void;
  /** Values to choose from in the dataset. */
  tags: readonly string[];
  /** Null for filters on tasks alone. */
  models: readonly string[] | null;
  /** Grouping values of the responses' metadata, as `field=value`. */
  groups?: readonly string[];
}

const CONTENTS = [
  ["checklist", "A checklist"],
  ["criteria", "Criteria"],
  ["drafts", "Drafts"],
] as const;

/** Filter of tasks or responses, shared by batches and runs. */
export function FilterFields({ filter, onChange, tags, models, groups = [] }: FilterFieldsProps) {
  const narrow = (part: Partial<TaskFilter>) => onChange(without({ ...filter, ...part }));
  return (
    <div className="grid gap-5">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Words" hint="In the instruction or the input; or a task's id.">
          <Input
            type="search"
            value={filter.q ?? ""}
            maxLength={200}
            onChange={(event) => narrow({ q: event.target.value || undefined })}
          />
        </Field>
        <JudgedBefore filter={filter} narrow={narrow} />
        <Several
          label="Tags"
          options={tags}
          chosen={filter.tag ?? []}
          onChange={(tag) => narrow({ tag: tag.length > 0 ? tag : undefined })}
        />
        {models && (
          <Several
            label="Models"
            options={models}
            chosen={filter.model ?? []}
            onChange={(model) => narrow({ model: model.length > 0 ? model : undefined })}
          />
        )}
        {models && (groups.length > 0 || filter.responseMeta) && (
          <Several
            label="Response groups"
            options={groups}
            chosen={filter.responseMeta ?? []}
            onChange={(chosen) => narrow({ responseMeta: chosen.length > 0 ? chosen : undefined })}
            nameOf={conditionInWords}
          />
        )}
      </div>
      {(filter.tag?.length ?? 0) > 1 && (
        <RadioGroup
          label="Of these tags a task has"
          value={filter.tags ?? "any"}
          onValueChange={(tags) => narrow({ tags })}
          options={[
            { value: "any", label: "at least one" },
            { value: "all", label: "all of them" },
          ]}
        />
      )}
      {models && (
        <ScoreRange
          onAdd={(range) => narrow({ responseMeta: [...new Set([...(filter.responseMeta ?? []), range])] })}
        />
      )}
      {models && (
        <div className="grid max-w-md grid-cols-2 gap-4">
          <Length label="At least characters" value={filter.least} onChange={(least) => narrow({ least })} />
          <Length label="At most characters" value={filter.most} onChange={(most) => narrow({ most })} />
        </div>
      )}
      <ContentChoices filter={filter} narrow={narrow} />
    </div>
  );
}

function JudgedBefore({
  filter,
  narrow,
}: {
  filter: TaskFilter;
  narrow: (part: Partial<TaskFilter>) => void;
}) {
  return (
    <Field label="Judged before">
      <Select
        value={filter.status ?? "any"}
        choices={[
          { value: "any", label: "Does not matter" },
          { value: "untouched", label: "Not judged, and in no opened batch" },
          { value: "batch", label: "In a batch that was opened" },
          { value: "judged", label: "Judged already" },
        ]}
        onValueChange={(status) => narrow({ status: status === "any" ? undefined : status })}
      />
    </Field>
  );
}

/** Choices by the task's contents: an input, a reference answer and the like. */
function ContentChoices({
  filter,
  narrow,
}: {
  filter: TaskFilter;
  narrow: (part: Partial<TaskFilter>) => void;
}) {
  return (
    <fieldset className="flex flex-wrap gap-x-6 gap-y-2">
      <legend className="mb-2 text-sm font-medium">The task has</legend>
      {CONTENTS.map(([content, label]) => (
        <Checkbox
          key={content}
          label={label}
          checked={filter.has?.includes(content) ?? false}
          onCheckedChange={(on) => {
            const rest = (filter.has ?? []).filter((other) => other !== content);
            const has = on ? [...rest, content] : rest;
            narrow({ has: has.length > 0 ? has : undefined });
          }}
        />
      ))}
    </fieldset>
  );
}

/** A filter without empty conditions. */
function without(filter: TaskFilter): TaskFilter {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
}

function Length({
  label,
  value,
  onChange,
}: {
  label: string;
  value: number | undefined;
  onChange: (value: number | undefined) => void;
}) {
  return (
    <Field label={label} hint="Of the response.">
      <Input
        type="number"
        min={0}
        value={value ?? ""}
        onChange={(event) => {
          const length = Math.trunc(event.target.valueAsNumber);
          onChange(Number.isNaN(length) ? undefined : Math.max(0, length));
        }}
      />
    </Field>
  );
}

/** Multiple choice from a long list: added and removed one by one. */
function Several({
  label,
  options,
  chosen,
  onChange,
  nameOf = (option) => option,
}: {
  label: string;
  options: readonly string[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
  nameOf?: (option: string) => string;
}) {
  const left = options.filter((option) => !chosen.includes(option));
  return (
    <div className="grid content-start gap-2">
      <Field label={label}>
        <Select
          value=""
          disabled={left.length === 0}
          choices={[
            {
              value: "",
              label: chosen.length > 0 ? "Add another" : options.length > 0 ? "Any" : "There are none",
            },
            ...left.map((value) => ({ value, label: nameOf(value) })),
          ]}
          onValueChange={(value) => value !== "" && onChange([...chosen, value])}
        />
      </Field>
      {chosen.length > 0 && (
        <ul className="flex flex-wrap gap-1.5">
          {chosen.map((value) => (
            <li key={value}>
              <Button
                size="sm"
                aria-label={`Remove ${label.toLowerCase().replace(/s$/, "")} ${nameOf(value)}`}
                onClick={() => onChange(chosen.filter((other) => other !== value))}
              >
                {nameOf(value)}
                <X aria-hidden="true" />
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
