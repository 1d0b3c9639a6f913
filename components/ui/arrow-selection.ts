import { type FocusEvent, type KeyboardEvent, useRef } from "react";

const ARROWS = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"];

/**
 * Handlers that make an arrow key choose the option it moves to, however short the press. Radix moves the focus
 * a moment after the key goes down, and chooses the option only if the key is still down then: a quick tap in a
 * busy browser would move the focus and leave the choice.
 */
export function useArrowSelection() {
  const arrow = useRef(false);
  return {
    root: {
      onKeyDown: (event: KeyboardEvent) => {
        arrow.current = ARROWS.includes(event.key);
      },
      onPointerDown: () => {
        arrow.current = false;
      },
      onBlur: (event: FocusEvent) => {
        if (!event.currentTarget.contains(event.relatedTarget)) arrow.current = false;
      },
    },
    item: {
      onFocus: (event: FocusEvent<HTMLButtonElement>) => {
        if (!arrow.current) return;
        arrow.current = false;
        // Radix would click a second time while the key is down.
        event.preventDefault();
        event.currentTarget.click();
      },
    },
  };
}
