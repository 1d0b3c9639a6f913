"use client";

import clsx from "clsx";
import type { ReactNode } from "react";
import { Button, type ButtonProps } from "./button";
import { Tooltip } from "./tooltip";

interface IconButtonProps extends Omit<ButtonProps, "children" | "square" | "aria-label"> {
  /** Accessible name and tooltip. */
  label: string;
  /** The key that does the same, shown in the tooltip. */
  shortcut?: string;
  children: ReactNode;
}

/** An icon-only button with its name as tooltip. */
export function IconButton({ label, shortcut, variant = "quiet", className, ...props }: IconButtonProps) {
  return (
    <Tooltip content={label} shortcut={shortcut}>
      <Button
        {...props}
        square
        variant={variant}
        aria-label={label}
        className={clsx("hit-area", className)}
      />
    </Tooltip>
  );
}
