"use client";

import clsx from "clsx";
import { Check, Minus } from "lucide-react";
import { Checkbox as Radix } from "radix-ui";
import { type ReactNode, useId } from "react";

interface CheckboxProps {
  checked: boolean | "indeterminate";
  onCheckedChange: (checked: boolean) => void;
  label: ReactNode;
  hint?: ReactNode;
  labelHidden?: boolean;
  disabled?: boolean;
  name?: string;
  className?: string;
}

/** Yes or no to one thing. */
export function Checkbox({
  checked,
  onCheckedChange,
  label,
  hint,
  labelHidden = false,
  disabled = false,
  name,
  className,
}: CheckboxProps) {
  const id = useId();
  return (
    <div className={clsx("flex items-start gap-2", className)}>
      <Radix.Root
        id={id}
        name={name}
        checked={checked}
        disabled={disabled}
        onCheckedChange={(next) => onCheckedChange(next === true)}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className={clsx(
          "hit-area mt-0.5 grid size-4 shrink-0 place-items-center rounded-sm border border-control bg-surface",
          "transition-colors disabled:opacity-50 data-[state=unchecked]:hover:border-ink/60",
          "data-[state=checked]:border-accent data-[state=checked]:bg-accent",
          "data-[state=indeterminate]:border-accent data-[state=indeterminate]:bg-accent",
        )}
      >
        <Radix.Indicator className="text-on-accent">
          {checked === "indeterminate" ? (
            <Minus aria-hidden="true" className="size-3 stroke-3" />
          ) : (
            <Check aria-hidden="true" className="size-3 stroke-3" />
          )}
        </Radix.Indicator>
      </Radix.Root>
      <div className={clsx("grid", labelHidden && "sr-only")}>
        <label htmlFor={id} className={clsx("text-sm", disabled && "text-muted")}>
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="text-xs text-muted">
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}
