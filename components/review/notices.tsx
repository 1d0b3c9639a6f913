"use client";

import { useTranslations } from "@/components/i18n/translations";
import { afterPaint } from "@/components/ui/after-paint";
import { Banner } from "@/components/ui/banner";
import { OnDemand, onDemand } from "@/components/ui/on-demand";
import type { Autosave } from "@/lib/review/client/autosave";
import type { Op } from "@/lib/review/schema/operation";
import { showConflicts } from "./scroll-to-conflicts";
import { useAutosave } from "./use-autosave";

// Loaded on demand, because it is rarely needed.
const conflictsPart = onDemand(() => import("./conflicts").then((module) => module.Conflicts));
const stoppedPart = onDemand(() => import("./stopped-banner").then((module) => module.StoppedBanner));

interface NoticesProps {
  sync: Autosave;
  readOnly: boolean;
  /** The batch is open again, as far as the annotator knows. */
  onResume: () => void;
  onContinue: () => void;
  /** The annotator has chosen between the last two versions; `mine` was this window's. */
  onResolved: (mine: Op) => void;
}

/** Notices between the work and the server: stopped, refused, open in another tab, conflicts. */
export function Notices({ sync, readOnly, onResume, onContinue, onResolved }: NoticesProps) {
  const t = useTranslations();
  const stopped = useAutosave(sync, ({ status }) => (status.state === "stopped" ? status : null));
  const refused = useAutosave(sync, ({ refused }) => refused);
  const elsewhere = useAutosave(sync, ({ elsewhere }) => elsewhere);
  const conflicts = useAutosave(sync, ({ session }) => session.conflicts);
  const frame = useAutosave(sync, ({ session }) => session.frame);
  return (
    <>
      <OnDemand part={stoppedPart} open={stopped !== null}>
        {(StoppedBanner) =>
          stopped && <StoppedBanner status={stopped} onResume={onResume} onContinue={onContinue} />
        }
      </OnDemand>
      {refused > 0 && (
        <Banner live tone="warning" title={t("save.refused")}>
          {t("save.refused.advice")}
        </Banner>
      )}
      {elsewhere && !readOnly && !stopped && (
        <Banner live title={t("save.elsewhere")}>
          {t("save.elsewhere.advice")}
        </Banner>
      )}
      <OnDemand part={conflictsPart} open={conflicts.length > 0}>
        {(Conflicts) => (
          <Conflicts
            frame={frame}
            conflicts={conflicts}
            onResolve={(conflict, choice) => {
              sync.resolveConflict(conflict, choice);
              if (sync.snapshot().session.conflicts.length > 0) afterPaint(showConflicts);
              else onResolved(conflict.mine);
            }}
          />
        )}
      </OnDemand>
    </>
  );
}
