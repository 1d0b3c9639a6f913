"use client";

import { useRouter } from "next/navigation";
import { useEffect, useTransition } from "react";

const EVERY = 2_500;

/** Fetches the page again every few seconds, as long as it is part of it. */
export function Refresh() {
  const router = useRouter();
  const [busy, start] = useTransition();
  useEffect(() => {
    // On a slow line one refresh is waited for before the next.
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
