"use client";

import { useState } from "react";
import { useTranslations } from "@/components/i18n/translations";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/textarea";

interface SkipDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Resolves to an error message, or null. */
  onSkip: (reason: string) => Promise<string | null>;
}

/** Dialog to skip an assignment, with a reason. */
export function SkipDialog({ open, onOpenChange, onSkip }: SkipDialogProps) {
  const t = useTranslations();
  const [reason, setReason] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  async function skip() {
    if (reason.trim() === "") return setProblem(t("submit.skip.no-reason"));
    setBusy(true);
    const failed = await onSkip(reason.trim());
    setBusy(false);
    if (failed) setProblem(failed);
    else onOpenChange(false);
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("submit.skip")}
      description={t("submit.skip.about")}
      footer={
        <>
          <DialogClose>
            <Button>{t("ui.cancel")}</Button>
          </DialogClose>
          <Button variant="primary" busy={busy} onClick={() => void skip()}>
            {t("submit.skip.go")}
          </Button>
        </>
      }
    >
      <Field label={t("submit.skip.reason")} error={problem} required>
        <Textarea value={reason} maxLength={2000} onChange={(event) => setReason(event.target.value)} />
      </Field>
    </Dialog>
  );
}
