"use client";

import { Info } from "lucide-react";
import type { ReactNode } from "react";
import { Popover } from "./popover";

/** The ⓘ that explains a word. A button, so that keyboard and touch reach it too. */
export function InfoTip({
  about,
  children,
}: {
  /** The word it explains. */ about: string;
  children: ReactNode;
}) {
  return (
    <Popover
      label={`About ${about}`}
      side="top"
      align="center"
      className="leading-5 font-normal text-ink"
      trigger={
        <button
          type="button"
          aria-label={`About ${about}`}
          className="hit-area inline-grid size-4 shrink-0 place-items-center rounded-full align-[-0.2em] print:hidden text-muted hover:text-ink data-[state=open]:text-accent"
        >
          <Info aria-hidden="true" className="size-3.5" />
        </button>
      }
    >
      {children}
    </Popover>
  );
}
