"use client";

import { Lock } from "lucide-react";
import { OVERALL } from "@/lib/dataset/schema";
import type { StepFrame } from "@/lib/review/schema";
import { AnswerButtons } from "./answer-buttons";
import { useReview } from "./context";
import { DraftLines } from "./draft-lines";
import { TargetBox } from "./target-box";
import { isStepOpen, scoreTarget } from "./targets";

/** One score for the response as a whole. It may stay closed until every item is answered. */
export function ScoreStep({ step }: { step: Extract<StepFrame, { type: "score" }> }) {
  const { frame, document, confirmed, perform, focused, readOnly } = useReview();
  const open = isStepOpen(frame, document, confirmed, step);
  return (
    <div className="grid gap-3">
      <p dir="auto" className="font-medium">
        {step.question}
      </p>
      {open ? (
        <>
          <DraftLines item={OVERALL} name="the overall score" draft={step.draft} />
          <TargetBox id={scoreTarget} label="Your overall score" className="p-0.5">
            <AnswerButtons
              legend="Your overall score"
              scale={step.scale}
              value={document.score}
              disabled={readOnly}
              showKeys={focused === scoreTarget}
              onAnswer={(value) => perform({ type: "score", value: value as number | null })}
            />
          </TargetBox>
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
