"use client";

import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useId,
  useRef,
  useState,
} from "react";

interface Shown {
  text: string;
  left: number;
  top: number;
  /** True if there is no room below the number. */
  above: boolean;
}

const WIDTH = 304;
const ROOM = 160;

/**
 * Container for numbers that show an explanation on hover and focus. It is one tab stop, and arrow keys move
 * between its numbers, so that a large table does not have hundreds of tab stops.
 */
export function NumberTooltips({ children }: { children: ReactNode }) {
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<Shown | null>(null);

  const numbers = () => [...(frame.current?.querySelectorAll<HTMLElement>("[data-explained]") ?? [])];
  const explain = (target: EventTarget | null) => {
    const number = target instanceof Element ? target.closest<HTMLElement>("[data-explained]") : null;
    if (!number) return setShown(null);
    const { left, top, bottom, width } = number.getBoundingClientRect();
    const above = bottom + ROOM > window.innerHeight && top > ROOM;
    const middle = left + width / 2 - WIDTH / 2;
    setShown({
      text: number.dataset.explained ?? "",
      left: Math.max(8, Math.min(middle, window.innerWidth - WIDTH - 8)),
      top: above ? top - 4 : bottom + 4,
      above,
    });
    number.setAttribute("aria-describedby", id);
  };

  function onFocus(event: FocusEvent) {
    const number = event.target.closest<HTMLElement>("[data-explained]");
    if (!number) return;
    for (const other of numbers()) other.tabIndex = other === number ? 0 : -1;
    explain(number);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "Escape" && shown) {
      event.stopPropagation();
      return setShown(null);
    }
    const here =
      event.target instanceof Element ? event.target.closest<HTMLElement>("[data-explained]") : null;
    if (!here) return;
    const next = neighbour(here, event.key, numbers());
    if (!next) return;
    event.preventDefault();
    next.focus();
  }

  const onMouseOver = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest("[role=tooltip]")) return;
    explain(event.target);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the numbers inside are what is operated; this listens for all of them
    <div
      ref={frame}
      className="min-w-0"
      onMouseOver={onMouseOver}
      onMouseLeave={() => setShown(null)}
      onFocus={onFocus}
      onBlur={() => setShown(null)}
      onKeyDown={onKeyDown}
    >
      {children}
      {shown && (
        <div
          id={id}
          role="tooltip"
          style={{ left: shown.left, top: shown.top, width: WIDTH }}
          className={`fixed z-50 max-w-[calc(100vw-1rem)] rounded-md border bg-raised p-3 text-start text-xs leading-5 font-normal whitespace-pre-line text-ink shadow-md print:hidden ${shown.above ? "-translate-y-full" : ""}`}
        >
          {shown.text}
        </div>
      )}
    </div>
  );
}

/** The number next to another in the direction of an arrow key. */
function neighbour(here: HTMLElement, key: string, numbers: readonly HTMLElement[]): HTMLElement | null {
  const at = numbers.indexOf(here);
  if (key === "ArrowRight") return numbers[at + 1] ?? null;
  if (key === "ArrowLeft") return numbers[at - 1] ?? null;
  if (key !== "ArrowDown" && key !== "ArrowUp") return null;
  const row = here.closest("tr");
  const column = here.closest<HTMLTableCellElement>("td, th")?.cellIndex ?? -1;
  const others = key === "ArrowDown" ? numbers.slice(at + 1) : numbers.slice(0, at).reverse();
  return (
    others.find(
      (other) =>
        other.closest("tr") !== row && other.closest<HTMLTableCellElement>("td, th")?.cellIndex === column,
    ) ?? null
  );
}

/** A number with its explanation. The first of a table is the tab stop. */
export function Explained({ text, first, children }: { text: string; first: boolean; children: ReactNode }) {
  return (
    <button
      type="button"
      data-explained={text}
      tabIndex={first ? 0 : -1}
      className="cursor-help rounded-sm tabular-nums [font-weight:inherit] hover:underline hover:decoration-dotted hover:underline-offset-4"
    >
      {children}
    </button>
  );
}
