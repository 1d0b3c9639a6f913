"use client";

import clsx from "clsx";
import { RadioGroup as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { useDirection } from "@/components/i18n/translations";
import { useArrowSelection } from "./arrow-focus";

interface Segment<Value extends string> {
  value: Value;
  label: ReactNode;
  /** Accessible name, when the label is an icon. */
  name?: string;
}

interface SegmentedControlProps<Value extends string> {
  label: string;
  segments: readonly Segment<Value>[];
  value: Value | "";
  onValueChange: (value: Value) => void;
  disabled?: boolean;
  size?: "sm" | "md";
  className?: string;
}

/** One choice of two to five short options side by side; a radio group to screen readers. */
export function SegmentedControl<Value extends string>({
  label,
  segments,
  value,
  onValueChange,
  disabled = false,
  size = "md",
  className,
}: SegmentedControlProps<Value>) {
  const arrows = useArrowSelection("horizontal");
  return (
    <Radix.Root
      {...arrows.root}
      dir={useDirection()}
      aria-label={label}
      value={value}
      disabled={disabled}
      orientation="horizontal"
      onValueChange={(next) => {
        const chosen = segments.find((segment) => segment.value === next);
        if (chosen) onValueChange(chosen.value);
      }}
      className={clsx(
        "inline-flex max-w-full flex-wrap gap-y-1 rounded-md border border-control bg-sunken p-0.5",
        className,
      )}
    >
      {segments.map((segment) => (
        <Radix.Item
          {...arrows.item}
          key={segment.value}
          value={segment.value}
          aria-label={segment.name}
          className={clsx(
            "inline-flex min-w-7 flex-auto items-center justify-center gap-1.5 rounded-sm whitespace-nowrap",
            size === "sm" ? "h-5.5 px-2 text-xs max-sm:h-7" : "h-6.5 px-2.5 text-sm max-sm:h-8",
            "text-muted transition-colors hover:text-ink disabled:opacity-50 [&_svg]:size-4",
            "data-[state=checked]:bg-surface data-[state=checked]:font-medium data-[state=checked]:text-ink",
            "data-[state=checked]:ring-1 data-[state=checked]:ring-control",
          )}
        >
          {segment.label}
        </Radix.Item>
      ))}
    </Radix.Root>
  );
}
