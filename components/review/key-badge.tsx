"use client";

import clsx from "clsx";
import { badgeOf } from "@/lib/shortcuts/rules";
import type { KeyAction } from "@/lib/shortcuts/schema";
import { useOwnKeys } from "./key-bindings";

/** The equivalent digit, or the action with the equivalent key. */
type KeyBadgeProps = ({ children: string } | { action: KeyAction }) & {
  /** The key does nothing now; `outside-focus`: unless it stands in an element that takes keys. */
  resting?: boolean | "outside-focus";
};

/**
 * Shortcut printed on a button; screen readers get it from the button's title where it matters. Keeps its
 * space while inactive, so that buttons do not move under the pointer when the focus changes.
 */
export function KeyBadge({ resting = false, ...shown }: KeyBadgeProps) {
  const { keys } = useOwnKeys();
  return (
    <span
      aria-hidden="true"
      className={clsx(
        "rounded-sm border border-current/30 px-1 text-xs leading-4 font-normal whitespace-nowrap max-sm:hidden",
        resting && "opacity-45",
        resting === "outside-focus" && "in-data-takes-keys:opacity-100",
      )}
    >
      <bdi dir="ltr">{"action" in shown ? badgeOf(shown.action, keys) : shown.children}</bdi>
    </span>
  );
}
