"use client";

import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Textarea } from "@/components/ui/textarea";
import { MAX_TEXT } from "@/lib/review/schema/codes";
import { useReview } from "./context";

const PAUSE_MS = 800;
const AT_MOST_MS = 5000;

interface AutosavedTextProps {
  label: string;
  /** Initial text; later changes from outside do not overwrite what is being typed. */
  initial: string;
  placeholder?: string;
  /** Called with the text after a pause in typing, and on blur. */
  onSave: (text: string) => void;
  /** Called on Escape or Ctrl/Cmd+Enter: the focus returns to the card. */
  onLeave?: () => void;
  /** Called on Enter once the text is saved; without it, Enter begins a new line. */
  onEnter?: (text: string) => void;
  autoFocus?: boolean;
  describedBy?: string;
  rows?: number;
  maxLength?: number;
  children?: ReactNode;
}

/** A text field that saves while the annotator types. */
export function AutosavedText({
  label,
  initial,
  placeholder,
  onSave,
  onLeave,
  onEnter,
  autoFocus = false,
  describedBy,
  rows = 2,
  maxLength = MAX_TEXT,
}: AutosavedTextProps) {
  const [text, setText] = useState(initial);
  const field = useRef<HTMLTextAreaElement>(null);
  const saved = useRef(initial);
  const latest = useRef(initial);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const since = useRef<number | null>(null);
  const pressed = useRef(false);
  const { leaveText } = useReview();
  const onSaveRef = useRef(onSave);
  onSaveRef.current = onSave;

  function save() {
    clearTimeout(timer.current);
    since.current = null;
    if (latest.current === saved.current) return;
    saved.current = latest.current;
    onSaveRef.current(latest.current);
  }
  const saveRef = useRef(save);
  saveRef.current = save;

  /** Saves, and ends what is undone in one step. */
  function end() {
    saveRef.current();
    leaveText();
  }

  useEffect(() => {
    if (autoFocus) {
      field.current?.focus();
      field.current?.setSelectionRange(field.current.value.length, field.current.value.length);
    }
    const flush = () => saveRef.current();
    const down = () => {
      pressed.current = true;
    };
    const up = () => {
      pressed.current = false;
    };
    window.addEventListener("pointerdown", down, { capture: true });
    window.addEventListener("pointerup", up, { capture: true });
    window.addEventListener("pointercancel", up, { capture: true });
    // Runs before the page's own last flush.
    window.addEventListener("pagehide", flush, { capture: true });
    document.addEventListener("visibilitychange", flush, { capture: true });
    return () => {
      window.removeEventListener("pointerdown", down, { capture: true });
      window.removeEventListener("pointerup", up, { capture: true });
      window.removeEventListener("pointercancel", up, { capture: true });
      window.removeEventListener("pagehide", flush, { capture: true });
      document.removeEventListener("visibilitychange", flush, { capture: true });
      saveRef.current();
    };
  }, [autoFocus]);

  function change(next: string, composing: boolean) {
    setText(next);
    latest.current = next;
    clearTimeout(timer.current);
    // Saving may replace this field, which would interrupt an IME composition.
    if (composing) return;
    since.current ??= Date.now();
    const left = AT_MOST_MS - (Date.now() - since.current);
    timer.current = setTimeout(() => saveRef.current(), Math.max(0, Math.min(PAUSE_MS, left)));
  }

  // Saving may move the page, so it waits until the browser has delivered the click that took the focus. It
  // happens before the click's handler runs, so that operations stay in order.
  function blur() {
    if (!pressed.current) return end();
    let isOver = false;
    const endOnce = () => {
      if (!isOver) end();
      isOver = true;
    };
    window.addEventListener("click", endOnce, { once: true, capture: true });
    const after = () => setTimeout(endOnce, 0);
    window.addEventListener("pointerup", after, { once: true });
    window.addEventListener("pointercancel", after, { once: true });
  }

  function press(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.nativeEvent.isComposing) return;
    const isPlain = !event.shiftKey && !event.altKey && !event.ctrlKey && !event.metaKey;
    if (onEnter && event.key === "Enter" && isPlain) {
      event.preventDefault();
      event.stopPropagation();
      if (event.repeat) return;
      end();
      return onEnter(latest.current);
    }
    const finish = event.key === "Escape" || (event.key === "Enter" && (event.ctrlKey || event.metaKey));
    if (!finish) return;
    event.preventDefault();
    event.stopPropagation();
    end();
    if (onLeave) onLeave();
    else field.current?.closest<HTMLElement>("[data-target]")?.focus();
  }

  return (
    <Textarea
      ref={field}
      aria-label={label}
      aria-describedby={describedBy}
      value={text}
      rows={rows}
      maxLength={maxLength}
      placeholder={placeholder}
      onChange={(event) =>
        change(
          event.target.value,
          "isComposing" in event.nativeEvent && event.nativeEvent.isComposing === true,
        )
      }
      onCompositionEnd={(event) => change(event.currentTarget.value, false)}
      onBlur={blur}
      onKeyDown={press}
      className="min-h-0 w-full"
    />
  );
}
