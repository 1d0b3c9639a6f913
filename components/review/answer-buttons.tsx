import clsx from "clsx";
import type { Scale } from "@/lib/dataset/schema";
import { KeyBadge } from "./key-badge";
import { keyOfPoint } from "./keys";

export type AnswerValue = string | number;

interface Option {
  value: AnswerValue;
  label: string;
  hint?: string;
  key: string | null;
}

/** What can be answered on a scale, in order, each with the key that gives it. */
export function optionsOf(scale: Scale): Option[] {
  if (scale.type === "points") {
    return Array.from({ length: scale.max - scale.min + 1 }, (_, index) => {
      const point = scale.min + index;
      return {
        value: point,
        label: String(point),
        hint: scale.labels?.[String(point)],
        key: keyOfPoint(point, scale),
      };
    });
  }
  const options: Option[] = [
    { value: "yes", label: "Yes", key: "Y" },
    { value: "no", label: "No", key: "F" },
  ];
  return scale.type === "yesnona" ? [...options, { value: "na", label: "n/a", key: "-" }] : options;
}

interface AnswerButtonsProps {
  /** What is answered, for screen readers. */
  legend: string;
  scale: Scale;
  value: AnswerValue | null;
  onAnswer: (value: AnswerValue | null) => void;
  disabled?: boolean;
  showKeys?: boolean;
}

/**
 * A person's own answer on a scale. Pressing the chosen one again takes it back. Labels of points stand below the
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
  const options = optionsOf(scale);
  const chosen = options.find((option) => option.value === value);
  const first = options[0]?.hint;
  const last = options.at(-1)?.hint;
  return (
    <fieldset disabled={disabled} className="grid min-w-0 gap-1">
      <legend className="sr-only">{legend}</legend>
      <div className="flex flex-wrap gap-1">
        {options.map((option) => (
          <button
            key={option.value}
            type="button"
            aria-pressed={option.value === value}
            title={option.hint ?? undefined}
            aria-label={option.hint ? `${option.label}: ${option.hint}` : undefined}
            onClick={() => onAnswer(option.value === value ? null : option.value)}
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
            {option.key && option.key !== option.label && (
              <KeyBadge resting={!showKeys}>{option.key}</KeyBadge>
            )}
          </button>
        ))}
      </div>
      {(first || last) && (
        <p className="flex max-w-72 justify-between gap-4 text-xs text-muted" aria-hidden="true">
          {chosen?.hint ? <span className="text-ink">{`${chosen.label} – ${chosen.hint}`}</span> : null}
          {!chosen?.hint && <span>{first}</span>}
          {!chosen?.hint && <span className="text-end">{last}</span>}
        </p>
      )}
    </fieldset>
  );
}
