import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";

interface DisclosureProps {
  summary: ReactNode;
  /** Initially open. */
  open?: boolean;
  /** Among disclosures with the same name, one is open at a time. */
  name?: string;
  className?: string;
  children: ReactNode;
}

/** A heading that unfolds its content; the browser's search finds it while closed. */
export function Disclosure({ summary, open, name, className, children }: DisclosureProps) {
  return (
    <details open={open} name={name} className={className}>
      <DisclosureSummary>{summary}</DisclosureSummary>
      <div className="pt-2 pb-1 ps-5.5">{children}</div>
    </details>
  );
}

/** The heading of a `details` element, with an arrow that shows whether it is open. */
export function DisclosureSummary({ children }: { children: ReactNode }) {
  return (
    <summary className="flex list-none items-center gap-1.5 rounded-sm py-1 text-sm font-medium text-muted hover:text-ink [&::-webkit-details-marker]:hidden">
      <ChevronRight
        aria-hidden="true"
        className="size-4 shrink-0 transition-transform rtl:-scale-x-100 [details[open]>summary>&]:rotate-90 rtl:[details[open]>summary>&]:-rotate-90"
      />
      {children}
    </summary>
  );
}
