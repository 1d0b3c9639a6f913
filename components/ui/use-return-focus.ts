import { useRef } from "react";

/**
 * Props of a dialog's content that give the focus back to what had it before, when the dialog closes. By itself that
 * happens only to the button of a dialog that opens itself.
 *
 * @param opened chooses what has the focus in the dialog
 */
export function useReturnFocus(opened?: (event: Event) => void) {
  const before = useRef<Element | null>(null);
  return {
    onOpenAutoFocus(event: Event) {
      before.current = document.activeElement;
      opened?.(event);
    },
    onCloseAutoFocus(event: Event) {
      const isLost = document.activeElement === document.body;
      const to = before.current;
      // The action that closed the dialog may have moved the focus, or removed the element that had it.
      if (isLost && (!(to instanceof HTMLElement) || !to.isConnected || to === document.body)) return;
      event.preventDefault();
      if (isLost && to instanceof HTMLElement) to.focus({ preventScroll: true });
    },
  };
}
