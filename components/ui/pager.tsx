"use client";

import { ChevronLeft, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslations } from "@/components/i18n/translations";
import { ButtonLink } from "./button-link";

interface PagerProps {
  /** Name of the list: "Subjects". */
  label: string;
  /** Addresses of the neighbouring pages; none at an end. */
  previous?: string;
  next?: string;
  /** Position: "41–80 of 1,200". */
  children?: ReactNode;
}

/** Previous and next links of a paginated list. */
export function Pager({ label, previous, next, children }: PagerProps) {
  const t = useTranslations();
  return (
    <nav
      aria-label={t("ui.pages-of", { what: label })}
      className="flex items-center justify-between gap-3 text-sm print:hidden"
    >
      <span className="text-muted tabular-nums">{children}</span>
      <span className="flex gap-2">
        {previous && (
          <ButtonLink href={previous} rel="prev" size="sm">
            <ChevronLeft aria-hidden="true" className="rtl:-scale-x-100" />
            {t("ui.previous")}
          </ButtonLink>
        )}
        {next && (
          <ButtonLink href={next} rel="next" size="sm">
            {t("ui.next")}
            <ChevronRight aria-hidden="true" className="rtl:-scale-x-100" />
          </ButtonLink>
        )}
      </span>
    </nav>
  );
}
