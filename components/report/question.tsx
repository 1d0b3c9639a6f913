"use client";

import type { ReactNode } from "react";
import { DisclosureSummary } from "@/components/ui/disclosure";
import { useSearchState } from "@/components/ui/use-search-state";

interface QuestionProps {
  /** The name of the section in the address. */
  id: string;
  /** The question that its figures and tables answer. */
  question: string;
  /** A long section opens on demand. */
  isLong?: boolean;
  children: ReactNode;
}

/** The sections whose state differs from how they begin, in the address: "toggled=raters,decisions". */
const IN_ADDRESS = "toggled";

/** A section of the report that answers one question. The address keeps which sections are open. */
export function Question({ id, question, isLong = false, children }: QuestionProps) {
  const [toggled, setToggled] = useSearchState(IN_ADDRESS);
  const names = toggled.split(",").filter((name) => name !== "");
  const isToggled = names.includes(id);
  const isOpen = isToggled ? isLong : !isLong;
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open === isOpen) return;
        setToggled((isToggled ? names.filter((name) => name !== id) : [...names, id]).join(","));
      }}
      className="min-w-0"
    >
      <DisclosureSummary>
        <span className="font-semibold">{question}</span>
      </DisclosureSummary>
      <div className="grid gap-6 pt-2 print:block print:space-y-6 [&>*]:min-w-0">{children}</div>
    </details>
  );
}
