"use client";

import { Plus, X } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { IconButton } from "@/components/ui/icon-button";
import { Input } from "@/components/ui/input";
import { RadioGroup } from "@/components/ui/radio-group";
import { Select } from "@/components/ui/select";
import type { PairField } from "@/lib/dataset/rules/formats/mapping";
import type { FileFormat, Mapping, ResponseColumns, TaskField } from "@/lib/dataset/schema/mapping";

const FIELDS: [TaskField, string][] = [
  ["instruction", "Instruction"],
  ["input", "Input"],
  ["messages", "Chat turns"],
  ["reference", "Reference answer"],
  ["tags", "Tags"],
  ["id", "Id"],
  ["checklist", "Checklist items"],
  ["criteria", "Criteria"],
];

/** Task fields of a preference dataset. */
const OF_PREFERENCES: [TaskField | "chosen" | "rejected", string][] = [
  ["instruction", "Prompt"],
  ["chosen", "Chosen response"],
  ["rejected", "Rejected response"],
  ["input", "Input"],
  ["tags", "Tags"],
  ["id", "Id"],
];

/** Task fields of compared pairs. */
const OF_PAIRS: [TaskField | PairField, string][] = [
  ["instruction", "Prompt"],
  ["sideA", "Side A"],
  ["sideB", "Side B"],
  ["winner", "Winner"],
  ["modelA", "Model of A"],
  ["modelB", "Model of B"],
  ["judge", "Who judged"],
  ["id", "Id"],
];

interface MappingFieldsProps {
  shape: FileFormat;
  columns: string[];
  mapping: Mapping;
  onChange: (mapping: Mapping) => void;
}

/** Maps the file's columns. Unmapped ones are kept as metadata. */
export function MappingFields({ shape, columns, mapping, onChange }: MappingFieldsProps) {
  const { responses = [] } = mapping;
  const choices = [
    { value: "", label: "None" },
    ...columns.map((column) => ({ value: column, label: column })),
  ];
  const fields = shape === "preferences" ? OF_PREFERENCES : shape === "pairs" ? OF_PAIRS : FIELDS;
  const hasResponses = shape !== "preferences" && shape !== "pairs";

  const setResponse = (at: number, next: ResponseColumns | null) => {
    const changed = responses.flatMap((one, n) => (n === at ? (next ? [next] : []) : [one]));
    onChange({ ...mapping, responses: changed });
  };

  return (
    <div className="grid gap-4">
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {fields.map(([field, label]) => (
          <Field key={field} label={label}>
            <Select
              value={mapping[field] ?? ""}
              onValueChange={(column) => onChange({ ...mapping, [field]: column || undefined })}
              choices={withOwn(choices, mapping[field])}
            />
          </Field>
        ))}
      </div>
      {shape === "pairs" && <WinnerChoice mapping={mapping} onChange={onChange} />}
      {hasResponses && (
        <ResponseFields
          responses={responses}
          setResponse={setResponse}
          choices={choices}
          columns={columns}
          onChange={onChange}
          mapping={mapping}
        />
      )}
      <p className="text-xs text-muted">
        Unmapped columns are kept as metadata. Without an id, rows are numbered.
      </p>
    </div>
  );
}

/** The choice to import the winner of a pair as gold or as a judgement. */
function WinnerChoice({ mapping, onChange }: { mapping: Mapping; onChange: (mapping: Mapping) => void }) {
  return (
    <RadioGroup
      label="The winner is"
      value={mapping.winnerIs ?? "gold"}
      onValueChange={(winnerIs) => onChange({ ...mapping, winnerIs })}
      options={[
        {
          value: "gold",
          label: "Gold",
          hint: "The right answer, with which annotators and models are compared.",
        },
        { value: "judgement", label: "A judgement", hint: "The answer of a person, one rater among others." },
      ]}
    />
  );
}

interface ResponseFieldsProps {
  responses: readonly ResponseColumns[];
  setResponse: (at: number, next: ResponseColumns | null) => void;
  choices: { value: string; label: string }[];
  columns: string[];
  onChange: (mapping: Mapping) => void;
  mapping: Mapping;
}

/** The choice of response columns, and of their models. */
function ResponseFields({
  responses,
  setResponse,
  choices,
  columns,
  onChange,
  mapping,
}: ResponseFieldsProps) {
  return (
    <fieldset className="grid gap-3">
      <legend className="text-sm font-medium">Responses</legend>
      {responses.map((response, at) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: a response has nothing else that stays while it is changed
          key={at}
          className="grid grid-cols-[1fr_1fr_auto] items-end gap-3 sm:grid-cols-[1fr_1fr_1fr_auto]"
        >
          <Field label={`Text of response ${at + 1}`}>
            <Select
              value={response.text}
              onValueChange={(text) => setResponse(at, { ...response, text })}
              choices={withOwn(choices.slice(1), response.text)}
            />
          </Field>
          <Field label="Its model: a column">
            <Select
              value={response.model ?? ""}
              onValueChange={(model) => setResponse(at, { ...response, model: model || undefined })}
              choices={withOwn(choices, response.model)}
            />
          </Field>
          <Field label="or a name">
            <Input
              value={response.name ?? ""}
              maxLength={200}
              disabled={response.model !== undefined}
              onChange={(event) => setResponse(at, { ...response, name: event.target.value || undefined })}
            />
          </Field>
          <IconButton label={`Leave out response ${at + 1}`} onClick={() => setResponse(at, null)}>
            <X />
          </IconButton>
        </div>
      ))}
      <div>
        <Button
          size="sm"
          disabled={columns.length === 0 || responses.length >= 50}
          onClick={() =>
            onChange({ ...mapping, responses: [...responses, { text: freeColumn(columns, mapping) }] })
          }
        >
          <Plus aria-hidden="true" />
          Add a response column
        </Button>
      </div>
    </fieldset>
  );
}

/** Adds the chosen path, which may not occur in the first rows. */
function withOwn(choices: { value: string; label: string }[], own: string | undefined) {
  if (own === undefined || choices.some(({ value }) => value === own)) return choices;
  return [...choices, { value: own, label: own }];
}

/** The first unmapped column. */
function freeColumn(columns: string[], { responses = [], ...fields }: Mapping): string {
  const taken = new Set([...Object.values(fields), ...responses.flatMap(({ text, model }) => [text, model])]);
  return columns.find((column) => !taken.has(column)) ?? columns[0] ?? "";
}
