"use client";

import clsx from "clsx";
import type { ComponentProps } from "react";
import { controlClass } from "./control-class";
import { useFieldProps } from "./field";

/** A multi-line text field that grows with its content, up to most of the screen. */
export function Textarea({ className, rows = 3, ...props }: ComponentProps<"textarea">) {
  return (
    <textarea
      rows={rows}
      dir="auto"
      {...props}
      {...useFieldProps(props)}
      className={clsx(
        controlClass,
        "field-sizing-content max-h-[60dvh] min-h-16 resize-y px-2.5 py-1.5 text-base max-sm:text-lg",
        className,
      )}
    />
  );
}
