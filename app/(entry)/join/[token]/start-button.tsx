"use client";

import { useState } from "react";
import { useErrorWords } from "@/components/i18n/errors";
import { useI18n } from "@/components/i18n/translations";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { callApi } from "@/lib/http/client";
import { useRequest } from "@/lib/http/use-request";
import type { Join } from "@/lib/participation/schema";
import { claimNext } from "@/lib/review/client/claim-next";

/** Consents, then opens the first assignment, or the one still in progress. */
export function StartButton({ join }: { join: Join }) {
  const { t, language } = useI18n();
  const errorWords = useErrorWords();
  const { busy, error, send } = useRequest();
  const [opening, setOpening] = useState(false);

  async function start() {
    const joined = await send(() =>
      callApi<{ batch: string }>("POST", "/api/v1/join", { ...join, language }),
    );
    if (!joined) return;
    setOpening(true);
    const claim = await claimNext(joined.batch);
    const claimed = claim.ok && claim.value.status === "claimed" ? claim.value.assignment.id : null;
    // For every other outcome that page shows the participant's state.
    window.location.assign(claimed ? `/annotate/${claimed}` : "/annotate");
  }

  return (
    <div className="grid gap-4">
      {error && <Banner tone="danger" title={errorWords(error)} live />}
      <Button variant="primary" size="lg" busy={busy || opening} onClick={start}>
        {t("join.start")}
      </Button>
    </div>
  );
}
