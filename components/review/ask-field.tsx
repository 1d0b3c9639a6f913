"use client";

import { useEffect, useId, useRef, useState } from "react";
import { useTranslations } from "@/components/i18n/translations";
import { Input } from "@/components/ui/input";
import { isAnswer } from "@/lib/protocol/rules/answers";
import { MAX_ANSWER_TEXT } from "@/lib/protocol/schema/answer-text";
import { questionAnswer } from "@/lib/review/rules/selectors";
import type { StepFrame } from "@/lib/review/schema/stimulus";
import { AutosavedText } from "./autosaved-text";
import { useReadOnly, useReview, useReviewState } from "./context";
import { askTarget } from "./targets";
import { typedNumber } from "./typed-number";
import { useStartAnew } from "./use-start-anew";

type AskStepFrame = Extract<StepFrame, { type: "ask" }>;

/** The answer to a question in the annotator's own words, saved while they type. */
export function TextAnswer({ step }: { step: AskStepFrame }) {
  const t = useTranslations();
  const { write, edit } = useReview();
  const readOnly = useReadOnly();
  const id = askTarget(step.id);
  const answer = useReviewState(({ document }) => questionAnswer(document, step.id));
  const isEditing = useReviewState(({ editing }) => editing === id);
  const text = typeof answer === "string" ? answer : "";
  const box = useRef<HTMLDivElement>(null);
  const { key, keep } = useStartAnew(text);
  useEffect(() => {
    if (isEditing) box.current?.querySelector("textarea")?.focus();
  }, [isEditing]);
  if (readOnly)
    return (
      <p dir="auto" className="text-sm wrap-anywhere whitespace-pre-wrap">
        {text || <span className="text-muted">{t("conflict.no-answer")}</span>}
      </p>
    );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only notices that the focus has left the field inside
    <div ref={box} onBlur={() => isEditing && edit(null)}>
      <AutosavedText
        key={key}
        label={step.question}
        initial={text}
        placeholder={t("ask.own-words")}
        rows={3}
        maxLength={MAX_ANSWER_TEXT}
        onSave={(written) => {
          const value = written.trim();
          keep(value);
          write({ type: "ask", question: step.id, value: value === "" ? null : value });
        }}
      />
    </div>
  );
}

/** A number as the answer to a question. Saved when the field is left or Enter is pressed. */
export function NumberAnswer({ step }: { step: AskStepFrame }) {
  const t = useTranslations();
  const { perform, advance, edit } = useReview();
  const readOnly = useReadOnly();
  const describedBy = useId();
  const id = askTarget(step.id);
  const answer = useReviewState(({ document }) => questionAnswer(document, step.id));
  const isEditing = useReviewState(({ editing }) => editing === id);
  const field = useRef<HTMLInputElement>(null);
  // While it is being typed, the text may not be a number yet.
  const [typed, setTyped] = useState<string | null>(null);
  const [isRefused, setRefused] = useState(false);
  useEffect(() => {
    if (isEditing) field.current?.focus();
  }, [isEditing]);

  /** Saves what was typed; true unless it is not a number that the question allows. */
  function save(): boolean {
    if (typed === null) return true;
    const value = typed.trim() === "" ? null : typedNumber(typed);
    const isValid = typed.trim() === "" || (value !== null && isAnswer(step, value));
    setRefused(!isValid);
    if (!isValid) return false;
    if (value !== answer) perform({ type: "ask", question: step.id, value });
    setTyped(null);
    return true;
  }

  return (
    <div className="grid justify-items-start gap-1">
      <Input
        ref={field}
        inputMode="decimal"
        autoComplete="off"
        disabled={readOnly}
        aria-label={step.question}
        aria-describedby={describedBy}
        aria-invalid={isRefused || undefined}
        value={typed ?? (answer === null ? "" : String(answer))}
        maxLength={20}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => {
          save();
          if (isEditing) edit(null);
        }}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
          if (event.key === "Escape") event.currentTarget.closest<HTMLElement>("[data-target]")?.focus();
          else if (event.key !== "Enter") return;
          else if (save() && event.currentTarget.value.trim() !== "") advance(id);
          event.preventDefault();
          event.stopPropagation();
        }}
        className="max-w-36 tabular-nums"
      />
      <p id={describedBy} role="status" className={isRefused ? "text-xs text-danger" : "text-xs text-muted"}>
        {rangeOf(step, t)}
      </p>
    </div>
  );
}

function rangeOf({ min, max }: AskStepFrame, t: ReturnType<typeof useTranslations>): string {
  if (min !== undefined && max !== undefined) return t("ask.number.between", { min, max });
  if (min !== undefined) return t("ask.number.least", { min });
  return max === undefined ? t("ask.number") : t("ask.number.most", { max });
}
