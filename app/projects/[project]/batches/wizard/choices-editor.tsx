"use client";

import { Plus, X } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";

interface ChoicesEditorProps<Choice> {
  legend: string;
  /** Noun for one choice: "label". */
  noun: string;
  choices: readonly Choice[];
  most: number;
  problem: string | undefined;
  keyOf: (choice: Choice, index: number) => string | number;
  /** Input fields of one choice. */
  fields: (choice: Choice, index: number, change: (choice: Choice) => void) => ReactNode;
  make: () => Choice;
  onChange: (choices: Choice[]) => void;
}

/** List editor for the choices of a step. */
export function ChoicesEditor<Choice>(props: ChoicesEditorProps<Choice>) {
  const { legend, noun, choices, most, problem, keyOf, fields, make, onChange } = props;
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 text-sm font-medium">{legend}</legend>
      {choices.map((choice, index) => (
        <div key={keyOf(choice, index)} className="flex items-center gap-1">
          {fields(choice, index, (changed) => onChange(choices.with(index, changed)))}
          <IconButton
            size="sm"
            label={`Remove ${noun} ${index + 1}`}
            onClick={() => onChange(choices.filter((_, n) => n !== index))}
          >
            <X />
          </IconButton>
        </div>
      ))}
      {problem && (
        <p role="alert" className="text-xs text-danger">
          {problem}
        </p>
      )}
      <Button
        size="sm"
        className="justify-self-start"
        disabled={choices.length >= most}
        onClick={() => onChange([...choices, make()])}
      >
        <Plus aria-hidden="true" />
        Add {noun}
      </Button>
    </fieldset>
  );
}
