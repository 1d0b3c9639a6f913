"use client";

import clsx from "clsx";
import { questionAnswer } from "@/lib/review/rules/selectors";
import type { StepFrame } from "@/lib/review/schema/stimulus";
import { useIsFocused, useReadOnly, useReview, useReviewState } from "./context";
import { KeyBadge } from "./key-badge";
import { TargetBox } from "./target-box";
import { askTarget } from "./targets";

/** A multiple-choice question about the task or the work. */
export function AskStepView({ step }: { step: Extract<StepFrame, { type: "ask" }> }) {
  const { perform, advance } = useReview();
  const readOnly = useReadOnly();
  const chosen = useReviewState(({ document }) => questionAnswer(document, step.id));
  const id = askTarget(step.id);
  const isFocused = useIsFocused(id);
  return (
    <TargetBox id={id} label={step.question} className="grid gap-3 p-0.5">
      <p dir="auto" className="font-medium">
        {step.question}
      </p>
      <fieldset disabled={readOnly} className="flex flex-wrap gap-1.5">
        <legend className="sr-only">{step.question}</legend>
        {step.options.map((option, index) => (
          <button
            key={option.value}
            type="button"
            aria-pressed={option.value === chosen}
            onClick={() => {
              if (option.value !== chosen) perform({ type: "ask", question: step.id, value: option.value });
              advance(id);
            }}
            className={clsx(
              "inline-flex min-h-8 items-center gap-1.5 rounded-md border px-3 py-1 text-sm font-medium transition-colors max-sm:min-h-11",
              option.value === chosen
                ? "border-accent bg-accent text-on-accent"
                : "border-control/70 bg-surface text-ink hover:border-control hover:bg-hover",
            )}
          >
            <bdi>{option.label}</bdi>
            <KeyBadge resting={!isFocused}>{String(index + 1)}</KeyBadge>
          </button>
        ))}
      </fieldset>
    </TargetBox>
  );
}
