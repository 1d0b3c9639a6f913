"use client";

import clsx from "clsx";
import { Check } from "lucide-react";
import { useTranslations } from "@/components/i18n/translations";
import { questionAnswer } from "@/lib/review/rules/selectors";
import type { StepFrame } from "@/lib/review/schema/stimulus";
import { NumberAnswer, TextAnswer } from "./ask-field";
import { useReadOnly, useReview, useReviewState } from "./context";
import { KeyBadge } from "./key-badge";
import { withOption } from "./multiple-choice";
import { TargetBox } from "./target-box";
import { askTarget } from "./targets";

type AskStepFrame = Extract<StepFrame, { type: "ask" }>;

/** A question about the response, the task or the work. */
export function AskStepView({ step }: { step: AskStepFrame }) {
  const t = useTranslations();
  return (
    <TargetBox id={askTarget(step.id)} label={step.question} className="grid gap-3 p-0.5">
      <p dir="auto" className="font-medium">
        {step.question}
        {step.optional && <span className="ps-2 text-sm font-normal text-muted">{t("ask.optional")}</span>}
      </p>
      <Answers step={step} />
    </TargetBox>
  );
}

function Answers({ step }: { step: AskStepFrame }) {
  if (step.form === "number") return <NumberAnswer step={step} />;
  if (step.form === "text") return <TextAnswer step={step} />;
  return <Options step={step} />;
}

/** The options as buttons: one can be chosen, or any number of them. */
function Options({ step }: { step: AskStepFrame }) {
  const t = useTranslations();
  const { perform, advance } = useReview();
  const readOnly = useReadOnly();
  const answer = useReviewState(({ document }) => questionAnswer(document, step.id));
  const id = askTarget(step.id);
  const isSeveral = step.form === "several";
  const isChosen = (value: string) => (Array.isArray(answer) ? answer.includes(value) : value === answer);
  return (
    <fieldset disabled={readOnly} className="flex min-w-0 flex-wrap gap-1.5">
      <legend className={isSeveral ? "pb-1.5 text-sm text-muted" : "sr-only"}>
        {isSeveral ? t("ask.several") : step.question}
      </legend>
      {step.options.map(({ value, label }, index) => (
        <button
          key={value}
          type="button"
          aria-pressed={isChosen(value)}
          onClick={() => {
            const next = withOption(step, answer, value);
            if (next !== answer) perform({ type: "ask", question: step.id, value: next });
            // With several answers the annotator moves on explicitly.
            if (!isSeveral) advance(id);
          }}
          className={clsx(
            "inline-flex min-h-8 items-center gap-1.5 rounded-md border px-3 py-1 text-start text-sm font-medium hover:transition-colors max-sm:min-h-11",
            isChosen(value)
              ? "border-accent bg-accent text-on-accent"
              : "border-control/70 bg-surface text-ink hover:border-control hover:bg-hover",
          )}
        >
          {isSeveral && isChosen(value) && <Check aria-hidden="true" className="size-3.5 shrink-0" />}
          <bdi className="min-w-0 wrap-anywhere">{label}</bdi>
          <KeyBadge resting="outside-focus">{String(index + 1)}</KeyBadge>
        </button>
      ))}
    </fieldset>
  );
}
