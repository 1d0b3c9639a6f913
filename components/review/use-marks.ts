"use client";

import { useMemo, useState } from "react";
import { useTranslations } from "@/components/i18n/translations";
import type { InvisibleMarks } from "@/components/prose/invisible-marks";
import { useAnnounce } from "@/components/ui/announcer";

/** The setting that marks invisible characters in all texts of the assignment, and its toggle. */
export function useMarks(): InvisibleMarks {
  const announce = useAnnounce();
  const t = useTranslations();
  const [shown, setShown] = useState(false);
  return useMemo<InvisibleMarks>(
    () => ({
      shown,
      toggle: () => {
        setShown(!shown);
        announce(t(shown ? "prose.marks-hidden" : "prose.marks-shown"));
      },
    }),
    [shown, announce, t],
  );
}
