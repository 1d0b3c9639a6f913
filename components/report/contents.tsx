"use client";

import { Printer } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { questionAnchor } from "./question-section";
import { useShownReport } from "./report-sections";
import { usePrintAll } from "./use-print-all";

/** The sections of the page in short words. */
const QUESTIONS = [
  { id: "agreement", label: "Agreement", isAboutValues: true },
  { id: "pairs", label: "Raters", isAboutValues: true },
  { id: "right", label: "Gold and majority", isAboutValues: true },
  { id: "models", label: "People and LLMs", isAboutValues: true },
  { id: "drafts", label: "Decisions", isAboutValues: false },
  { id: "led", label: "Anchoring", isAboutValues: false },
  { id: "work", label: "Annotators", isAboutValues: false },
  { id: "answers", label: "Labels, answers, checklists", isAboutValues: false },
] as const;

/** Table of contents of the page, and a button that prints all of it. */
export function ReportContents() {
  const { overview } = useShownReport();
  const { print, isPreparing } = usePrintAll();
  const isJudged = overview.study.judgements > 0;
  return (
    <nav
      aria-label="On this page"
      className="z-20 -my-2 flex flex-wrap items-center justify-between gap-x-4 border-b bg-canvas py-2 lg:sticky lg:top-21 print:hidden"
    >
      <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
        {QUESTIONS.filter(({ isAboutValues }) => isJudged || !isAboutValues).map(({ id, label }) => (
          <li key={id}>
            {/* The router has to know of the entry in the history, or Back from another page leads nowhere. */}
            <Link
              href={`#${questionAnchor(id)}`}
              prefetch={false}
              className="inline-block py-1 text-accent hover:underline"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
      <Button size="sm" variant="quiet" busy={isPreparing} onClick={print}>
        <Printer aria-hidden="true" />
        Print
      </Button>
    </nav>
  );
}
