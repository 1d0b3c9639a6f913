"use client";

import clsx from "clsx";
import { ChevronsUpDown } from "lucide-react";
import type { ComponentProps } from "react";
import { controlClass } from "./control-class";
import { useFieldProps } from "./field";

interface SelectOption<Value extends string = string> {
  value: Value;
  label: string;
  disabled?: boolean;
}

interface SelectProps<Value extends string>
  extends Omit<ComponentProps<"select">, "value" | "onChange" | "size"> {
  choices: readonly SelectOption<Value>[];
  value: Value;
  onValueChange: (value: Value) => void;
  size?: "sm" | "md";
}

/** A native select: type-ahead and phone support come with it. */
export function Select<Value extends string>({
  choices,
  value,
  onValueChange,
  size = "md",
  className,
  ...props
}: SelectProps<Value>) {
  return (
    <span className={clsx("relative inline-grid min-w-0", className)}>
      <select
        {...props}
        {...useFieldProps(props)}
        value={value}
        onChange={(event) => {
          const chosen = choices.find((choice) => choice.value === event.target.value);
          if (chosen) onValueChange(chosen.value);
        }}
        className={clsx(
          controlClass,
          "appearance-none truncate ps-2.5 pe-7",
          size === "sm" ? "h-7 text-sm" : "h-8 text-sm max-sm:h-10 max-sm:text-lg",
        )}
      >
        {choices.map((choice) => (
          <option
            key={choice.value}
            value={choice.value}
            disabled={choice.disabled}
            className="bg-raised text-ink"
          >
            {choice.label}
          </option>
        ))}
      </select>
      <ChevronsUpDown
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 end-2 size-3.5 -translate-y-1/2 text-muted"
      />
    </span>
  );
}
