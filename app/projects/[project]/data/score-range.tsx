"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { isNumber, metadataCondition } from "@/lib/dataset/schema/metadata-condition";

/** Adds a range of an external score, or of any other number among the responses' metadata, to a filter. */
export function ScoreRange({ onAdd }: { onAdd: (range: string) => void }) {
  const [field, setField] = useState("");
  const [sign, setSign] = useState(">=");
  const [value, setValue] = useState("");
  const range = `${field.trim()}${sign}${value}`;
  const isWhole = isNumber(value) && metadataCondition(range)?.field === field.trim();
  return (
    <div className="flex max-w-lg flex-wrap items-end gap-2">
      <Field label="Score of the response" className="min-w-40 flex-1">
        <Input value={field} maxLength={200} onChange={(event) => setField(event.target.value)} />
      </Field>
      <Field label="Compared" labelHidden>
        <Select
          value={sign}
          onValueChange={setSign}
          choices={[
            { value: ">=", label: "at least" },
            { value: "<=", label: "at most" },
          ]}
        />
      </Field>
      <Field label="Number" className="w-24">
        <Input type="number" step="any" value={value} onChange={(event) => setValue(event.target.value)} />
      </Field>
      <Button
        disabled={!isWhole}
        onClick={() => {
          onAdd(range);
          setValue("");
        }}
      >
        Add range
      </Button>
    </div>
  );
}
