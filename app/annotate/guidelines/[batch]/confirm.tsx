"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { useContinue } from "@/app/annotate/continue";
import { Button } from "@/components/ui/button";
import { useToast } from "@/components/ui/toast";
import { callApi } from "@/lib/api/client";

interface ConfirmProps {
  batch: string;
  /** The version on the screen. */
  version: number;
  mustRead: boolean;
}

/** Confirms to have read the guidelines; where that was waited for, goes on to the work. */
export function Confirm({ batch, version, mustRead }: ConfirmProps) {
  const router = useRouter();
  const toast = useToast();
  const goOn = useContinue();
  const [busy, setBusy] = useState(false);

  async function confirm() {
    setBusy(true);
    const answer = await callApi("POST", `/api/v1/batches/${batch}/guidelines`, { read: version });
    if (!answer.ok) {
      toast.show({ tone: "danger", title: "Not confirmed", description: answer.error.message });
      router.refresh();
    } else if (mustRead) await goOn(batch);
    else {
      router.push("/annotate");
      router.refresh();
    }
    setBusy(false);
  }

  return (
    <div className="grid justify-items-start gap-2">
      <Button variant="primary" size="lg" busy={busy} onClick={() => void confirm()}>
        I have read them
      </Button>
      <p className="text-xs text-muted">
        {mustRead ? "The first assignment opens next. " : ""}That and when you confirmed it is kept.
      </p>
    </div>
  );
}
