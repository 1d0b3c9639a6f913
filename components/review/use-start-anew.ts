"use client";

import { useEffect, useRef, useState } from "react";

/**
 * For a field that shows the typed text, not the document: the key under which it starts anew when undo or another
 * window changes the text, and what to call with each text before it is saved.
 */
export function useStartAnew(text: string): { key: number; keep: (saved: string) => void } {
  const saved = useRef(text);
  const [key, setKey] = useState(0);
  useEffect(() => {
    if (text === saved.current) return;
    saved.current = text;
    setKey((before) => before + 1);
  }, [text]);
  return {
    key,
    keep: (next) => {
      saved.current = next;
    },
  };
}
