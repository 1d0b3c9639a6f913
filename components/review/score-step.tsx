"use client";

import { Lock } from "lucide-react";
import { useTranslations } from "@/components/i18n/translations";
import { OVERALL } from "@/lib/judgement/schema/units";
import { isOpen } from "@/lib/review/rules/reveal";
import type { StepFrame } from "@/lib/review/schema/stimulus";
import { AnswerButtons } from "./answer-buttons";
import { useIsWaiting, useItem, useReadOnly, useReview, useReviewState } from "./context";
import { TargetBox } from "./target-box";
import { scoreTarget } from "./targets";
import { useBesideDrafts } from "./use-draft-parts";
import { useExplanation } from "./use-explanation";

/** Score step: one score for the response as a whole. May be locked until every item is answered. */
export function ScoreStepView({ step }: { step: Extract<StepFrame, { type: "score" }> }) {
  const t = useTranslations();
  const { perform, advance } = useReview();
  const readOnly = useReadOnly();
  const drafts = useBesideDrafts();
  const Explanation = useExplanation();
  const open = useReviewState(({ frame, document }) => isOpen(frame, document, step));
  const isWaiting = useIsWaiting(OVERALL);
  const score = useReviewState(({ document }) => document.score);
  const your = t(useItem(OVERALL).revealed ? "score.yours.final" : "score.yours");
  return (
    <div data-group="" className="grid gap-3">
      <p dir="auto" className="font-medium">
        {step.question}
      </p>
      {open ? (
        <>
          {drafts && <drafts.InitialValue item={OVERALL} word="score" />}
          {drafts && <drafts.DraftLines item={OVERALL} name={t("score.overall")} draft={step.draft} />}
          <TargetBox id={scoreTarget} label={your} className="@container p-0.5">
            <AnswerButtons
              legend={your}
              scale={step.scale}
              value={score}
              disabled={readOnly || isWaiting}
              onAnswer={(value) => {
                perform({ type: "score", value: value as number });
                advance(scoreTarget);
              }}
            />
            {drafts && <drafts.ValueReason item={OVERALL} target={scoreTarget} about={your} />}
          </TargetBox>
          {Explanation && <Explanation item={OVERALL} name={t("score.overall")} />}
          {drafts && <drafts.RevealUnit item={OVERALL} name={t("score.overall")} target={scoreTarget} />}
        </>
      ) : (
        <p className="flex items-center gap-2 text-sm text-muted">
          <Lock aria-hidden="true" className="size-4" />
          {t("score.closed")}
        </p>
      )}
    </div>
  );
}
