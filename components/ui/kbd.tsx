import clsx from "clsx";
import type { ReactNode } from "react";

interface KbdProps {
  children: ReactNode;
  /** For a dark background, such as a tooltip or a primary button. */
  inverse?: boolean;
}

/** A keyboard key. */
export function Kbd({ children, inverse = false }: KbdProps) {
  return (
    <kbd
      className={clsx(
        "inline-flex h-4.5 min-w-4.5 items-center justify-center rounded-sm border px-1 font-sans text-xs leading-none",
        inverse ? "border-current/40 text-current" : "border-line bg-sunken text-muted",
      )}
    >
      {children}
    </kbd>
  );
}
