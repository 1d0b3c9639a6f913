"use client";

import clsx from "clsx";
import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { useTranslations } from "@/components/i18n/translations";
import { Button } from "./button";
import { dialogClass, overlayClass } from "./dialog-class";
import { useReturnFocus } from "./use-return-focus";

interface DialogProps {
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** The button that opens it, if it opens itself. */
  trigger?: ReactNode;
  title: ReactNode;
  description?: ReactNode;
  size?: "sm" | "md" | "lg";
  /** Buttons, the most important one last. */
  footer?: ReactNode;
  children?: ReactNode;
}

const widths = { sm: "max-w-sm", md: "max-w-lg", lg: "max-w-3xl" };

/** A modal dialog: traps the focus, closes on Escape, and returns the focus. */
export function Dialog({
  open,
  onOpenChange,
  trigger,
  title,
  description,
  size = "md",
  footer,
  children,
}: DialogProps) {
  const t = useTranslations();
  const returnFocus = useReturnFocus(focusFirstField);
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      {trigger && <Radix.Trigger asChild>{trigger}</Radix.Trigger>}
      <Radix.Portal>
        <Radix.Overlay className={overlayClass}>
          <Radix.Content
            {...returnFocus}
            className={clsx(dialogClass, widths[size])}
            {...(description ? {} : { "aria-describedby": undefined })}
          >
            <header className="flex items-start justify-between gap-4 px-5 pt-4">
              <div className="grid min-w-0 gap-1 wrap-anywhere">
                <Radix.Title className="text-lg">{title}</Radix.Title>
                {description && (
                  <Radix.Description className="text-sm text-muted">{description}</Radix.Description>
                )}
              </div>
              <Radix.Close asChild>
                <Button variant="quiet" size="sm" square aria-label={t("ui.close")} className="-me-1.5">
                  <X aria-hidden="true" />
                </Button>
              </Radix.Close>
            </header>
            <div className="px-5 pt-4 pb-5">{children}</div>
            {footer && (
              <footer className="sticky bottom-0 flex flex-wrap justify-end gap-2 rounded-b-md border-t bg-raised px-5 py-3">
                {footer}
              </footer>
            )}
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Focuses the first field, else the dialog itself; never the close button with its tooltip. */
function focusFirstField(event: Event) {
  const content = event.currentTarget;
  if (!(content instanceof HTMLElement)) return;
  event.preventDefault();
  (content.querySelector<HTMLElement>("input, textarea, select") ?? content).focus();
}

/** A button that only closes the dialog. */
export function DialogClose({ children }: { children: ReactNode }) {
  return <Radix.Close asChild>{children}</Radix.Close>;
}
