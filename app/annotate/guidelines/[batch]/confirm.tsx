"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { useContinue } from "@/app/annotate/continue";
import { useErrorWords } from "@/components/i18n/errors";
import { useI18n } from "@/components/i18n/translations";
import { Button } from "@/components/ui/button";
import { useToast } from "@/components/ui/toast";
import { callApi } from "@/lib/http/client";

interface ConfirmProps {
  batch: string;
  /** Version of the guidelines shown. */
  version: number;
  mustRead: boolean;
}

/** Confirms that the guidelines were read; if work was waiting for that, continues with it. */
export function Confirm({ batch, version, mustRead }: ConfirmProps) {
  const { t, language } = useI18n();
  const errorWords = useErrorWords();
  const router = useRouter();
  const toast = useToast();
  const continueBatch = useContinue();
  const [busy, setBusy] = useState(false);

  async function confirm() {
    setBusy(true);
    const answer = await callApi("POST", `/api/v1/batches/${batch}/guidelines`, { read: version, language });
    if (!answer.ok) {
      toast.show({
        tone: "danger",
        title: t("guidelines.not-confirmed"),
        description: errorWords(answer.error),
      });
      router.refresh();
    } else if (mustRead) await continueBatch(batch);
    else {
      router.push("/annotate");
      router.refresh();
    }
    setBusy(false);
  }

  return (
    <div className="grid justify-items-start gap-2">
      <Button variant="primary" size="lg" busy={busy} onClick={() => void confirm()}>
        {t("guidelines.confirm")}
      </Button>
      <p className="text-xs text-muted">
        {mustRead && `${t("guidelines.confirm.next")} `}
        {t("guidelines.confirm.kept")}
      </p>
    </div>
  );
}
