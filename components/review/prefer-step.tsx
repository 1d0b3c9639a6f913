"use client";

import clsx from "clsx";
import { useTranslations } from "@/components/i18n/translations";
import { PREFERENCE } from "@/lib/judgement/schema/units";
import type { StepFrame } from "@/lib/review/schema/stimulus";
import { useIsWaiting, useItem, useReadOnly, useReview } from "./context";
import { KeyBadge } from "./key-badge";
import { type Preference, preferenceOptions } from "./preference-options";
import { TargetBox } from "./target-box";
import { answerTarget } from "./targets";
import { useBesideDrafts } from "./use-draft-parts";
import { useExplanation } from "./use-explanation";

const id = answerTarget(PREFERENCE);

type PreferStep = Extract<StepFrame, { type: "prefer" }>;

/** Prefer step: which of the two responses is better. */
export function PreferStepView({ step }: { step: PreferStep }) {
  const t = useTranslations();
  const readOnly = useReadOnly();
  const drafts = useBesideDrafts();
  const Explanation = useExplanation();
  const { answer, revealed } = useItem(PREFERENCE);
  const isWaiting = useIsWaiting(PREFERENCE);
  const your = t(revealed ? "prefer.yours.final" : "prefer.yours");
  return (
    <div data-group="" className="grid gap-3">
      <p dir="auto" className="font-medium">
        {step.question}
      </p>
      {drafts && <drafts.InitialValue item={PREFERENCE} word="preference" />}
      {step.draft?.isMirrored && <p className="text-sm text-muted">{t("prefer.mirrored")}</p>}
      {drafts && <drafts.DraftLines item={PREFERENCE} name={t("prefer.name")} draft={step.draft} />}
      <TargetBox id={id} label={your} className="p-0.5">
        <fieldset disabled={readOnly || isWaiting} className="@container min-w-0">
          <legend className="sr-only">{your}</legend>
          <div
            className={clsx(
              "grid gap-1.5",
              step.form === "five-point" ? "@md:grid-cols-5" : "@xs:grid-cols-2",
            )}
          >
            {preferenceOptions(step.form).map(({ value, key }) => (
              <PreferenceButton
                key={value}
                value={value}
                digit={key}
                form={step.form}
                isChosen={value === answer}
              />
            ))}
          </div>
        </fieldset>
        {drafts && <drafts.ValueReason item={PREFERENCE} target={id} about={your} />}
      </TargetBox>
      {Explanation && <Explanation item={PREFERENCE} name={t("prefer.name")} />}
      {drafts && <drafts.RevealUnit item={PREFERENCE} name={t("prefer.name")} target={id} />}
    </div>
  );
}

interface PreferenceButtonProps {
  value: Preference["value"];
  digit: string;
  form: PreferStep["form"];
  isChosen: boolean;
}

function PreferenceButton({ value, digit, form, isChosen }: PreferenceButtonProps) {
  const t = useTranslations();
  const { perform, advance } = useReview();
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={() => {
        if (!isChosen) perform({ type: "prefer", value });
        advance(id);
      }}
      className={clsx(
        "flex min-h-11 items-center gap-2 rounded-md border px-2.5 py-1.5 text-sm font-medium",
        "hover:transition-colors disabled:cursor-default disabled:opacity-50",
        form === "five-point" && "@md:flex-col @md:items-start @md:gap-1 @md:px-2",
        isChosen
          ? "border-accent bg-accent text-on-accent"
          : "border-control/70 bg-surface text-ink hover:border-control hover:bg-hover",
      )}
    >
      <span className="min-w-0 flex-1 text-start">{t(`prefer.${value}`)}</span>
      <KeyBadge resting="outside-focus">{digit}</KeyBadge>
    </button>
  );
}
