"use client";

import { memo } from "react";
import { useTranslations } from "@/components/i18n/translations";
import { itemState } from "@/lib/review/rules/selectors";
import type { ItemFrame, StepFrame } from "@/lib/review/schema/stimulus";
import { AnswerButtons } from "./answer-buttons";
import { Category } from "./category";
import { useIsWaiting, useReadOnly, useReview, useReviewState } from "./context";
import { Foldable } from "./folded-row";
import { ItemGuideline } from "./item-guideline";
import { ItemHeading } from "./item-heading";
import { TargetBox } from "./target-box";
import { answerTarget } from "./targets";
import { useBesideDrafts } from "./use-draft-parts";
import { useExplanation } from "./use-explanation";

/**
 * Judge step: every item of the rubric is answered on its scale; lines of a shown draft are decided first.
 */
export function JudgeStepView({ step }: { step: Extract<StepFrame, { type: "judge" }> }) {
  const drafts = useBesideDrafts();
  const Explanation = useExplanation();
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
            <JudgedItem item={item} number={index + 1} drafts={drafts} Explanation={Explanation} />
          </Foldable>
        </li>
      ))}
    </ol>
  );
}

interface JudgedItemProps {
  item: ItemFrame;
  number: number;
  drafts: ReturnType<typeof useBesideDrafts>;
  Explanation: ReturnType<typeof useExplanation>;
}

function JudgedItem({ item, number, drafts, Explanation }: JudgedItemProps) {
  const t = useTranslations();
  const isRevealed = useReviewState(({ document }) => itemState(document, item.key).revealed !== null);
  const name = item.name ?? t("judge.item", { number });
  const id = answerTarget(item.key);
  const word = item.scale.type === "points" ? "score" : "answer";
  const your = t(isRevealed ? `judge.${word}.final` : `judge.${word}`);
  const about = t("judge.of", { your, name });
  return (
    <div className="grid gap-3">
      <JudgedItemHeading number={number} item={item} />
      <div className="grid gap-3 sm:ps-7.5">
        {drafts && <drafts.InitialValue item={item.key} word={word} />}
        {drafts && (
          <drafts.DraftLines item={item.key} name={name} draft={item.draft} secondDraft={item.beside} />
        )}
        <TargetBox id={id} label={about} className="@container p-0.5">
          <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
            <span className="pt-1.5 text-sm font-medium">{your}</span>
            <ItemAnswer item={item} target={id} legend={about} />
          </div>
          {drafts && <drafts.ValueReason item={item.key} target={id} about={about} />}
        </TargetBox>
        {Explanation && <Explanation item={item.key} name={name} />}
        {drafts && <drafts.RevealUnit item={item.key} name={name} target={id} />}
      </div>
    </div>
  );
}

/** The answer buttons of an item. An answer renders only them. */
function ItemAnswer({ item, target, legend }: { item: ItemFrame; target: string; legend: string }) {
  const { perform, advance } = useReview();
  const readOnly = useReadOnly();
  const isWaiting = useIsWaiting(item.key);
  const answer = useReviewState(({ document }) => itemState(document, item.key).answer);
  return (
    <AnswerButtons
      legend={legend}
      scale={item.scale}
      value={typeof answer === "object" ? null : answer}
      disabled={readOnly || isWaiting}
      onAnswer={(value) => {
        perform({ type: "answer", item: item.key, value: value as "yes" | "no" | "na" | number });
        advance(target);
      }}
    />
  );
}

/** The item's heading, with its category and guideline. */
const JudgedItemHeading = memo(function Heading({ number, item }: { number: number; item: ItemFrame }) {
  return (
    <ItemHeading number={number} name={item.name} text={item.text}>
      <Category name={item.name} category={item.category} />
      <ItemGuideline name={item.name} />
    </ItemHeading>
  );
});
