"use client";

import { type ReactNode, useMemo, useState } from "react";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { type NumberLimits, numbersIn } from "@/lib/report/rules/planning/numbers";

/** A field with one or several numbers. */
export interface NumbersState {
  text: string;
  setText: (text: string) => void;
  /** Null while the text is not what the field takes. */
  numbers: number[] | null;
  limits: NumberLimits;
}

/** The state of a field with numbers. With `optional` an empty text is no numbers. */
export function useNumbers(initial: string, limits: NumberLimits, optional = false): NumbersState {
  const [text, setText] = useState(initial);
  const { least, most, count, whole, repeats } = limits;
  const numbers = useMemo(
    () => (optional && text.trim() === "" ? [] : numbersIn(text, { least, most, count, whole, repeats })),
    [text, optional, least, most, count, whole, repeats],
  );
  return { text, setText, numbers, limits };
}

interface NumbersFieldProps {
  label: ReactNode;
  hint?: ReactNode;
  state: NumbersState;
  /** The fault of numbers that can be read but not used. */
  error?: string;
}

/** A text field for one or several numbers. */
export function NumbersField({ label, hint, state, error }: NumbersFieldProps) {
  const { text, setText, numbers, limits } = state;
  return (
    <Field label={label} hint={hint} error={numbers === null ? wrongNumbers(limits) : error}>
      <Input
        value={text}
        inputMode="text"
        maxLength={100}
        onChange={(event) => setText(event.target.value)}
      />
    </Field>
  );
}

function wrongNumbers({ least, most, count, whole = true }: NumberLimits): string {
  const what = whole ? "whole number" : "number";
  const range = `from ${least.toLocaleString("en")} to ${most.toLocaleString("en")}`;
  return count === 1 ? `Enter a ${what} ${range}.` : `Enter up to ${count} ${what}s ${range}, with commas.`;
}
