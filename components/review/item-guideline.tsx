"use client";

import { ChevronRight } from "lucide-react";
import { createContext, useContext, useMemo } from "react";
import { useTranslations } from "@/components/i18n/translations";
import { useStored } from "@/components/ui/use-stored";
import { guidelineFor } from "@/lib/review/rules/guidelines";

const GuidelinesContext = createContext("");

/** Provides the assignment's guidelines to its items. */
export const GuidelinesProvider = GuidelinesContext.Provider;

/** The guideline of an item, beside it. Closing it closes it for all items, here and in later assignments. */
export function ItemGuideline({ name }: { name: string | null }) {
  const t = useTranslations();
  const guidelines = useContext(GuidelinesContext);
  const text = useMemo(() => guidelineFor(guidelines, name), [guidelines, name]);
  const [stored, store] = useStored("item-guidelines");
  const isOpen = stored !== "closed";
  if (text === null) return null;
  return (
    <details
      open={isOpen}
      onToggle={(event) => {
        const { open } = event.currentTarget;
        if (open !== isOpen) store(open ? "open" : "closed");
      }}
      className="group text-sm text-muted"
    >
      <summary className="flex w-fit list-none items-center gap-1 rounded-sm text-xs font-medium hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden="true"
          className="size-3.5 shrink-0 transition-transform group-open:rotate-90 rtl:-scale-x-100 rtl:group-open:-rotate-90"
        />
        {t("guidelines.of-item")}
      </summary>
      <p dir="auto" className="max-h-48 overflow-y-auto ps-4.5 pt-1 wrap-anywhere whitespace-pre-wrap">
        {text}
      </p>
    </details>
  );
}
