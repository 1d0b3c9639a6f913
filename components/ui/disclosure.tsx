import clsx from "clsx";
import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";

interface DisclosureProps {
  summary: ReactNode;
  /** Initially open. */
  open?: boolean;
  /** Of disclosures with the same name, one is open at a time. */
  name?: string;
  className?: string;
  children: ReactNode;
}

/** A heading that unfolds its content; the browser's search finds it while closed. */
export function Disclosure({ summary, open, name, className, children }: DisclosureProps) {
  return (
    <details open={open} name={name} className={clsx("group", className)}>
      <summary className="flex list-none items-center gap-1.5 rounded-sm py-1 text-sm font-medium text-muted hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden="true"
          className="size-4 shrink-0 transition-transform group-open:rotate-90 rtl:-scale-x-100 rtl:group-open:-rotate-90"
        />
        {summary}
      </summary>
      <div className="pt-2 pb-1 ps-5.5">{children}</div>
    </details>
  );
}
