"use client";

import clsx from "clsx";
import { ChevronRight, Pin, PinOff } from "lucide-react";
import { useState } from "react";
import { useTranslations } from "@/components/i18n/translations";
import { Prose } from "@/components/prose/prose";
import { IconButton } from "@/components/ui/icon-button";
import { useStored } from "@/components/ui/use-stored";
import type { Disclosure } from "@/lib/quality/schema";
import { Disclosures } from "./disclosures";

interface GuidelinesPanelProps {
  text: string;
  disclosures: readonly Disclosure[];
  prepared: string | null | undefined;
  /** Id of the batch, under which the browser stores whether the guidelines are open. */
  batch: string;
  /** The annotator's first assignment in the batch: guidelines are open until closed. */
  isFirst: boolean;
}

/**
 * Guidelines above the material: open on the first assignment, then as the annotator left them; pinned they
 * stay in sight.
 */
export function GuidelinesPanel({ text, disclosures, prepared, batch, isFirst }: GuidelinesPanelProps) {
  const t = useTranslations();
  const [stored, store] = useStored(`guidelines:${batch}`);
  const [wasOpen] = useState(isFirst);
  const isPinned = stored === "pinned";
  const isOpen = stored === null ? wasOpen : stored !== "closed";
  return (
    <details
      data-guidelines=""
      open={isOpen}
      onToggle={(event) => {
        const { open } = event.currentTarget;
        if (open !== isOpen) store(open ? "open" : "closed");
      }}
      className={clsx(
        "group -my-1",
        isPinned &&
          isOpen &&
          "sticky top-0 z-10 max-h-[40dvh] overflow-y-auto border-b bg-canvas short:static",
      )}
    >
      <summary className="flex list-none items-center gap-1.5 rounded-sm py-1 text-sm font-medium text-muted hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden="true"
          className="size-4 shrink-0 transition-transform group-open:rotate-90 rtl:-scale-x-100 rtl:group-open:-rotate-90"
        />
        {t("guidelines.title")}
      </summary>
      <div className="relative pt-1 pb-2 ps-5.5">
        <div className="absolute end-0 -top-7.5">
          <IconButton
            size="sm"
            label={t(isPinned ? "guidelines.unpin" : "guidelines.pin")}
            onClick={() => store(isPinned ? "open" : "pinned")}
          >
            {isPinned ? <PinOff /> : <Pin />}
          </IconButton>
        </div>
        {text.trim() !== "" && (
          <Prose text={text} prepared={prepared} label={t("guidelines.title")} toolbar={false} />
        )}
        <Disclosures disclosures={disclosures} t={t} />
      </div>
    </details>
  );
}

/** Opens the guidelines and focuses them, or closes them if they have the focus; false if there are none. */
export function focusGuidelines(): boolean {
  const details = document.querySelector("[data-guidelines]");
  if (!(details instanceof HTMLDetailsElement)) return false;
  const isThere = details.open && details.contains(document.activeElement);
  details.open = !isThere;
  details.querySelector("summary")?.focus();
  return true;
}
