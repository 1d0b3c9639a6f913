"use client";

import type { ReactNode } from "react";
import { useTranslations } from "@/components/i18n/translations";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import type { AssignmentView } from "@/lib/review/schema";
import { GuidelinesProvider } from "./item-guideline";
import { ProtocolSteps } from "./steps";

interface WorkPaneProps {
  guidelines: AssignmentView["guidelines"];
  notices: ReactNode;
  /** Error message of the failed submission. */
  failure: string | null;
  onTryAgain: () => void;
  /** Absent where the assignment is read-only. */
  submitBar: ReactNode;
}

/** Right pane of the workbench: the steps, and the bar to submit. */
export function WorkPane({ guidelines, notices, failure, onTryAgain, submitBar }: WorkPaneProps) {
  const t = useTranslations();
  return (
    <div className="flex min-h-full flex-col bg-surface">
      <div className="grid flex-1 grid-cols-[minmax(0,1fr)] content-start gap-4 p-4 sm:p-5">
        {notices}
        {failure && (
          <Banner
            live
            tone="danger"
            title={failure}
            action={
              <Button size="sm" onClick={onTryAgain}>
                {t("ui.try-again")}
              </Button>
            }
          />
        )}
        <GuidelinesProvider value={guidelines}>
          <ProtocolSteps />
        </GuidelinesProvider>
      </div>
      {submitBar}
    </div>
  );
}
