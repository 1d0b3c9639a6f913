"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";

const EVERY = 2_500;

/** Fetches the page again every few seconds, as long as it is part of it. */
export function Refresh() {
  const router = useRouter();
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") router.refresh();
    }, EVERY);
    return () => clearInterval(timer);
  }, [router]);
  return (
    <p role="status" className="text-sm text-muted">
      Computing… The numbers appear by themselves.
    </p>
  );
}
