import { type KeyboardEvent, useRef } from "react";
import { focusableIn } from "./arrow-focus";

/** Milliseconds after a letter within which the next one continues it. */
const PAUSE = 1000;

/**
 * Handler for the root of a Radix menu, which focuses the line that begins with the typed letters as the key goes down.
 * Radix moves the focus a moment later: in a busy browser, Enter right after a letter would choose the line before.
 */
export function useTypeAhead(): (event: KeyboardEvent<HTMLElement>) => void {
  const typed = useRef({ letters: "", at: 0 });
  return (event) => {
    if (event.key.length !== 1 || event.metaKey || event.ctrlKey || event.altKey) return;
    const isContinued = event.timeStamp - typed.current.at < PAUSE;
    const letters = (isContinued ? typed.current.letters : "") + event.key.toLowerCase();
    // A space that continues nothing chooses the line.
    if (letters === " ") return;
    event.preventDefault();
    typed.current = { letters, at: event.timeStamp };
    const lines = focusableIn(event.currentTarget);
    const from = event.target instanceof HTMLElement ? lines.indexOf(event.target) : -1;
    lineBeginningWith(letters, lines, from)?.focus();
  };
}

/** The next line that begins with the letters; one letter, also repeated, goes from each such line to the next. */
function lineBeginningWith(letters: string, lines: readonly HTMLElement[], from: number) {
  const first = letters.charAt(0);
  const isOne = [...letters].every((letter) => letter === first);
  const start = isOne ? from + 1 : Math.max(from, 0);
  const inOrder = [...lines.slice(start), ...lines.slice(0, start)];
  const words = isOne ? first : letters;
  return inOrder.find((line) => line.textContent.trim().toLowerCase().startsWith(words));
}
