"use client";

import clsx from "clsx";
import { useSay } from "@/components/language/speech";
import type { Scale } from "@/lib/dataset/schema";
import type { KeyAction } from "@/lib/keys/schema";
import type { Say } from "@/lib/language/rules";
import { KeyBadge } from "./key-badge";
import { keyOfPoint } from "./keys";

export type AnswerValue = string | number;

interface Option {
  value: AnswerValue;
  label: string;
  hint?: string;
  /** The digit that gives it, or the action whose key does. */
  key: { digit: string } | { action: KeyAction } | null;
}

/** What can be answered on a scale, in order, each with the key that gives it. */
function optionsOf(scale: Scale, say: Say): Option[] {
  if (scale.type === "points") {
    return Array.from({ length: scale.max - scale.min + 1 }, (_, index) => {
      const point = scale.min + index;
      const digit = keyOfPoint(point, scale);
      return {
        value: point,
        label: String(point),
        hint: scale.labels?.[String(point)],
        key: digit === null ? null : { digit },
      };
    });
  }
  const options: Option[] = [
    { value: "yes", label: say("judge.yes"), key: { action: "yes" } },
    { value: "no", label: say("judge.no"), key: { action: "no" } },
  ];
  return scale.type === "yesnona"
    ? [...options, { value: "na", label: say("judge.na"), key: { action: "na" } }]
    : options;
}

interface AnswerButtonsProps {
  /** What is answered, for screen readers. */
  legend: string;
  scale: Scale;
  value: AnswerValue | null;
  onAnswer: (value: AnswerValue) => void;
  disabled?: boolean;
  showKeys?: boolean;
}

/**
 * A person's own answer on a scale. Pressing the chosen one again changes nothing: undo takes it back. Labels of points stand below the
 * row, at its ends, and in full beside the chosen one.
 */
export function AnswerButtons({
  legend,
  scale,
  value,
  onAnswer,
  disabled = false,
  showKeys = false,
}: AnswerButtonsProps) {
  const options = optionsOf(scale, useSay());
  const chosen = options.find((option) => option.value === value);
  const first = options[0]?.hint;
  const last = options.at(-1)?.hint;
  return (
    <fieldset disabled={disabled} className="grid w-fit max-w-full min-w-0 gap-1">
      <legend className="sr-only">{legend}</legend>
      <div className="flex flex-wrap gap-1">
        {options.map((option) => (
          <button
            key={option.value}
            type="button"
            aria-pressed={option.value === value}
            title={option.hint ?? undefined}
            aria-label={option.hint ? `${option.label}: ${option.hint}` : undefined}
            onClick={() => option.value !== value && onAnswer(option.value)}
            className={clsx(
              "inline-flex h-8 min-w-9 items-center justify-center gap-1.5 rounded-md border px-2.5 text-base",
              "font-medium tabular-nums transition-colors disabled:cursor-default disabled:opacity-50",
              "max-sm:h-11 max-sm:min-w-11",
              option.value === value
                ? "border-accent bg-accent text-on-accent"
                : "border-control/70 bg-surface text-ink hover:border-control hover:bg-hover",
            )}
          >
            {option.label}
            {option.key && "action" in option.key && (
              <KeyBadge action={option.key.action} resting={!showKeys} />
            )}
            {option.key && "digit" in option.key && option.key.digit !== option.label && (
              <KeyBadge resting={!showKeys}>{option.key.digit}</KeyBadge>
            )}
          </button>
        ))}
      </div>
      {(first || last) && (
        <p className="flex max-w-72 min-w-full justify-between gap-4 text-xs text-muted" aria-hidden="true">
          {chosen?.hint ? (
            <span dir="auto" className="text-ink">{`${chosen.label} – ${chosen.hint}`}</span>
          ) : null}
          {!chosen?.hint && <span dir="auto">{first}</span>}
          {!chosen?.hint && (
            <span dir="auto" className="text-end">
              {last}
            </span>
          )}
        </p>
      )}
    </fieldset>
  );
}
