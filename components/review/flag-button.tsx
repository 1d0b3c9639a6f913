"use client";

import { Flag } from "lucide-react";
import { useState } from "react";
import { useTranslations } from "@/components/i18n/translations";
import { IconButton } from "@/components/ui/icon-button";
import { OnDemand, onDemand } from "@/components/ui/on-demand";
import type { ReviewDocument } from "@/lib/review/schema/document";
import { badgeOf } from "@/lib/shortcuts/rules";
import { useReviewWords } from "./answer-labels";
import { useOwnKeys } from "./own-keys";

const flagDialog = onDemand(() => import("./flag-dialog").then((module) => module.FlagDialog));

interface FlagButtonProps {
  flags: ReviewDocument["flags"];
  /** A note raises the flag or changes what is said with it; null takes it down. */
  onFlag: (code: string, note: string | null) => void;
}

/** The way to tell whoever runs the batch what is wrong with the material; it shows what has been told. */
export function FlagButton({ flags, onFlag }: FlagButtonProps) {
  const t = useTranslations();
  const { flag } = useReviewWords();
  const { keys } = useOwnKeys();
  const [open, setOpen] = useState(false);
  const [times, setTimes] = useState(0);
  const up = Object.keys(flags);
  return (
    <>
      <IconButton
        data-opens="flag"
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
      {/* Each time it begins with what is up. */}
      <OnDemand part={flagDialog} modal open={open}>
        {(FlagDialog) => (
          <FlagDialog key={times} open={open} onOpenChange={setOpen} flags={flags} onFlag={onFlag} />
        )}
      </OnDemand>
    </>
  );
}
