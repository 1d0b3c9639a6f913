"use client";

import { ArrowRight } from "lucide-react";
import { useState } from "react";
import { useTranslations } from "@/components/i18n/translations";
import { Button } from "@/components/ui/button";
import { useContinue } from "./continue";

/** The main button: continues with the assignment in progress or the next one. */
export function ContinueButton({
  batch,
  name,
  started,
  big,
}: {
  batch: string;
  name: string;
  started: boolean;
  big: boolean;
}) {
  const t = useTranslations();
  const continueBatch = useContinue();
  const [busy, setBusy] = useState(false);

  async function press() {
    setBusy(true);
    await continueBatch(batch);
    setBusy(false);
  }

  return (
    <Button
      variant={big ? "primary" : "secondary"}
      size={big ? "lg" : "md"}
      busy={busy}
      aria-label={t(started ? "queue.continue-of" : "queue.start-of", { name })}
      onClick={() => void press()}
    >
      {t(started ? "queue.continue" : "queue.start")}
      <ArrowRight aria-hidden="true" className="rtl:-scale-x-100" />
    </Button>
  );
}
