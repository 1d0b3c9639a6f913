"use client";

import { RefreshCw } from "lucide-react";
import { useRouter } from "next/navigation";
import { useEffect, useTransition } from "react";
import { Button } from "@/components/ui/button";
import { Time } from "@/components/ui/time";

const EVERY = 15_000;

/** Keeps the page up to date while somebody looks at it, and says as of when it is. */
export function Live({ at }: { at: string }) {
  const router = useRouter();
  const [busy, start] = useTransition();

  useEffect(() => {
    const refresh = () => {
      if (document.visibilityState === "visible") start(() => router.refresh());
    };
    const timer = setInterval(refresh, EVERY);
    document.addEventListener("visibilitychange", refresh);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", refresh);
    };
  }, [router]);

  return (
    <p className="flex items-center justify-between gap-2 text-xs text-muted">
      <span>
        Updated <Time at={at} show="time" />
      </span>
      <Button size="sm" variant="quiet" busy={busy} onClick={() => start(() => router.refresh())}>
        <RefreshCw aria-hidden="true" />
        Refresh
      </Button>
    </p>
  );
}
