"use client";

import { Check } from "lucide-react";
import { useSay } from "@/components/language/speech";
import type { TextId } from "@/lib/language/rules";
import { progress } from "@/lib/review/rules/complete";
import type { StepFrame } from "@/lib/review/schema";
import { AskStep } from "./ask-step";
import { useReview } from "./context";
import { JudgeStep } from "./judge-step";
import { labelStep, preferStep, rubricStep } from "./parts";
import { ScoreStep } from "./score-step";

/** The protocol from top to bottom, each step with how far it is. */
export function Steps() {
  const say = useSay();
  const { frame, document } = useReview();
  const { steps } = progress(frame, document);
  return (
    <div className="grid gap-6">
      {frame.steps.map((step, index) => {
        const count = steps[index] ?? { done: 0, total: 0 };
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the steps of a protocol never move
          <section key={index} aria-labelledby={`step-${index}`} className="grid gap-3">
            <header className="flex items-baseline justify-between gap-3 border-b pb-1.5">
              <h2 id={`step-${index}`} className="text-lg">
                {frame.steps.length > 1 && <span className="text-muted">{index + 1} · </span>}
                {say(titleOf(step))}
              </h2>
              <span className="flex items-center gap-1 text-sm text-muted tabular-nums">
                {count.done === count.total && count.total > 0 && (
                  <Check aria-hidden="true" className="size-3.5 text-positive" />
                )}
                {say("ui.some-of", { done: count.done, total: count.total })}
              </span>
            </header>
            <Step step={step} place={index} />
          </section>
        );
      })}
    </div>
  );
}

function Step({ step, place }: { step: StepFrame; place: number }) {
  const RubricStep = rubricStep.loaded();
  const PreferStep = preferStep.loaded();
  const LabelStep = labelStep.loaded();
  switch (step.type) {
    case "rubric":
      return RubricStep && <RubricStep step={step} place={place} />;
    case "judge":
      return <JudgeStep step={step} />;
    case "score":
      return <ScoreStep step={step} />;
    case "prefer":
      return PreferStep && <PreferStep step={step} />;
    case "label":
      return LabelStep && <LabelStep step={step} />;
    case "ask":
      return <AskStep step={step} />;
  }
}

function titleOf(step: StepFrame): TextId & `step.${string}` {
  switch (step.type) {
    case "rubric":
      return step.exposure === "none" ? `step.${step.kind}-writing` : `step.${step.kind}-review`;
    case "judge":
      return step.kind === "checklist" ? "step.checklist-answers" : "step.criteria-scores";
    case "score":
      return "step.score";
    case "prefer":
      return "step.prefer";
    case "label":
      if (step.about === "matches") return "step.match";
      return step.about === "task" ? "step.label-task" : "step.label-items";
    case "ask":
      return "step.ask";
  }
}
