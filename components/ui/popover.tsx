"use client";

import clsx from "clsx";
import { Popover as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { floatClass } from "./menu-class";

interface PopoverProps {
  trigger: ReactNode;
  /** Accessible name. */
  label: string;
  align?: "start" | "center" | "end";
  side?: "top" | "right" | "bottom" | "left";
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  className?: string;
  children: ReactNode;
}

/** A small panel beside its button; the page stays usable. */
export function Popover({
  trigger,
  label,
  align = "start",
  side = "bottom",
  open,
  onOpenChange,
  className,
  children,
}: PopoverProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          align={align}
          side={side}
          sideOffset={6}
          collisionPadding={12}
          className={clsx(
            floatClass,
            "max-h-(--radix-popover-content-available-height) w-72 max-w-[calc(100vw-1.5rem)] overflow-y-auto p-3 text-sm",
            className,
          )}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
