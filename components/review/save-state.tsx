"use client";

import { Check, CloudOff, LoaderCircle, TriangleAlert } from "lucide-react";
import { useI18n, useTranslations } from "@/components/i18n/translations";
import { Button } from "@/components/ui/button";
import { formatTime } from "@/components/ui/format";
import { LANGUAGES } from "@/lib/i18n/rules";
import type { AssignmentQueueState } from "@/lib/review/client/assignment-queue";
import type { SaveStatus } from "@/lib/review/client/local-document";
import { showConflicts } from "./scroll-to-conflicts";

/** Save state. "Saved" is shown only after the server has confirmed. */
export function SaveState({ status, quiet = false }: { status: SaveStatus; quiet?: boolean }) {
  const { language, t } = useI18n();
  const time = (at: string) => formatTime(new Date(at), undefined, LANGUAGES[language].locale);
  return (
    <output aria-live="polite" className="inline-flex items-center gap-1.5 text-sm text-muted tabular-nums">
      {status.state === "saved" && (
        <>
          <Check aria-hidden="true" className="size-3.5 text-positive" />
          {status.at ? (
            t("save.saved", { time: time(status.at) })
          ) : (
            // Before the first save, only screen readers get this text while the previous assignment's
            // submission is reported.
            <span className={quiet ? "sr-only" : "max-sm:sr-only"}>{t("save.nothing")}</span>
          )}
        </>
      )}
      {/* The icon does not turn: a save is over before an animation would begin, and an animation makes the browser
          compute styles for each frame. */}
      {(status.state === "saving" || status.state === "unsaved") && (
        <>
          <LoaderCircle aria-hidden="true" className="size-3.5" />
          {t(status.state === "saving" ? "save.saving" : "save.editing")}
        </>
      )}
      {status.state === "offline" && (
        <span className="inline-flex items-center gap-1.5 font-medium text-warning">
          <CloudOff aria-hidden="true" className="size-3.5" />
          {t("save.offline", { count: status.unsaved })}
        </span>
      )}
      {status.state === "stopped" && (
        <span className="inline-flex items-center gap-1.5 font-medium text-danger">
          <TriangleAlert aria-hidden="true" className="size-3.5" />
          {status.unsaved > 0 ? t("save.unsaved", { count: status.unsaved }) : t("save.closed")}
        </span>
      )}
    </output>
  );
}

/**
 * Conflict between two windows; nothing counts as saved until the annotator has chosen. Links to the choice.
 */
export function ConflictState({ count }: { count: number }) {
  const t = useTranslations();
  return (
    <output aria-live="polite">
      <Button size="sm" onClick={showConflicts} className="text-warning">
        <TriangleAlert aria-hidden="true" />
        {t("conflict.waits", { count })}
      </Button>
    </output>
  );
}

/** The previous assignment being submitted: "Submitted" is shown once the server has confirmed. */
export function PreviousSubmissionState({ state }: { state: AssignmentQueueState["previousSubmission"] }) {
  const t = useTranslations();
  return (
    <output aria-live="polite" className="inline-flex items-center gap-1.5 text-sm text-muted">
      {state === "sending" && t("save.submitting")}
      {state === "offline" && (
        <span className="inline-flex items-center gap-1.5 font-medium text-warning">
          <CloudOff aria-hidden="true" className="size-3.5" />
          {t("save.not-submitted")}
        </span>
      )}
    </output>
  );
}
