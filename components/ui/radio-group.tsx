"use client";

import clsx from "clsx";
import { RadioGroup as Radix } from "radix-ui";
import { type FocusEventHandler, type ReactNode, useId } from "react";
import { useDirection } from "@/components/i18n/translations";
import { useArrowSelection } from "./arrow-focus";

interface RadioOption<Value extends string> {
  value: Value;
  label: ReactNode;
  hint?: ReactNode;
  disabled?: boolean;
}

interface RadioGroupProps<Value extends string> {
  /** The question. */
  label: ReactNode;
  labelHidden?: boolean;
  hint?: ReactNode;
  options: readonly RadioOption<Value>[];
  /** Empty if nothing is chosen. */
  value: Value | "";
  onValueChange: (value: Value) => void;
  /** Cards have room to explain each option. */
  look?: "list" | "cards";
  disabled?: boolean;
  className?: string;
}

/** One choice of a few, all visible. */
export function RadioGroup<Value extends string>({
  label,
  labelHidden = false,
  hint,
  options,
  value,
  onValueChange,
  look = "list",
  disabled = false,
  className,
}: RadioGroupProps<Value>) {
  const id = useId();
  const arrows = useArrowSelection("both");
  return (
    <div className={clsx("grid gap-2", className)}>
      <div className={labelHidden ? "sr-only" : "grid gap-0.5"}>
        <span id={`${id}-label`} className="text-sm font-medium">
          {label}
        </span>
        {hint && (
          <p id={`${id}-hint`} className="text-xs text-muted">
            {hint}
          </p>
        )}
      </div>
      <Radix.Root
        {...arrows.root}
        dir={useDirection()}
        value={value}
        disabled={disabled}
        onValueChange={(next) => {
          const chosen = options.find((option) => option.value === next);
          if (chosen) onValueChange(chosen.value);
        }}
        aria-labelledby={`${id}-label`}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className={clsx(
          "grid gap-2",
          look === "cards" && "grid-cols-[repeat(auto-fill,minmax(min(100%,17rem),1fr))]",
        )}
      >
        {options.map((option) => (
          <OptionLabel key={option.value} option={option} id={id} look={look} onFocus={arrows.item.onFocus} />
        ))}
      </Radix.Root>
    </div>
  );
}

function OptionLabel({
  option,
  id,
  look,
  onFocus,
}: {
  option: RadioOption<string>;
  id: string;
  look: "list" | "cards";
  onFocus: FocusEventHandler<HTMLButtonElement>;
}) {
  return (
    <label
      htmlFor={`${id}-${option.value}`}
      className={clsx(
        "flex items-start gap-2",
        look === "cards" &&
          "rounded-md border bg-surface p-3 transition-colors hover:border-control has-data-[state=checked]:border-accent has-data-[state=checked]:bg-accent-soft",
        option.disabled && "text-muted",
      )}
    >
      <Radix.Item
        onFocus={onFocus}
        id={`${id}-${option.value}`}
        value={option.value}
        disabled={option.disabled}
        aria-labelledby={`${id}-${option.value}-label`}
        aria-describedby={option.hint ? `${id}-${option.value}-hint` : undefined}
        className="mt-0.5 grid size-4 shrink-0 place-items-center rounded-full border border-control bg-surface transition-colors disabled:opacity-50 data-[state=checked]:border-accent data-[state=checked]:bg-accent"
      >
        <Radix.Indicator className="size-1.5 rounded-full bg-on-accent" />
      </Radix.Item>
      <span className="grid">
        <span id={`${id}-${option.value}-label`} className="text-sm">
          {option.label}
        </span>
        {option.hint && (
          <span id={`${id}-${option.value}-hint`} className="text-xs text-muted">
            {option.hint}
          </span>
        )}
      </span>
    </label>
  );
}
