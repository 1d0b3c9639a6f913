"use client";

import { Eye, Lock } from "lucide-react";
import { Button } from "@/components/ui/button";
import { indexOf, itemState, valueNow } from "@/lib/review/rules/read";
import { isAwaited, isConcealed, owesReveal } from "@/lib/review/rules/reveal";
import { useReview } from "./context";
import { unitInWords } from "./draft-lines";
import { KeyBadge } from "./key-badge";
import type { Revealable } from "./targets";

/** The way to a unit's draft that is not shown yet. Where the own value comes first, it leads on once there is one. */
export function RevealUnit({ item, name, showKey }: { item: string; name: string; showKey: boolean }) {
  const { frame, document, readOnly } = useReview();
  const unit = indexOf(frame).units.get(item);
  if (!unit) return null;
  if (isAwaited(document, unit)) return <Coming />;
  if (!isConcealed(document, unit)) return null;
  if (readOnly) return <p className="text-sm text-muted">The draft was not shown.</p>;
  const isFirst = owesReveal(document, unit);
  const early = isFirst && valueNow(document, item) === null;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <RevealButton about={{ step: unit.step, item }} name={name} disabled={early} showKey={showKey} />
      <span className="text-xs text-muted">
        {isFirst
          ? "Your own value first: it is kept as it is, then you decide again with the draft."
          : "If you want it. What you set before is kept, and you decide again with the draft."}
      </span>
    </div>
  );
}

interface RevealButtonProps {
  about: Revealable;
  /** Whose draft, for screen readers. */
  name: string;
  disabled?: boolean;
  showKey: boolean;
}

export function RevealButton({ about, name, disabled = false, showKey }: RevealButtonProps) {
  const { reveal } = useReview();
  return (
    <Button
      size="sm"
      disabled={disabled}
      aria-label={`Show the draft: ${name}`}
      onClick={() => reveal(about)}
    >
      <Eye aria-hidden="true" />
      Show the draft
      <KeyBadge resting={!showKey}>D</KeyBadge>
    </Button>
  );
}

/** A draft that was asked for and that the server has not sent yet. */
export function Coming() {
  return (
    <p role="status" className="text-sm text-muted">
      Getting the draft. Away from the network it comes when you are back.
    </p>
  );
}

const ONE = {
  answer: "was an answer",
  score: "was a score",
  preference: "was a preference",
  labels: "were labels",
};

/** What was said before the draft was shown. Nothing changes it any more. */
export function InitialValue({ item, word }: { item: string; word: keyof typeof ONE }) {
  const { document } = useReview();
  const { revealed } = itemState(document, item);
  if (!revealed) return null;
  return (
    <p className="flex items-center gap-1.5 text-sm text-muted">
      <Lock aria-hidden="true" className="size-3.5" />
      {revealed.initial === null ? (
        <>The draft was shown before there {ONE[word]}.</>
      ) : (
        <span>
          Your {word} before the draft:{" "}
          <b className="font-semibold text-ink tabular-nums">{unitInWords(item, revealed.initial)}</b>
        </span>
      )}
    </p>
  );
}
