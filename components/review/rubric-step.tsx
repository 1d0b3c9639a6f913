"use client";

import { Plus } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslations } from "@/components/i18n/translations";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { isOfLibrary } from "@/lib/drafting/rules/item-library";
import { areItemsVisible } from "@/lib/review/rules/reveal";
import { revision } from "@/lib/review/rules/revision";
import type { ItemFrame, RubricFrame, StepFrame } from "@/lib/review/schema/stimulus";
import { AddText } from "./add-text";
import { OwnText } from "./added-item";
import { AgreeButton } from "./agree-button";
import { Category } from "./category";
import { useAddedItems, useDecision, useReadOnly, useReview, useReviewState } from "./context";
import { DraftCard } from "./draft-card";
import { DraftLabel } from "./draft-label";
import { Foldable } from "./folded-row";
import { DraftLoading, RevealButton } from "./reveal";
import { ScaleField } from "./scale-field";
import { TargetBox } from "./target-box";
import { itemTarget, rubricTarget } from "./targets";

type RubricStepFrame = Extract<StepFrame, { type: "rubric" }>;

/**
 * Review step: items of a checklist or criteria list to accept, revise or remove, and the annotator's own.
 */
export function RubricStepView({ step, place }: { step: RubricStepFrame; place: number }) {
  const t = useTranslations();
  const isInstance = step.rubrics.some((rubric) => rubric.isInstance);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {step.rubrics.map((rubric) => (
        <Rubric key={rubric.key} rubric={rubric} kind={step.kind} />
      ))}
      <AgreeButton step={place} name={t(`rubric.${isInstance ? "instance" : step.kind}`)} />
      {step.withheld && <RevealItems step={step} place={place} />}
    </div>
  );
}

function RevealItems({ step, place }: { step: RubricStepFrame; place: number }) {
  const t = useTranslations();
  const readOnly = useReadOnly();
  const isShown = useReviewState(({ document }) => areItemsVisible(document, step, place));
  const isFocused = useReviewState(({ focused }) =>
    step.rubrics.some(({ key }) => focused === rubricTarget(key)),
  );
  if (isShown) return <DraftLoading />;
  if (readOnly) return <p className="text-sm text-muted">{t("draft.not-shown")}</p>;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <RevealButton about={{ step: place }} name={t(`rubric.${step.kind}`)} showKey={isFocused} />
      <span className="text-xs text-muted">{t("draft.show.items")}</span>
    </div>
  );
}

