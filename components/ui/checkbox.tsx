"use client";

import clsx from "clsx";
import { Check, Minus } from "lucide-react";
import { type ReactNode, useId } from "react";
import { ControlLabel } from "./control-label";

interface CheckboxProps {
  checked: boolean | "indeterminate";
  onCheckedChange: (checked: boolean) => void;
  label: ReactNode;
  hint?: ReactNode;
  labelHidden?: boolean;
  disabled?: boolean;
  className?: string;
}

/** A checkbox with its label. */
export function Checkbox({
  checked,
  onCheckedChange,
  label,
  hint,
  labelHidden = false,
  disabled = false,
  className,
}: CheckboxProps) {
  const id = useId();
  const isMixed = checked === "indeterminate";
  return (
    <div className={clsx("flex items-start gap-2", className)}>
      {/* biome-ignore lint/a11y/useSemanticElements: an input cannot hold the mark that it shows */}
      <button
        type="button"
        role="checkbox"
        id={id}
        aria-checked={isMixed ? "mixed" : checked}
        data-state={isMixed ? "indeterminate" : checked ? "checked" : "unchecked"}
        disabled={disabled}
        onClick={() => onCheckedChange(isMixed || !checked)}
        // Space ticks a checkbox; Enter belongs to the form.
        onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className={clsx(
          "hit-area mt-0.5 grid size-4 shrink-0 place-items-center rounded-sm border border-control bg-surface",
          "transition-colors disabled:opacity-50 data-[state=unchecked]:hover:border-ink/60",
          "data-[state=checked]:border-accent data-[state=checked]:bg-accent",
          "data-[state=indeterminate]:border-accent data-[state=indeterminate]:bg-accent",
        )}
      >
        {checked && (
          <span className="text-on-accent">
            {isMixed ? (
              <Minus aria-hidden="true" className="size-3 stroke-3" />
            ) : (
              <Check aria-hidden="true" className="size-3 stroke-3" />
            )}
          </span>
        )}
      </button>
      <ControlLabel id={id} label={label} hint={hint} disabled={disabled} labelHidden={labelHidden} />
    </div>
  );
}
