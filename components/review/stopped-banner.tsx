"use client";

import { useTranslations } from "@/components/i18n/translations";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { ENDS_BATCH } from "@/lib/review/client/autosave-state";
import type { SaveStatus } from "@/lib/review/client/local-document";

interface StoppedBannerProps {
  status: Extract<SaveStatus, { state: "stopped" }>;
  onResume: () => void;
  onContinue: () => void;
}

const KNOWN = [
  "expired",
  "batch-paused",
  "batch-closed",
  "released",
  "project-archived",
  "already-submitted",
  "skipped",
  "not-found",
  "not-reserved",
] as const;

/** Banner when work cannot continue: why, what is saved, and what to do. */
export function StoppedBanner({ status, onResume, onContinue }: StoppedBannerProps) {
  const t = useTranslations();
  const why = KNOWN.find((known) => known === status.why) ?? "other";
  return (
    <Banner
      live
      tone="danger"
      title={t(`stopped.${why}`)}
      action={
        status.why === "batch-paused" ? (
          <Button size="sm" onClick={onResume}>
            {t("stopped.go-on")}
          </Button>
        ) : ENDS_BATCH.has(status.why) ? (
          <ButtonLink size="sm" href="/annotate">
            {t("queue.title")}
          </ButtonLink>
        ) : (
          <Button size="sm" onClick={onContinue}>
            {t(status.why === "expired" ? "stopped.take-up" : "stopped.next")}
          </Button>
        )
      }
    >
      {t(`stopped.${why}.advice`)}
      {status.unsaved > 0 && ` ${t("stopped.unsaved", { count: status.unsaved })}`}
    </Banner>
  );
}