function Rubric({ rubric, kind }: { rubric: RubricFrame; kind: RubricStepFrame["kind"] }) {
  const t = useTranslations();
  const { originOf } = useReview();
  const readOnly = useReadOnly();
  const word = kind === "checklist" ? "question" : "criterion";
  const own = useAddedItems(rubric.key);
  const drafted = rubric.items.length > 0;
  const add = !rubric.isInstance && (
    <AddText
      target={{ rubric: rubric.key }}
      label={t(drafted ? `rubric.${word}.add` : `rubric.${word}.write`)}
      placeholder={t(`rubric.${word}.hint`)}
    />
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2.5">
      {drafted && (
        <div className="flex items-center justify-between gap-2">
          <DraftLabel by={rubric.by} isRuleBased={rubric.isRuleBased} />
          {originOf?.({ rubric: rubric.key }, t(`rubric.${rubric.isInstance ? "instance" : kind}`))}
        </div>
      )}
      {rubric.items.map((item, index) => (
        <Foldable
          key={item.key}
          group={{ id: itemTarget(item.key), number: index + 1, item: item.key, kind: "item" }}
          text={item.text}
        >
          <DraftCard
            id={itemTarget(item.key)}
            target={{ item: item.key }}
            label={t(`rubric.${rubric.isInstance ? "part" : word}`, { number: index + 1 })}
            text={item.text}
            scale={item.scale}
            lead={<span className="w-5 shrink-0 text-end text-muted tabular-nums">{index + 1}</span>}
            foot={
              (item.name || item.category || item.scale.type === "points") && (
                <div className="grid gap-1 ps-7">
                  {(item.name || item.category) && (
                    <p className="flex flex-wrap gap-1.5">
                      {item.name && <bdi className="text-sm text-muted">{item.name}</bdi>}
                      <Category name={item.name} category={item.category} />
                    </p>
                  )}
                  <ItemScale item={item} about={t(`rubric.${word}`, { number: index + 1 })} />
                </div>
              )
            }
          />
        </Foldable>
      ))}
      {own.map(({ id, text, offered, scale }, index) => (
        <OwnText
          key={id}
          as={id}
          target={{ rubric: rubric.key }}
          label={t(`rubric.${word}.yours`, { number: index + 1 })}
          text={text}
          foot={
            <>
              {offered !== undefined && (
                <span className="text-xs text-muted">
                  {t(isOfLibrary(offered) ? "rubric.library.from" : "rubric.offered.from")}
                </span>
              )}
              {scale?.type === "points" && (
                <ScaleField
                  about={t(`rubric.${word}.yours`, { number: index + 1 })}
                  scale={scale}
                  disabled={readOnly}
                  operationFor={(changed) => ({
                    type: "add",
                    target: { rubric: rubric.key },
                    as: id,
                    text,
                    scale: changed,
                  })}
                />
              )}
            </>
          }
        />
      ))}
      {!drafted && own.length === 0 ? (
        <TargetBox
          id={rubricTarget(rubric.key)}
          label={t(`rubric.${kind}`)}
          className="justify-self-stretch p-0.5"
        >
          {add}
        </TargetBox>
      ) : (
        add
      )}
      <Offered
        rubric={rubric.key}
        texts={(rubric.offered ?? []).map(({ text }) => text)}
        from="instruction"
        label={t("rubric.offered.label")}
        heading={t("rubric.offered")}
        badge={<DraftLabel by="rules" isRuleBased />}
      />
      <Offered
        rubric={rubric.key}
        texts={rubric.library ?? []}
        from="library"
        label={t("rubric.library.label")}
        heading={t("rubric.library")}
        badge={<Badge>{t("rubric.library.badge")}</Badge>}
      />
    </div>
  );
}

/** The scale of a drafted criterion, which is revised as its words are. */
function ItemScale({ item, about }: { item: ItemFrame; about: string }) {
  const readOnly = useReadOnly();
  const target = { item: item.key };
  const decided = useDecision(target);
  const { scale: drafted } = item;
  if (drafted.type !== "points") return null;
  const revised = decided?.action === "revise" ? decided.scale : undefined;
  return (
    <ScaleField
      about={about}
      scale={revised ?? drafted}
      before={revised && drafted}
      disabled={readOnly}
      operationFor={(scale) => revision(target, item, decided, { scale })}
    />
  );
}

/** Suggested items, added with one click or Enter in their given wording. None is added automatically. */
function Offered({ rubric, texts, from, label, heading, badge }: OfferedProps) {
  const t = useTranslations();
  const { perform } = useReview();
  const readOnly = useReadOnly();
  const taken = new Set(useAddedItems(rubric).map(({ offered }) => offered));
  const left = texts.filter((text) => !taken.has(text));
  if (readOnly || left.length === 0) return null;
  return (
    <section aria-label={label} className="grid gap-2 rounded-md border border-dashed border-control p-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-sm font-medium">{heading}</h3>
        {badge}
      </div>
      <ul className="grid gap-2">
        {left.map((text) => (
          <li key={text} className="flex items-start justify-between gap-3 text-sm">
            <span dir="auto" className="min-w-0 wrap-anywhere">
              {text}
            </span>
            <Button
              size="sm"
              aria-label={t(from === "library" ? "rubric.library.add" : "rubric.offered.add", { text })}
              onClick={() =>
                perform({ type: "add", target: { rubric }, as: crypto.randomUUID(), text, offered: text })
              }
            >
              <Plus aria-hidden="true" />
              {t("decision.add")}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface OfferedProps {
  /** Key of the rubric they are added to. */
  rubric: string;
  texts: readonly string[];
  from: "instruction" | "library";
  label: string;
  heading: string;
  badge: ReactNode;
}
