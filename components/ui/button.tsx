"use client";

import clsx from "clsx";
import { LoaderCircle } from "lucide-react";
import type { ComponentProps, MouseEvent } from "react";
import { type ButtonLook, buttonClass } from "./button-class";

export interface ButtonProps extends ComponentProps<"button">, ButtonLook {
  /** In progress: clicks are ignored; the button keeps its size, name and focus. */
  busy?: boolean;
}

/**
 * A button; does not submit its form unless `type` says so. With `aria-disabled` it looks and reads as
 * disabled, but still gets clicks so that it can explain why.
 */
export function Button({
  variant,
  size,
  square,
  busy = false,
  disabled = false,
  type = "button",
  className,
  onClick,
  children,
  "aria-disabled": isWaiting,
  ...props
}: ButtonProps) {
  const inert = busy || disabled;

  // Not the `disabled` attribute: the button would lose the focus.
  function click(event: MouseEvent<HTMLButtonElement>) {
    if (inert) event.preventDefault();
    else onClick?.(event);
  }

  return (
    <button
      {...props}
      type={type}
      aria-disabled={inert || isWaiting || undefined}
      aria-busy={busy || undefined}
      onClick={click}
      className={clsx(buttonClass({ variant, size, square }), "relative", className)}
    >
      {busy && (
        <span className="absolute inset-0 grid place-items-center">
          <LoaderCircle aria-hidden="true" className="animate-spin" />
        </span>
      )}
      <span className={clsx("inline-flex items-center gap-1.5", busy && "opacity-0")}>{children}</span>
    </button>
  );
}
