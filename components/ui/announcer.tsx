"use client";

import { createContext, type ReactNode, useCallback, useContext, useState } from "react";

const AnnounceContext = createContext<(message: string) => void>(() => {});

/** Announces a message to screen readers: "3 rows left after filtering". */
export function useAnnounce(): (message: string) => void {
  return useContext(AnnounceContext);
}

/** The one polite live region of the page. */
export function Announcer({ children }: { children: ReactNode }) {
  const [{ message, count }, setAnnouncement] = useState({ message: "", count: 0 });
  const announce = useCallback(
    (next: string) => setAnnouncement((before) => ({ message: next, count: before.count + 1 })),
    [],
  );
  return (
    <AnnounceContext value={announce}>
      {children}
      <div aria-live="polite" className="sr-only">
        {/* A new element each time, so that a repeated message is announced again. */}
        <span key={count}>{message}</span>
      </div>
    </AnnounceContext>
  );
}
