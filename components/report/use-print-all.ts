"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { useShownReport } from "./report-sections";
import type { SectionStore } from "./section-store";

/**
 * Prints the page with every section, fetching sections that have not been in sight; the browser's keys for printing
 * do the same. If pressed again during that, they print the sections that are loaded.
 */
export function usePrintAll(): { print: () => void; isPreparing: boolean } {
  const { store } = useShownReport();
  const [isPreparing, setPreparing] = useState(false);
  const shown = useRef<SectionStore | null>(null);
  useEffect(() => {
    shown.current = store;
    return () => {
      shown.current = null;
    };
  }, [store]);
  const print = useCallback(async () => {
    setPreparing(true);
    let loaded: SectionStore | null;
    // Again if newer numbers have taken the place of those that were loaded.
    do {
      loaded = shown.current;
      await loaded?.loadAll();
    } while (loaded !== shown.current);
    setPreparing(false);
    // After the sections are on the page, unless the reader has left it.
    if (loaded) requestAnimationFrame(() => requestAnimationFrame(() => window.print()));
  }, []);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isPrint =
        (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key === "p";
      if (!isPrint || isPreparing) return;
      event.preventDefault();
      void print();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [print, isPreparing]);
  return { print: () => void print(), isPreparing };
}
