"use client";

import clsx from "clsx";
import type { ComponentProps } from "react";
import { controlClass } from "./control-class";
import { useFieldProps } from "./field";

/** A single-line text or number field. */
export function Input({ className, ...props }: ComponentProps<"input">) {
  return (
    <input
      autoComplete="off"
      {...props}
      {...useFieldProps(props)}
      className={clsx(controlClass, "h-8 px-2.5 text-base max-sm:h-10 max-sm:text-lg", className)}
    />
  );
}
