"use client";

import clsx from "clsx";
import type { ReactNode } from "react";
import { useTranslations } from "@/components/i18n/translations";
import { Button } from "@/components/ui/button";
import type { Scale } from "@/lib/judgement/schema";
import { overrules, reasonPolicyFor } from "@/lib/review/rules/reasons";
import { revision } from "@/lib/review/rules/revision";
import { AutosavedText } from "./autosaved-text";
import { useDecision, useReadOnly, useReview, useReviewState } from "./context";
import { DecisionButtons } from "./decision-buttons";
import { DECISIONS, type DraftAction } from "./decision-look";
import { DraftedText } from "./drafted-text";
import { ReasonPicker } from "./reason-picker";
import { TargetBox } from "./target-box";

interface DraftCardProps {
  /** Id of the target. */
  id: string;
  target: { item: string } | { item: string; line: number };
  /** "Item 2", "Line 1 of Clarity". */
  label: string;
  text: string;
  /** The drafted scale of a criterion, which a revision may change too. */
  scale?: Scale;
  /** Shown before the text: a number, "states the score". */
  lead?: ReactNode;
  /** Shown after the text: who drafted it, its category. */
  foot?: ReactNode;
  /** A line of a list rather than a card of its own. */
  line?: boolean;
}

/** A drafted item or explanation line with the annotator's decision. */
export function DraftCard({ id, target, label, text, scale, lead, foot, line = false }: DraftCardProps) {
  const t = useTranslations();
  const { perform, write, advance, edit, finish, focus } = useReview();
  const readOnly = useReadOnly();
  const decided = useDecision(target);
  const action = decided?.action ?? null;
  const isEditing = useReviewState(({ editing }) => editing === id) && !readOnly;

  function decide(next: DraftAction) {
    focus(id);
    if (next === "revise") return edit(id);
    if (isEditing) edit(null);
    perform({ type: "decide", target, action: next });
    advance(id);
  }

  function revise(wording: string) {
    const op = revision(target, { text, ...(scale && { scale }) }, decided, { text: wording });
    if (op) write(op);
  }

  const reasons = useReviewState(({ frame }) => reasonPolicyFor(frame, target));
  const why = decided && overrules(decided) && reasons !== "off" && (
    <ReasonPicker
      about={label}
      target={id}
      value={decided.reason}
      required={reasons === "required"}
      disabled={readOnly}
      operationFor={(reason) => ({
        type: "decide",
        target,
        action: decided.action,
        ...(decided.text !== null && { text: decided.text }),
        ...(decided.scale && { scale: decided.scale }),
        ...(reason && { reason }),
      })}
    />
  );

  return (
    <TargetBox
      id={id}
      label={label}
      className={clsx(
        "border-s-3 bg-surface",
        line ? "rounded-sm py-1.5 ps-3 pe-1" : "rounded-md border border-s-3 p-3",
        action
          ? clsx("border-solid", DECISIONS[action].edge)
          : "border-s-control [border-inline-start-style:dotted]",
      )}
    >
      <div className={clsx("grid gap-2", line && "sm:grid-cols-[minmax(0,1fr)_auto] sm:gap-3")}>
        <div className="grid min-w-0 content-start gap-1">
          <div className="flex min-w-0 gap-2">
            {lead}
            <div className="min-w-0 flex-1">
              {isEditing ? (
                <AutosavedText
                  key={id}
                  label={t("decision.wording", { about: label })}
                  initial={decided?.text ?? text}
                  autoFocus
                  onSave={revise}
                  onLeave={() => finish(id)}
                />
              ) : (
                <DraftedText text={text} decided={decided} strong={!line} />
              )}
            </div>
          </div>
          {isEditing && (
            <div className="flex flex-wrap items-center gap-2 text-xs text-muted">
              <Button size="sm" onClick={() => finish(id)}>
                {t("ui.done")}
              </Button>
              <span>{t("decision.saved-while")}</span>
            </div>
          )}
          {foot}
        </div>
        <div className={clsx("flex flex-wrap items-center gap-2", line && "content-start items-start")}>
          {!readOnly && (
            <DecisionButtons
              about={label}
              value={isEditing ? "revise" : action}
              onDecide={decide}
              compact={line}
            />
          )}
          {readOnly && action && (
            <span className={clsx("text-sm font-medium", DECISIONS[action].text)}>
              {t(DECISIONS[action].done)}
            </span>
          )}
          {!line && why}
        </div>
      </div>
      {line && why && <div className="pt-1.5">{why}</div>}
    </TargetBox>
  );
}
