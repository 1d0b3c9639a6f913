"use client";

import type { ReactNode } from "react";

interface LegendEntry {
  label: string;
  /** A small sample of the entry's look in the figure. */
  mark: ReactNode;
}

/** Legend of a figure: shapes and colours with their meaning. */
export function Legend({ entries }: { entries: readonly LegendEntry[] }) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
      {entries.map(({ label, mark }) => (
        <li key={label} className="flex items-center gap-1.5">
          <svg viewBox="0 0 14 14" aria-hidden="true" className="size-3.5 shrink-0">
            {mark}
          </svg>
          {label}
        </li>
      ))}
    </ul>
  );
}
