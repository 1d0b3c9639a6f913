"use client";

import clsx from "clsx";
import { CircleAlert } from "lucide-react";
import { createContext, type ReactNode, useContext, useId } from "react";
import { Trans } from "@/components/i18n/translations";

/** Ids and state that a field passes to its control. */
interface FieldContextValue {
  id: string;
  describedBy: string | undefined;
  invalid: boolean;
  required: boolean;
}

const FieldContext = createContext<FieldContextValue | null>(null);

interface ControlProps {
  id?: string;
  required?: boolean;
  "aria-describedby"?: string;
  "aria-invalid"?: boolean | "true" | "false" | "grammar" | "spelling";
}

/** Connects a control to the label, hint and error of the field around it; its own props take precedence. */
export function useFieldProps(own: ControlProps): ControlProps {
  const field = useContext(FieldContext);
  if (!field) return own;
  return {
    id: own.id ?? field.id,
    required: own.required ?? (field.required || undefined),
    "aria-describedby": own["aria-describedby"] ?? field.describedBy,
    "aria-invalid": own["aria-invalid"] ?? (field.invalid || undefined),
  };
}

interface FieldProps {
  label: ReactNode;
  /** Advice before filling it in. */
  hint?: ReactNode;
  /** The fault and how to put it right. */
  error?: ReactNode;
  required?: boolean;
  /** The label is for screen readers only, where the context already shows it. */
  labelHidden?: boolean;
  /** Content to the right of the label, such as a counter or an explanation. */
  aside?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A label with one control, its hint and its error. */
export function Field({
  label,
  hint,
  error,
  required = false,
  labelHidden = false,
  aside,
  className,
  children,
}: FieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const describedBy = [hint && hintId, error && errorId].filter(Boolean).join(" ") || undefined;
  return (
    <FieldContext value={{ id, describedBy, invalid: Boolean(error), required }}>
      <div className={clsx("grid content-start gap-1.5", className)}>
        <div className={labelHidden && !aside ? "contents" : "flex items-baseline justify-between gap-2"}>
          <FieldLabel htmlFor={id} className={labelHidden ? "sr-only" : undefined}>
            {label}
            {required && (
              <span className="font-normal text-muted">
                {" "}
                <Trans id="ui.required" />
              </span>
            )}
          </FieldLabel>
          {aside && <span className="text-xs text-muted">{aside}</span>}
        </div>
        {children}
        {hint && (
          <p id={hintId} className="text-xs text-muted">
            {hint}
          </p>
        )}
        {error && (
          <p id={errorId} role="alert" className="flex items-start gap-1.5 text-xs text-danger">
            <CircleAlert aria-hidden="true" className="mt-0.5 size-3 shrink-0" />
            {error}
          </p>
        )}
      </div>
    </FieldContext>
  );
}

/** Label of a control. */
export function FieldLabel({
  htmlFor,
  className,
  children,
}: {
  htmlFor: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <label htmlFor={htmlFor} className={clsx("text-sm font-medium", className)}>
      {children}
    </label>
  );
}
