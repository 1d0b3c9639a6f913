"use client";

import { Lock } from "lucide-react";
import { OVERALL } from "@/lib/dataset/schema";
import { indexOf, itemState } from "@/lib/review/rules/read";
import { isAwaited, isOpen } from "@/lib/review/rules/reveal";
import type { StepFrame } from "@/lib/review/schema";
import { AnswerButtons } from "./answer-buttons";
import { useReview } from "./context";
import { DraftLines } from "./draft-lines";
import { InitialValue, RevealUnit } from "./reveal";
import { TargetBox } from "./target-box";
import { scoreTarget } from "./targets";

/** One score for the response as a whole. It may stay closed until every item is answered. */
export function ScoreStep({ step }: { step: Extract<StepFrame, { type: "score" }> }) {
  const { frame, document, perform, focused, readOnly } = useReview();
  const open = isOpen(frame, document, step);
  const unit = indexOf(frame).units.get(OVERALL);
  const isWaiting = unit !== undefined && isAwaited(document, unit);
  const your = itemState(document, OVERALL).revealed ? "Your final overall score" : "Your overall score";
  return (
    <div className="grid gap-3">
      <p dir="auto" className="font-medium">
        {step.question}
      </p>
      {open ? (
        <>
          <InitialValue item={OVERALL} word="score" />
          <DraftLines item={OVERALL} name="the overall score" draft={step.draft} />
          <TargetBox id={scoreTarget} label={your} className="p-0.5">
            <AnswerButtons
              legend={your}
              scale={step.scale}
              value={document.score}
              disabled={readOnly || isWaiting}
              showKeys={focused === scoreTarget}
              onAnswer={(value) => perform({ type: "score", value: value as number | null })}
            />
          </TargetBox>
          <RevealUnit item={OVERALL} name="the overall score" showKey={focused === scoreTarget} />
        </>
      ) : (
        <p className="flex items-center gap-2 text-sm text-muted">
          <Lock aria-hidden="true" className="size-4" />
          Opens when every item above is answered.
        </p>
      )}
    </div>
  );
}
