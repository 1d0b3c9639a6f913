"use client";

import { Eye, Lock } from "lucide-react";
import { useEffect, useState } from "react";
import { Trans, useTranslations } from "@/components/i18n/translations";
import { Button } from "@/components/ui/button";
import { owesExplanation } from "@/lib/review/rules/explanations";
import { isConcealed, requiresReveal } from "@/lib/review/rules/reveal";
import { indexOf, valueNow } from "@/lib/review/rules/selectors";
import { useReviewWords } from "./answer-labels";
import {
  useIsFocused,
  useIsWaiting,
  useItem,
  useLinesBySight,
  useReadOnly,
  useReview,
  useReviewState,
} from "./context";
import { KeyBadge } from "./key-badge";
import type { Revealable } from "./targets";

/**
 * Button for a unit's hidden draft. Where the annotator's own value comes first, it is enabled once there is
 * one.
 */
export function RevealUnit({ item, name, target }: { item: string; name: string; target: string }) {
  const t = useTranslations();
  const readOnly = useReadOnly();
  const unit = useReviewState(({ frame }) => indexOf(frame).units.get(item));
  const isWaiting = useIsWaiting(item);
  const isFocused = useIsFocused(target);
  const isHidden = useReviewState(({ document }) => unit !== undefined && isConcealed(document, unit));
  const isFirst = useReviewState(({ document }) => unit !== undefined && requiresReveal(document, unit));
  const isUnanswered = useReviewState(({ document }) => valueNow(document, item) === null) && isFirst;
  const isUnexplained = useReviewState(({ frame, document }) => owesExplanation(frame, document, item));
  if (isWaiting) return <DraftLoading />;
  if (!unit || !isHidden) return null;
  if (readOnly) return <p className="text-sm text-muted">{t("draft.not-shown")}</p>;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <RevealButton
        about={{ step: unit.step, item }}
        name={name}
        disabled={isUnanswered || isUnexplained}
        showKey={isFocused}
      />
      <span className="text-xs text-muted">{t(isFirst ? "draft.show.first" : "draft.show.wanted")}</span>
    </div>
  );
}

interface RevealButtonProps {
  about: Revealable;
  /** Name of the drafter, for screen readers. */
  name: string;
  disabled?: boolean;
  showKey: boolean;
}

export function RevealButton({ about, name, disabled = false, showKey }: RevealButtonProps) {
  const t = useTranslations();
  const { reveal } = useReview();
  return (
    <Button
      size="sm"
      disabled={disabled}
      aria-label={t("draft.show-of", { name })}
      onClick={() => reveal(about)}
    >
      <Eye aria-hidden="true" />
      {t("draft.show")}
      <KeyBadge action="reveal" resting={!showKey} />
    </Button>
  );
}

/** Most drafts arrive sooner than this; a message would only flash. In milliseconds. */
const LATE_MS = 500;

/** Notice that a requested draft is loading, shown once it takes noticeably long. */
export function DraftLoading() {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), LATE_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!isLate) return null;
  return (
    <p role="status" className="text-sm text-muted">
      <Trans id="draft.coming" />
    </p>
  );
}

/** The value given before the draft was shown; immutable. */
export function InitialValue({
  item,
  word,
}: {
  item: string;
  word: "answer" | "score" | "preference" | "labels";
}) {
  const words = useReviewWords();
  const { revealed } = useItem(item);
  if (!revealed) return null;
  return (
    <>
      <p className="flex items-center gap-1.5 text-sm text-muted">
        <Lock aria-hidden="true" className="size-3.5" />
        {revealed.initial === null ? (
          <Trans id={`draft.before.no-${word}`} />
        ) : (
          <span>
            <Trans
              id={`draft.before.${word}`}
              values={{
                value: (
                  <b className="font-semibold text-ink tabular-nums">
                    {words.ofUnit(item, revealed.initial)}
                  </b>
                ),
              }}
            />
          </span>
        )}
      </p>
      <InitialExplanation item={item} />
    </>
  );
}

/** The lines written before the draft was shown; immutable like the value they explain. */
function InitialExplanation({ item }: { item: string }) {
  const t = useTranslations();
  const { initial: before } = useLinesBySight(item);
  if (before.length === 0) return null;
  return (
    <ul aria-label={t("explain.before")} className="grid gap-1 border-s-2 ps-3 text-sm text-muted">
      {before.map(({ id, text }) => (
        <li key={id} dir="auto" className="wrap-anywhere whitespace-pre-wrap">
          {text}
        </li>
      ))}
    </ul>
  );
}
