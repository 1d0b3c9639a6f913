"use client";

import { type ReactNode, useState } from "react";
import { Dialog } from "./dialog";
import { Form } from "./form";

interface FormDialogProps {
  /** The button that opens it, unless it is opened from outside. */
  trigger?: ReactNode;
  initiallyOpen?: boolean;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  title: string;
  description?: string;
  size?: "sm" | "md" | "lg";
  /** State of the form's request. */
  request: { busy: boolean; error: { message: string; problems?: unknown } | undefined };
  /** Label of the submit button. */
  verb: string;
  disabled?: boolean;
  /** Sends the form; resolves to true to close the dialog. */
  onSubmit: () => Promise<boolean>;
  children: ReactNode;
}

/** A dialog with a form, which closes once the form has been sent. */
export function FormDialog({
  initiallyOpen = false,
  request: { busy, error },
  verb,
  disabled,
  onSubmit,
  children,
  ...dialog
}: FormDialogProps) {
  const [isOpen, setIsOpen] = useState(initiallyOpen);
  const open = dialog.open ?? isOpen;
  const setOpen = dialog.onOpenChange ?? setIsOpen;

  async function submit() {
    if (await onSubmit()) setOpen(false);
  }

  return (
    <Dialog {...dialog} open={open} onOpenChange={setOpen}>
      <Form
        place="dialog"
        onSubmit={() => void submit()}
        error={error}
        busy={busy}
        verb={verb}
        disabled={disabled}
      >
        {children}
      </Form>
    </Dialog>
  );
}
