"use client";

import { useTranslations } from "@/components/i18n/translations";
import { NoteDialog } from "@/components/ui/note-dialog";

interface SkipDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Resolves to an error message, or null. */
  onSkip: (reason: string) => Promise<string | null>;
}

/** Dialog to skip an assignment, with a reason. */
export function SkipDialog({ open, onOpenChange, onSkip }: SkipDialogProps) {
  const t = useTranslations();
  return (
    <NoteDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("submit.skip")}
      description={t("submit.skip.about")}
      field={t("submit.skip.reason")}
      missing={t("submit.skip.no-reason")}
      maxLength={2000}
      verb={t("submit.skip.go")}
      onSend={async (reason) => (await onSkip(reason)) ?? true}
    />
  );
}
