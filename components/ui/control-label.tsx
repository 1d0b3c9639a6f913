import clsx from "clsx";
import type { ReactNode } from "react";

interface ControlLabelProps {
  /** Element id of the control; its hint has this id with the suffix `-hint`. */
  id: string;
  label: ReactNode;
  hint?: ReactNode;
  disabled?: boolean;
  /** The label is for screen readers only. */
  labelHidden?: boolean;
}

/** Label and hint beside a checkbox or switch. */
export function ControlLabel({ id, label, hint, disabled, labelHidden }: ControlLabelProps) {
  return (
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
  );
}
