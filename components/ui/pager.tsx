import { ChevronLeft, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { ButtonLink } from "./button-link";

interface PagerProps {
  /** What is paged through: "Subjects". */
  label: string;
  /** Where the neighbouring pages are; none at an end. */
  previous?: string;
  next?: string;
  /** Where one is: "41–80 of 1,200". */
  children?: ReactNode;
}

/** Steps through the pages of a list whose pages have addresses. */
export function Pager({ label, previous, next, children }: PagerProps) {
  return (
    <nav
      aria-label={`Pages of ${label}`}
      className="flex items-center justify-between gap-3 text-sm print:hidden"
    >
      <span className="text-muted tabular-nums">{children}</span>
      <span className="flex gap-2">
        {previous && (
          <ButtonLink href={previous} rel="prev" size="sm">
            <ChevronLeft aria-hidden="true" />
            Previous
          </ButtonLink>
        )}
        {next && (
          <ButtonLink href={next} rel="next" size="sm">
            Next
            <ChevronRight aria-hidden="true" />
          </ButtonLink>
        )}
      </span>
    </nav>
  );
}
