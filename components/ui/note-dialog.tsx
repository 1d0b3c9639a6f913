"use client";

import { type ReactNode, useState } from "react";
import { useTranslations } from "@/components/i18n/translations";
import { Button } from "./button";
import { Dialog } from "./dialog";
import { Field } from "./field";
import { Textarea } from "./textarea";

interface NoteDialogProps {
  /** The button that opens it, unless it is opened from outside. */
  trigger?: ReactNode;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  title: string;
  description: string;
  /** Label of the note. */
  field: string;
  hint?: string;
  /** Error when the note is empty. */
  missing: string;
  maxLength: number;
  /** Label of the button that sends the note. */
  verb: string;
  /** Resolves to true on success; otherwise the note stays for another attempt, with the error message if there is one. */
  onSend: (note: string) => Promise<boolean | string>;
}

/** Dialog for an action that requires a note or a reason. */
export function NoteDialog({
  trigger,
  title,
  description,
  field,
  hint,
  missing,
  maxLength,
  verb,
  onSend,
  ...outside
}: NoteDialogProps) {
  const t = useTranslations();
  const [isOpen, setIsOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [note, setNote] = useState("");
  const [problem, setProblem] = useState<string>();
  const open = outside.open ?? isOpen;
  const setOpen = outside.onOpenChange ?? setIsOpen;

  async function send() {
    if (note.trim() === "") return setProblem(missing);
    setBusy(true);
    const outcome = await onSend(note.trim());
    setBusy(false);
    if (typeof outcome === "string") setProblem(outcome);
    if (outcome !== true) return;
    setOpen(false);
    setNote("");
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !busy && setOpen(next)}
      trigger={trigger}
      title={title}
      description={description}
      footer={
        <>
          <Button onClick={() => !busy && setOpen(false)}>{t("ui.cancel")}</Button>
          <Button variant="primary" busy={busy} onClick={() => void send()}>
            {verb}
          </Button>
        </>
      }
    >
      <Field label={field} hint={hint} required error={problem}>
        <Textarea
          value={note}
          maxLength={maxLength}
          rows={4}
          onChange={(event) => {
            setNote(event.target.value);
            setProblem(undefined);
          }}
        />
      </Field>
    </Dialog>
  );
}
