import { type FocusEvent, type KeyboardEvent, useRef } from "react";
import { useDirection } from "@/components/i18n/translations";

type Axis = "horizontal" | "vertical" | "both";

const STEPS: Readonly<Record<string, { by: 1 | -1; axis: Exclude<Axis, "both"> }>> = {
  ArrowUp: { by: -1, axis: "vertical" },
  ArrowDown: { by: 1, axis: "vertical" },
  ArrowLeft: { by: -1, axis: "horizontal" },
  ArrowRight: { by: 1, axis: "horizontal" },
};

const ENDS: Readonly<Record<string, 0 | -1>> = { Home: 0, PageUp: 0, End: -1, PageDown: -1 };

interface ArrowFocusOptions {
  /** Arrow keys that move the focus. */
  axis: Axis;
  /** True if the first element follows the last one. */
  loop: boolean;
}

/**
 * Handler for the root of a Radix menu, tab list or radio group, which moves the focus by an arrow key, Home or End as
 * the key goes down. Radix moves it a moment later: in a busy browser, a key pressed right after, such as Enter, would go to the
 * element that had the focus before.
 *
 * @param focus by default, only focuses
 */
export function useArrowFocus(
  { axis, loop }: ArrowFocusOptions,
  focus = (element: HTMLElement) => element.focus(),
): (event: KeyboardEvent<HTMLElement>) => void {
  const isReversed = useDirection() === "rtl";
  return (event) => {
    const step = STEPS[event.key];
    const end = ENDS[event.key];
    if (end === undefined && (!step || (axis !== "both" && axis !== step.axis))) return;
    if (event.metaKey || event.ctrlKey || event.altKey || event.shiftKey) return;
    const elements = focusableIn(event.currentTarget);
    const from = event.target instanceof HTMLElement ? elements.indexOf(event.target) : -1;
    if (from === -1) return;
    // Radix leaves alone what is prevented already.
    event.preventDefault();
    if (!step) return elements.at(end ?? 0)?.focus();
    const by = isReversed && step.axis === "horizontal" ? -step.by : step.by;
    const to = loop ? (from + by + elements.length) % elements.length : from + by;
    const next = elements[to];
    if (next) focus(next);
  };
}

/** The elements of a Radix menu, tab list or radio group that can be focused, in their order. */
export function focusableIn(root: HTMLElement): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>("[data-radix-collection-item]:not([data-disabled])")];
}

/** Handlers that make an arrow key choose the option of a radio group that it moves to, however short the press. */
export function useArrowSelection(axis: Axis) {
  const isArrow = useRef(false);
  return {
    root: {
      onKeyDownCapture: useArrowFocus({ axis, loop: true }, (option) => {
        isArrow.current = true;
        option.focus();
        isArrow.current = false;
      }),
    },
    item: {
      onFocus: (event: FocusEvent<HTMLButtonElement>) => {
        if (isArrow.current) event.currentTarget.click();
      },
    },
  };
}
