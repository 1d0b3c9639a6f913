"use client";

import { memo } from "react";
import { useTranslations } from "@/components/i18n/translations";
import type { ItemFrame, StepFrame } from "@/lib/review/schema/stimulus";
import { AnswerButtons } from "./answer-buttons";
import { Category } from "./category";
import { useIsFocused, useIsWaiting, useItem, useReadOnly, useReview } from "./context";
import { Foldable } from "./folded-row";
import { ItemGuideline } from "./item-guideline";
import { ShortName } from "./short-name";
import { TargetBox } from "./target-box";
import { answerTarget } from "./targets";
import { useBesideDrafts } from "./use-draft-parts";
import { useExplanation } from "./use-explanation";

/**
 * Judge step: every item of the rubric is answered on its scale; lines of a shown draft are decided first.
 */
export function JudgeStepView({ step }: { step: Extract<StepFrame, { type: "judge" }> }) {
  return (
    <ol className="grid grid-cols-[minmax(0,1fr)]">
      {step.items.map((item, index) => (
        <li
          key={item.key}
          data-group=""
          className="border-t py-4 first:border-t-0 first:pt-0 last:pb-0 has-data-folded:py-0.5"
        >
          <Foldable
            group={{ id: answerTarget(item.key), number: index + 1, item: item.key, kind: "answer" }}
            text={item.name ?? item.text}
          >
            <JudgedItem item={item} number={index + 1} />
          </Foldable>
        </li>
      ))}
    </ol>
  );
}

function JudgedItem({ item, number }: { item: ItemFrame; number: number }) {
  const t = useTranslations();
  const { perform, advance } = useReview();
  const readOnly = useReadOnly();
  const drafts = useBesideDrafts();
  const Explanation = useExplanation();
  const { answer, revealed } = useItem(item.key);
  const isWaiting = useIsWaiting(item.key);
  const name = item.name ?? t("judge.item", { number });
  const id = answerTarget(item.key);
  const isFocused = useIsFocused(id);
  const word = item.scale.type === "points" ? "score" : "answer";
  const your = t(revealed ? `judge.${word}.final` : `judge.${word}`);
  return (
    <div className="grid gap-3">
      <ItemHeading number={number} item={item} />
      <div className="grid gap-3 sm:ps-7.5">
        {drafts && <drafts.InitialValue item={item.key} word={word} />}
        {drafts && (
          <drafts.DraftLines item={item.key} name={name} draft={item.draft} secondDraft={item.beside} />
        )}
        <TargetBox id={id} label={t("judge.of", { your, name })} className="@container p-0.5">
          <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
            <span className="pt-1.5 text-sm font-medium">{your}</span>
            <AnswerButtons
              legend={t("judge.of", { your, name })}
              scale={item.scale}
              value={typeof answer === "object" ? null : answer}
              disabled={readOnly || isWaiting}
              showKeys={isFocused}
              onAnswer={(value) => {
                perform({
                  type: "answer",
                  item: item.key,
                  value: value as "yes" | "no" | "na" | number,
                });
                advance(id);
              }}
            />
          </div>
          {drafts && <drafts.ValueReason item={item.key} target={id} about={t("judge.of", { your, name })} />}
        </TargetBox>
        {Explanation && <Explanation item={item.key} name={name} />}
        {drafts && <drafts.RevealUnit item={item.key} name={name} showKey={isFocused} />}
      </div>
    </div>
  );
}

/** Number, name, text and guideline of the item. */
const ItemHeading = memo(function Heading({ number, item }: { number: number; item: ItemFrame }) {
  return (
    <div className="flex gap-2.5">
      <span className="w-5 shrink-0 text-end text-muted tabular-nums">{number}</span>
      <div className="grid min-w-0 flex-1 gap-1">
        {item.name && <ShortName>{item.name}</ShortName>}
        <p dir="auto" className="text-base font-medium wrap-anywhere whitespace-pre-wrap">
          {item.text}
        </p>
        <Category name={item.name} category={item.category} />
        <ItemGuideline name={item.name} />
      </div>
    </div>
  );
});
