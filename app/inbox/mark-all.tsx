"use client";

import { CheckCheck } from "lucide-react";
import { useState } from "react";
import { useTranslations } from "@/components/i18n/translations";
import { Button } from "@/components/ui/button";
import { useRefresh } from "@/components/ui/use-refresh";
import { useMarkNotices } from "./use-mark-notices";

/** Marks all notices as read, also those that the filters or other pages hide. */
export function MarkAll() {
  const t = useTranslations();
  const mark = useMarkNotices();
  const refresh = useRefresh();
  const [busy, setBusy] = useState(false);

  async function markAll() {
    setBusy(true);
    if (await mark({ read: true })) await refresh();
    setBusy(false);
  }

  return (
    <Button busy={busy} onClick={() => void markAll()}>
      <CheckCheck aria-hidden="true" />
      {t("inbox.mark-all")}
    </Button>
  );
}
