"use client";

import clsx from "clsx";
import { Tabs as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { useDirection } from "@/components/i18n/translations";
import { useArrowFocus } from "./arrow-focus";

interface Tab {
  value: string;
  label: ReactNode;
  content: ReactNode;
  /** A number beside the label. */
  count?: number;
}

interface TabsProps {
  label: string;
  tabs: readonly Tab[];
  value?: string;
  defaultValue?: string;
  onValueChange?: (value: string) => void;
  className?: string;
}

/** Tabs of one page. Separate pages belong into the navigation instead. */
export function Tabs({ label, tabs, value, defaultValue, onValueChange, className }: TabsProps) {
  const moveFocus = useArrowFocus({ axis: "horizontal", loop: true });
  return (
    <Radix.Root
      dir={useDirection()}
      value={value}
      defaultValue={value === undefined ? (defaultValue ?? tabs[0]?.value) : undefined}
      onValueChange={onValueChange}
      className={clsx("grid min-w-0 gap-4", className)}
    >
      <Radix.List
        onKeyDownCapture={moveFocus}
        aria-label={label}
        className="flex gap-4 overflow-x-auto border-b"
      >
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className={clsx(
              "-mb-px inline-flex h-9 items-center gap-1.5 border-b-2 border-transparent text-sm whitespace-nowrap",
              "text-muted transition-colors hover:text-ink focus-visible:-outline-offset-2",
              "data-[state=active]:border-accent data-[state=active]:font-medium data-[state=active]:text-ink",
            )}
          >
            {tab.label}
            {tab.count !== undefined && (
              <span className="text-xs font-normal text-muted tabular-nums">
                {tab.count.toLocaleString("en")}
              </span>
            )}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} className="min-w-0">
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
