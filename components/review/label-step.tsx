"use client";

import clsx from "clsx";
import { Check, Tags } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslations } from "@/components/i18n/translations";
import { Button } from "@/components/ui/button";
import type { LabelUnit, StepFrame } from "@/lib/review/schema/stimulus";
import { ChoiceButton } from "./choice-button";
import { useIsFocused, useIsWaiting, useItem, useReadOnly, useReview, useReviewState } from "./context";
import { DraftLabel } from "./draft-label";
import { Foldable } from "./folded-row";
import { ItemHeading } from "./item-heading";
import { KeyBadge } from "./key-badge";
import { type LabelMatch, labelsThatFit, MAX_VISIBLE_LABELS } from "./label-matches";
import { LabelSearch } from "./label-search";
import { withLabel } from "./multiple-choice";
import { TargetBox } from "./target-box";
import { answerTarget } from "./targets";
import { useBesideDrafts } from "./use-draft-parts";

type LabelStepFrame = Extract<StepFrame, { type: "label" }>;

/** Label step: labels for the task, or for every item of a list. */
export function LabelStepView({ step }: { step: LabelStepFrame }) {
  const t = useTranslations();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <p dir="auto" className="font-medium">
        {step.question}
      </p>
      <ol className="grid grid-cols-[minmax(0,1fr)]">
        {step.units.map((unit, index) => (
          <li
            key={unit.key}
            data-group=""
            className="border-t py-4 first:border-t-0 first:pt-0 last:pb-0 has-data-folded:py-0.5"
          >
            <Foldable
              group={{ id: answerTarget(unit.key), number: index + 1, item: unit.key, kind: "answer" }}
              text={unit.name ?? unit.text ?? t(wholeOf(step))}
            >
              <Labelled step={step} unit={unit} number={index + 1} />
            </Foldable>
          </li>
        ))}
      </ol>
    </div>
  );
}

function Labelled({ step, unit, number }: { step: LabelStepFrame; unit: LabelUnit; number: number }) {
  const t = useTranslations();
  const readOnly = useReadOnly();
  const drafts = useBesideDrafts();
  const { revealed } = useItem(unit.key);
  const isWaiting = useIsWaiting(unit.key);
  const id = answerTarget(unit.key);
  const name = unit.item === null ? t(wholeOf(step)) : (unit.name ?? t("judge.item", { number }));
  const your = t(revealed ? "label.yours.final" : "label.yours", { name });
  return (
    <div className="grid gap-3">
      {unit.text !== null && <ItemHeading number={number} name={unit.name} text={unit.text} />}
      <div className={clsx("grid gap-3", unit.text !== null && "sm:ps-7.5")}>
        {drafts && <drafts.InitialValue item={unit.key} word="labels" />}
        <Drafted step={step} unit={unit} name={name} />
        <TargetBox id={id} label={your} className="p-0.5">
          <fieldset disabled={readOnly || isWaiting} className="grid min-w-0 gap-2">
            <legend className="sr-only">{your}</legend>
            <Choices step={step} unit={unit} name={name} />
          </fieldset>
          {drafts && <drafts.ValueReason item={unit.key} target={id} about={your} />}
        </TargetBox>
        {drafts && <drafts.RevealUnit item={unit.key} name={name} target={id} />}
      </div>
    </div>
  );
}

/** The drafted labels: to adopt, or to look at while choosing. */
function Drafted({
  step,
  unit: { key, item, draft },
  name,
}: {
  step: LabelStepFrame;
  unit: LabelUnit;
  name: string;
}) {
  const t = useTranslations();
  const { perform, advance } = useReview();
  const readOnly = useReadOnly();
  const { answer } = useItem(key);
  const isFocused = useIsFocused(answerTarget(key));
  const labels = draft?.labels;
  if (!draft || !labels) return null;
  const isTaken = Array.isArray(answer) && answer.join("\n") === labels.join("\n");
  return (
    <div className="grid gap-2 rounded-md border bg-sunken/60 p-2">
      <DraftLabel by={draft.by} />
      <div className="flex flex-wrap items-center justify-between gap-2 border-s-3 border-s-control ps-3 [border-inline-start-style:dotted]">
        <span dir="auto" className="min-w-0 text-sm wrap-anywhere">
          {labels.join(", ")}
        </span>
        {!readOnly && (
          <Button
            size="sm"
            aria-pressed={isTaken}
            aria-label={t("label.accept", { name })}
            onClick={() => {
              if (!isTaken)
                perform({ type: "label", question: step.id, ...(item !== null && { item }), labels });
              advance(answerTarget(key));
            }}
          >
            <Check aria-hidden="true" />
            {t(isTaken ? "decision.accepted" : "decision.accept")}
            <KeyBadge action="accept" resting={!isFocused} />
          </Button>
        )}
      </div>
    </div>
  );
}

