"use client";

import {
  cloneElement,
  type FocusEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { createPortal } from "react-dom";
import { Kbd } from "./kbd";

interface TooltipProps {
  content: ReactNode;
  shortcut?: string;
  /** One focusable element. */
  children: ReactElement<{ "aria-describedby"?: string }>;
}

/** Delay before the tooltip opens on hover, and time to move the pointer onto it, in milliseconds. */
const REST = 400;
const GRACE = 120;
/** Milliseconds after one tooltip within which the next opens at once. */
const SOON = 300;
const GAP = 6;
const EDGE = 8;

let lastHidden = 0;

/** A short hint for the focused or hovered element. Never the only place for information. */
export function Tooltip({ content, shortcut, children }: TooltipProps) {
  const id = useId();
  const frame = useRef<HTMLSpanElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [shown, setShown] = useState(false);

  function turn(on: boolean, after = 0) {
    clearTimeout(timer.current);
    const now = () => {
      if (!on && shown) lastHidden = Date.now();
      setShown(on);
    };
    if (after > 0) timer.current = setTimeout(now, after);
    else now();
  }
  useEffect(() => () => clearTimeout(timer.current), []);

  function enter({ pointerType, buttons }: PointerEvent) {
    if (pointerType === "touch" || buttons > 0) return;
    turn(true, shown || Date.now() - lastHidden < SOON ? 0 : REST);
  }

  // The pointer has opened it already.
  const focus = ({ target }: FocusEvent) => target.matches(":focus-visible") && turn(true);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what is inside is operated; this has no box and only listens
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click with the keyboard is one too
    <span
      ref={frame}
      className="contents"
      onPointerEnter={enter}
      onPointerLeave={() => turn(false, shown ? GRACE : 0)}
      onPointerDown={() => turn(false)}
      onClick={() => turn(false)}
      onFocus={focus}
      onBlur={() => turn(false)}
    >
      {shown ? cloneElement(children, { "aria-describedby": described(children, id) }) : children}
      {shown && (
        <Words id={id} about={frame.current?.firstElementChild ?? null} onLeave={() => turn(false)}>
          {content}
          {shortcut && <Kbd inverse>{shortcut}</Kbd>}
        </Words>
      )}
    </span>
  );
}

/** Keeps existing `aria-describedby` ids. */
const described = ({ props }: TooltipProps["children"], id: string) =>
  [props["aria-describedby"], id].filter(Boolean).join(" ");

interface WordsProps {
  id: string;
  about: Element | null;
  onLeave: () => void;
  children: ReactNode;
}

/** The tooltip above its element, or below where there is no room; within the window. */
function Words({ id, about, onLeave, children }: WordsProps) {
  const box = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    if (!box.current || !about) return;
    const from = about.getBoundingClientRect();
    const { width, height } = box.current.getBoundingClientRect();
    const middle = from.left + from.width / 2 - width / 2;
    const above = from.top - GAP - height;
    const left = Math.max(EDGE, Math.min(middle, document.documentElement.clientWidth - width - EDGE));
    box.current.style.left = `${left}px`;
    box.current.style.top = `${above >= EDGE ? above : from.bottom + GAP}px`;
  }, [about]);

  useEffect(() => {
    const press = (event: KeyboardEvent) => event.key === "Escape" && onLeave();
    const scroll = (event: Event) =>
      event.target instanceof Node && event.target.contains(about) && onLeave();
    document.addEventListener("keydown", press);
    document.addEventListener("scroll", scroll, { capture: true, passive: true });
    return () => {
      document.removeEventListener("keydown", press);
      document.removeEventListener("scroll", scroll, { capture: true });
    };
  });

  return createPortal(
    <div
      ref={box}
      id={id}
      role="tooltip"
      className="fixed top-0 left-0 z-50 flex w-max max-w-72 animate-appear items-center gap-2 rounded-md bg-ink px-2 py-1 text-xs text-canvas forced-colors:border print:hidden"
    >
      {children}
    </div>,
    document.body,
  );
}
