"use client";

import clsx from "clsx";
import { badgeOf } from "@/lib/shortcuts/rules";
import type { KeyAction } from "@/lib/shortcuts/schema";
import { useOwnKeys } from "./own-keys";

/** The digit that does the same, or the action whose key does. */
type KeyBadgeProps = ({ children: string } | { action: KeyAction }) & { resting?: boolean };

/**
 * The key that does the same, printed on a button; the button says it itself where it matters (title). It keeps
 * its place while its keys rest: what moved under the pointer when the focus came would swallow the click.
 */
export function KeyBadge({ resting = false, ...shown }: KeyBadgeProps) {
  const { keys } = useOwnKeys();
  return (
    <span
      aria-hidden="true"
      className={clsx(
        "rounded-sm border border-current/30 px-1 text-xs leading-4 font-normal whitespace-nowrap max-sm:hidden",
        resting && "opacity-45",
      )}
    >
      <bdi dir="ltr">{"action" in shown ? badgeOf(shown.action, keys) : shown.children}</bdi>
    </span>
  );
}