interface ChoicesProps {
  step: LabelStepFrame;
  unit: LabelUnit;
  name: string;
}

/** Labels as buttons. A long list opens when it first gets the focus. */
function Choices({ step, unit, name }: ChoicesProps) {
  const t = useTranslations();
  const { perform, advance, focus, edit } = useReview();
  const readOnly = useReadOnly();
  const [words, setWords] = useState("");
  const id = answerTarget(unit.key);
  const { answer } = useItem(unit.key);
  const isFocused = useIsFocused(id);
  const isEditing = useReviewState(({ editing }) => editing === id);
  const chosen = Array.isArray(answer) ? (answer as readonly string[]) : null;
  const isLong = step.labels.length > MAX_VISIBLE_LABELS;
  // Stays open once opened: closing it would move other things under the pointer.
  const [wasOpen, setWasOpen] = useState(false);
  useEffect(() => {
    if (isFocused) setWasOpen(true);
  }, [isFocused]);
  const isOpen = !readOnly && (!isLong || isFocused || wasOpen);
  const set = (labels: readonly string[] | null) => {
    perform({
      type: "label",
      question: step.id,
      ...(unit.item !== null && { item: unit.item }),
      labels: labels && [...labels],
    });
    // With multiple labels the annotator moves on explicitly.
    if (!step.several || labels?.length === 0) advance(id);
  };
  const toggle = (label: string) => {
    const labels = withLabel(step, chosen, label);
    if (labels !== chosen) set(labels);
  };

  if (!isOpen) {
    const shown = step.labels.filter((label) => chosen?.includes(label.name));
    return (
      <div className="flex flex-wrap items-center gap-1.5">
        {shown.map((label) => (
          <span
            key={label.name}
            dir="auto"
            className="rounded-md border border-accent-line bg-accent-soft px-2 py-0.5 text-sm wrap-anywhere"
          >
            {label.text ?? label.name}
          </span>
        ))}
        {chosen?.length === 0 && <span className="text-sm text-muted">{t(noneOf(step))}</span>}
        {!readOnly && (
          <Button size="sm" aria-label={t("label.choose-for", { name })} onClick={() => focus(id)}>
            <Tags aria-hidden="true" />
            {t(chosen === null ? "label.choose" : "label.change")}
          </Button>
        )}
      </div>
    );
  }
  const fitting = labelsThatFit(step.labels, words);
  const isList = step.about === "matches";
  const none = step.none && { name: null, text: t(noneOf(step)) };
  const found: LabelMatch[] = [...fitting, ...(none ? labelsThatFit([none], words) : [])];
  return (
    <>
      {isLong && (
        <LabelSearch
          words={words}
          onWords={setWords}
          found={found}
          chosen={chosen}
          isEditing={isEditing}
          onLeave={() => {
            setWords("");
            edit(null);
          }}
          onPick={({ name }) => {
            if (name !== null) toggle(name);
            else if (chosen?.length !== 0) set([]);
            setWords("");
          }}
        />
      )}
      <div className={isList ? "grid gap-1.5" : "flex flex-wrap gap-1.5"}>
        {fitting.map((label) => (
          <ChoiceButton
            key={label.name}
            isChosen={chosen?.includes(label.name) ?? false}
            digit={digitOf(step.labels.indexOf(label))}
            hint={label.hint}
            onClick={() => toggle(label.name)}
          >
            {label.text ?? label.name}
          </ChoiceButton>
        ))}
        {step.none && (
          <ChoiceButton
            isChosen={chosen?.length === 0}
            digit="0"
            onClick={() => chosen?.length !== 0 && set([])}
          >
            {t(noneOf(step))}
          </ChoiceButton>
        )}
      </div>
    </>
  );
}

const digitOf = (place: number) => (place < 9 ? String(place + 1) : null);
const wholeOf = ({ about }: LabelStepFrame) => (about === "response" ? "label.response" : "label.task");
const noneOf = ({ about }: LabelStepFrame) => (about === "matches" ? "label.none.match" : "label.none");
