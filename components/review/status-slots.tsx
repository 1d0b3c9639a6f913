import type { ReactNode } from "react";

/** Element ids in the page's bar into which the workbench on the screen renders. */
export const STATUS_SLOTS = { text: "workbench-status", buttons: "workbench-buttons" } as const;

/**
 * The places in the page's bar where the workbench shows its status. The text changes its width with every save and
 * every assignment; it comes first in a bar that is aligned at its end, so that no button moves with it.
 */
export function StatusSlots({ children }: { children?: ReactNode }) {
  return (
    <>
      <span id={STATUS_SLOTS.text} className="flex items-center gap-2" />
      {children}
      <span id={STATUS_SLOTS.buttons} className="flex items-center gap-2" />
    </>
  );
}
