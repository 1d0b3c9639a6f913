"use client";

import { Flag } from "lucide-react";
import { useState } from "react";
import { useTranslations } from "@/components/i18n/translations";
import { IconButton } from "@/components/ui/icon-button";
import { OnDemand, onDemand } from "@/components/ui/on-demand";
import type { ReviewDocument } from "@/lib/review/schema/document";
import { badgeOf } from "@/lib/shortcuts/rules";
import { useReviewWords } from "./answer-labels";
import { useOwnKeys } from "./key-bindings";

const flagDialog = onDemand(() => import("./flag-dialog").then((module) => module.FlagDialog));

interface FlagButtonProps {
  flags: ReviewDocument["flags"];
  disabled: boolean;
  /** Called with a note to raise or change the flag, null to remove it. */
  onFlag: (code: string, note: string | null) => void;
}

/** Button to flag a problem with the material to the admin; shows existing flags. */
export function FlagButton({ flags, disabled, onFlag }: FlagButtonProps) {
  const t = useTranslations();
  const { flag } = useReviewWords();
  const { keys } = useOwnKeys();
  const [open, setOpen] = useState(false);
  const [times, setTimes] = useState(0);
  // Nothing can be flagged any more: the notice above the work says why.
  if (disabled && open) setOpen(false);
  const up = Object.keys(flags);
  return (
    <>
      <IconButton
        data-opens="flag"
        disabled={disabled}
        shortcut={badgeOf("flag", keys)}
        label={up.length > 0 ? t("flag.flagged", { flags: up.map(flag).join(", ") }) : t("flag.title")}
        onClick={() => {
          setTimes(times + 1);
          setOpen(true);
        }}
        className={up.length > 0 ? "text-warning" : undefined}
      >
        <Flag className={up.length > 0 ? "fill-current" : undefined} />
      </IconButton>
      {/* Opens with the current flags each time. */}
      <OnDemand part={flagDialog} modal open={open}>
        {(FlagDialog) => (
          <FlagDialog key={times} open={open} onOpenChange={setOpen} flags={flags} onFlag={onFlag} />
        )}
      </OnDemand>
    </>
  );
}
