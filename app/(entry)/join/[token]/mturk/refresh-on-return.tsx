"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { useTranslations } from "@/components/i18n/translations";
import { Button } from "@/components/ui/button";

/** Loads the page's data again when its tab is shown again, and with a button. */
export function RefreshOnReturn() {
  const t = useTranslations();
  const router = useRouter();
  useEffect(() => {
    const refresh = () => document.visibilityState === "visible" && router.refresh();
    document.addEventListener("visibilitychange", refresh);
    return () => document.removeEventListener("visibilitychange", refresh);
  }, [router]);
  return (
    <Button size="sm" onClick={() => router.refresh()}>
      {t("mturk.check")}
    </Button>
  );
}
