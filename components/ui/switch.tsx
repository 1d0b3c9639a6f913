"use client";

import clsx from "clsx";
import { type ReactNode, useId } from "react";
import { ControlLabel } from "./control-label";

interface SwitchProps {
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  label: ReactNode;
  hint?: ReactNode;
  disabled?: boolean;
  className?: string;
}

/** A switch that takes effect at once. */
export function Switch({ checked, onCheckedChange, label, hint, disabled = false, className }: SwitchProps) {
  const id = useId();
  return (
    <div className={clsx("flex items-start gap-3", className)}>
      <button
        type="button"
        role="switch"
        id={id}
        aria-checked={checked}
        data-state={checked ? "checked" : "unchecked"}
        disabled={disabled}
        onClick={() => onCheckedChange(!checked)}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="hit-area mt-0.5 inline-flex h-4.5 w-8 shrink-0 items-center rounded-full border border-control bg-sunken p-0.5 transition-colors disabled:opacity-50 data-[state=checked]:border-accent data-[state=checked]:bg-accent"
      >
        <span
          data-state={checked ? "checked" : "unchecked"}
          className="size-3 rounded-full bg-control transition-transform data-[state=checked]:translate-x-3.5 rtl:data-[state=checked]:-translate-x-3.5 data-[state=checked]:bg-on-accent"
        />
      </button>
      <ControlLabel id={id} label={label} hint={hint} disabled={disabled} />
    </div>
  );
}
