"use client";

import { useRouter } from "next/navigation";
import { useEffect, useTransition } from "react";

const EVERY = 2_500;

/** Reloads the page every few seconds while mounted. */
export function Refresh() {
  const router = useRouter();
  const [busy, start] = useTransition();
  useEffect(() => {
    // On a slow connection one refresh is awaited before the next.
    if (busy) return;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") start(() => router.refresh());
    }, EVERY);
    return () => clearInterval(timer);
  }, [router, busy]);
  return (
    <p role="status" className="text-sm text-muted">
      Computing… The numbers appear by themselves.
    </p>
  );
}
