"use client";

import { Check } from "lucide-react";
import { memo } from "react";
import { useTranslations } from "@/components/i18n/translations";
import type { TextId } from "@/lib/i18n/rules";
import { applies } from "@/lib/review/rules/step-conditions";
import type { StepFrame } from "@/lib/review/schema/stimulus";
import { useReviewState } from "./context";
import { JudgeStepView } from "./judge-step";
import { askStep, labelStep, preferStep, rubricStep } from "./lazy-steps";
import { ItemsOverview } from "./overview";
import { ScoreStepView } from "./score-step";
import { progressIn } from "./store";

/** The steps of the protocol, each with its progress. */
export const ProtocolSteps = memo(function Steps() {
  const t = useTranslations();
  const steps = useReviewState(({ frame }) => frame.steps);
  // Numbers in one string: the same value as long as no step appears or goes.
  const shown = useReviewState(({ frame, document }) =>
    frame.steps.flatMap((step, index) => (applies(frame, document, step) ? [index] : [])).join(" "),
  )
    .split(" ")
    .map(Number);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <ItemsOverview />
      {steps.map(
        (step, index) =>
          shown.includes(index) && (
            <section
              // biome-ignore lint/suspicious/noArrayIndexKey: the steps of a protocol never move
              key={index}
              aria-labelledby={`step-${index}`}
              className="grid grid-cols-[minmax(0,1fr)] gap-3"
            >
              <header className="flex items-baseline justify-between gap-3 border-b pb-1.5">
                <h2 id={`step-${index}`} className="text-lg">
                  {shown.length > 1 && <span className="text-muted">{shown.indexOf(index) + 1} · </span>}
                  {t(titleOf(step))}
                </h2>
                <StepCount place={index} />
              </header>
              <Step step={step} place={index} />
            </section>
          ),
      )}
    </div>
  );
});

function StepCount({ place }: { place: number }) {
  const t = useTranslations();
  const done = useReviewState(({ frame, document }) => progressIn(frame, document).steps[place]?.done ?? 0);
  const total = useReviewState(({ frame, document }) => progressIn(frame, document).steps[place]?.total ?? 0);
  // Nothing is required of a step that is optional.
  if (total === 0) return null;
  return (
    <span className="flex items-center gap-1 text-sm text-muted tabular-nums">
      {done === total && <Check aria-hidden="true" className="size-3.5 text-positive" />}
      {t("ui.some-of", { done, total })}
    </span>
  );
}

function Step({ step, place }: { step: StepFrame; place: number }) {
  const RubricStep = rubricStep.loaded();
  const PreferStep = preferStep.loaded();
  const LabelStep = labelStep.loaded();
  const AskStep = askStep.loaded();
  switch (step.type) {
    case "rubric":
      return RubricStep && <RubricStep step={step} place={place} />;
    case "judge":
      return <JudgeStepView step={step} />;
    case "score":
      return <ScoreStepView step={step} />;
    case "prefer":
      return PreferStep && <PreferStep step={step} />;
    case "label":
      return LabelStep && <LabelStep step={step} />;
    case "ask":
      return AskStep && <AskStep step={step} />;
  }
}

function titleOf(step: StepFrame): TextId & `step.${string}` {
  switch (step.type) {
    case "rubric":
      if (step.rubrics.some(({ isInstance }) => isInstance)) return "step.instance-review";
      return step.exposure === "none" ? `step.${step.kind}-writing` : `step.${step.kind}-review`;
    case "judge":
      return step.kind === "checklist" ? "step.checklist-answers" : "step.criteria-scores";
    case "score":
      return "step.score";
    case "prefer":
      return "step.prefer";
    case "label":
      if (step.about === "matches") return "step.match";
      if (step.about === "response") return "step.label-response";
      return step.about === "task" ? "step.label-task" : "step.label-items";
    case "ask":
      return "step.ask";
  }
}
