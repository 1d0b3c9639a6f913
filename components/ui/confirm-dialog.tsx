"use client";

import { type ReactNode, useState } from "react";
import { useTranslations } from "@/components/i18n/translations";
import { AlertDialog, AlertDialogCancel } from "./alert-dialog";
import { Button } from "./button";
import { Field } from "./field";
import { Input } from "./input";

interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  /** The consequences and for whom, and whether they can be undone. */
  description: ReactNode;
  /** Further choices in the dialog. */
  children?: ReactNode;
  /** The verb on the button: "Delete project". */
  confirmLabel: string;
  cancelLabel?: string;
  danger?: boolean;
  /** Disables the button that confirms, for example until the consequences are known. */
  disabled?: boolean;
  /** For irreversible actions: the words to type before the button is enabled. */
  typeToConfirm?: string;
  /** Runs once; the dialog stays open and busy until it resolves, and closes unless it throws. */
  onConfirm: () => void | Promise<void>;
}

/** Asks for confirmation of something that is hard to undo. */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  description,
  children,
  confirmLabel,
  cancelLabel,
  danger = false,
  disabled = false,
  typeToConfirm,
  onConfirm,
}: ConfirmDialogProps) {
  const t = useTranslations();
  const [typed, setTyped] = useState("");
  const [busy, setBusy] = useState(false);

  function change(next: boolean) {
    if (busy) return;
    if (!next) setTyped("");
    onOpenChange(next);
  }

  async function confirm() {
    setBusy(true);
    try {
      await onConfirm();
      setTyped("");
      onOpenChange(false);
    } finally {
      setBusy(false);
    }
  }

  return (
    <AlertDialog
      open={open}
      onOpenChange={change}
      title={title}
      description={description}
      actions={
        <>
          <AlertDialogCancel>
            <Button>{cancelLabel ?? t("ui.cancel")}</Button>
          </AlertDialogCancel>
          <Button
            variant={danger ? "danger" : "primary"}
            busy={busy}
            disabled={disabled || (typeToConfirm !== undefined && typed.trim() !== typeToConfirm)}
            onClick={confirm}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
      {typeToConfirm !== undefined && (
        <Field label={`Type “${typeToConfirm}” to confirm`}>
          <Input value={typed} onChange={(event) => setTyped(event.target.value)} />
        </Field>
      )}
    </AlertDialog>
  );
}
