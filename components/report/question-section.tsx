"use client";

import { type ReactNode, useLayoutEffect, useRef } from "react";
import { DisclosureSummary } from "@/components/ui/disclosure";
import { useIsPrinting } from "@/components/ui/use-is-printing";
import { useSearchState } from "@/components/ui/use-search-state";
import { isSectionOpen, withSectionToggled } from "./open-sections";

/** The anchor of a section. */
export const questionAnchor = (id: string) => `question-${id}`;

interface QuestionProps {
  /** The name of the section in the address. */
  id: string;
  /** The question that its figures and tables answer. */
  question: string;
  /** A long section opens on demand. */
  isLong?: boolean;
  children: ReactNode;
}

/**
 * A section of the report that answers one question. The address keeps which sections are open; all of them are
 * printed.
 */
export function Question({ id, question, isLong = false, children }: QuestionProps) {
  const [toggled, setToggled] = useSearchState("toggled");
  const isPrinting = useIsPrinting();
  const isOpen = isPrinting || isSectionOpen(toggled, id, isLong);
  const section = useRef<HTMLDetailsElement>(null);
  // The browser closes a section before the address says so: printing may begin in between.
  useLayoutEffect(() => {
    if (isPrinting && section.current) section.current.open = true;
  }, [isPrinting]);
  return (
    <details
      id={questionAnchor(id)}
      ref={section}
      open={isOpen}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open !== isOpen) setToggled(withSectionToggled(toggled, id));
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
