"use client";

import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
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
      className="group/question min-w-0"
    >
      <summary className="flex list-none items-center gap-1.5 rounded-sm py-1 text-sm font-semibold text-muted hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden="true"
          className="size-4 shrink-0 transition-transform group-open/question:rotate-90"
        />
        {question}
      </summary>
      <div className="grid gap-6 pt-2 print:block print:space-y-6 [&>*]:min-w-0">{children}</div>
    </details>
  );
}
