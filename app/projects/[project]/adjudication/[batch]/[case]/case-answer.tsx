"use client";

import { useTranslations } from "@/components/i18n/translations";
import { AnswerButtons, type AnswerValue } from "@/components/review/answer-buttons";
import { ChoiceButton } from "@/components/review/choice-button";
import { withLabel } from "@/components/review/multiple-choice";
import { preferenceOptions } from "@/components/review/preference-options";
import type { CaseScale } from "@/lib/adjudication/schema";
import type { Translate } from "@/lib/i18n/rules";
import type { VotedValue } from "@/lib/judgement/schema/votes";

interface CaseAnswerProps {
  legend: string;
  scale: CaseScale;
  value: VotedValue | null;
  onAnswer: (value: VotedValue | null) => void;
  disabled: boolean;
}

/** The values that a case can be decided with: of a scale, a preference, or labels. */
export function CaseAnswer({ scale, value, onAnswer, ...shown }: CaseAnswerProps) {
  const t = useTranslations();
  if (scale.type === "five-point" || scale.type === "forced-choice")
    return (
      <Options
        {...shown}
        options={preferenceOptions(scale.type).map((option) => ({
          digit: option.key,
          label: t(`prefer.${option.value}`),
          isChosen: option.value === value,
          onChoose: () => onAnswer(option.value),
        }))}
      />
    );
  if (scale.type === "labels") {
    const chosen = typeof value === "object" ? value : null;
    return <LabelOptions shown={shown} scale={scale} chosen={chosen} onAnswer={onAnswer} t={t} />;
  }
  const plain: AnswerValue | null = typeof value === "object" ? null : value;
  return (
    <AnswerButtons {...shown} scale={scale} value={plain} onAnswer={(next) => onAnswer(next as VotedValue)} />
  );
}

interface LabelOptionsProps {
  shown: Pick<CaseAnswerProps, "legend" | "disabled">;
  scale: Extract<CaseScale, { type: "labels" }>;
  chosen: readonly string[] | null;
  onAnswer: (value: VotedValue | null) => void;
  t: Translate;
}

/** Labels to choose, with their digits. */
function LabelOptions({ shown, scale, chosen, onAnswer, t }: LabelOptionsProps) {
  return (
    <Options
      {...shown}
      options={[
        ...scale.labels.map(({ name, hint }, at) => ({
          digit: at < 9 ? String(at + 1) : null,
          label: name,
          hint,
          isChosen: chosen?.includes(name) ?? false,
          onChoose: () => onAnswer(withLabel(scale, chosen, name)),
        })),
        ...(scale.none
          ? [
              {
                digit: "0",
                label: t("label.none"),
                isChosen: chosen?.length === 0,
                onChoose: () => onAnswer([]),
              },
            ]
          : []),
      ]}
    />
  );
}

/** The value of a digit on a scale: the option that the digit stands on; undefined for none. */
export function valueOfDigit(
  scale: CaseScale,
  value: VotedValue | null,
  digit: number,
): VotedValue | null | undefined {
  if (scale.type === "five-point" || scale.type === "forced-choice")
    return preferenceOptions(scale.type).find(({ key }) => key === String(digit))?.value;
  if (scale.type !== "labels") return undefined;
  if (digit === 0) return scale.none ? [] : undefined;
  const name = scale.labels[digit - 1]?.name;
  return name === undefined ? undefined : withLabel(scale, typeof value === "object" ? value : null, name);
}

interface Option {
  digit: string | null;
  label: string;
  hint?: string;
  isChosen: boolean;
  onChoose: () => void;
}

function Options({
  legend,
  disabled,
  options,
}: {
  legend: string;
  disabled: boolean;
  options: readonly Option[];
}) {
  return (
    <fieldset disabled={disabled} className="flex min-w-0 flex-wrap gap-1.5">
      <legend className="sr-only">{legend}</legend>
      {options.map(({ digit, label, hint, isChosen, onChoose }) => (
        <ChoiceButton key={label} isChosen={isChosen} digit={digit} hint={hint} onClick={onChoose}>
          {label}
        </ChoiceButton>
      ))}
    </fieldset>
  );
}
