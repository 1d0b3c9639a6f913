"use client";

import clsx from "clsx";
import { AlertDialog as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { dialogClass, overlayClass } from "./dialog-class";
import { useReturnFocus } from "./use-return-focus";

interface AlertDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  /** The event or its consequences, in full sentences. */
  description: ReactNode;
  /** Buttons; wrap the harmless one in `AlertDialogCancel`, which gets the focus. */
  actions: ReactNode;
  children?: ReactNode;
}

/** A dialog that must be answered: clicking outside does not close it. */
export function AlertDialog({ open, onOpenChange, title, description, actions, children }: AlertDialogProps) {
  const returnFocus = useReturnFocus();
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={overlayClass}>
          <Radix.Content {...returnFocus} className={clsx(dialogClass, "grid max-w-md gap-4 p-5")}>
            <div className="grid min-w-0 gap-2 wrap-anywhere">
              <Radix.Title className="text-lg">{title}</Radix.Title>
              <Radix.Description asChild>
                <div className="text-sm text-muted">{description}</div>
              </Radix.Description>
            </div>
            {children}
            <div className="flex flex-wrap justify-end gap-2">{actions}</div>
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Button that closes without changing anything. */
export function AlertDialogCancel({ children }: { children: ReactNode }) {
  return <Radix.Cancel asChild>{children}</Radix.Cancel>;
}
