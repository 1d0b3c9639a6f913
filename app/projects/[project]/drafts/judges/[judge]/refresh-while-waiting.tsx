"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useEffect, useEffectEvent, useTransition } from "react";

const EVERY = 2_000;

/** A notice that something is under way; reloads the page's data until it is gone. */
export function RefreshWhileWaiting({ children }: { children: ReactNode }) {
  const router = useRouter();
  const [busy, start] = useTransition();
  const refresh = useEffectEvent(() => start(() => router.refresh()));
  useEffect(() => {
    if (busy) return;
    const timer = setInterval(() => document.visibilityState === "visible" && refresh(), EVERY);
    return () => clearInterval(timer);
  }, [busy]);
  return (
    <p role="status" className="px-4 py-2 text-sm text-muted">
      {children}
    </p>
  );
}
