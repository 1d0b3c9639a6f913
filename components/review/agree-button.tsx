"use client";

import { CheckCheck } from "lucide-react";
import { useId, useMemo } from "react";
import { useTranslations } from "@/components/i18n/translations";
import { useAnnounce } from "@/components/ui/announcer";
import { Button } from "@/components/ui/button";
import type { Translate } from "@/lib/i18n/rules";
import {
  allowsAgreement,
  type DraftAt,
  readingTime,
  type UndecidedTargets,
  undecidedIn,
} from "@/lib/review/rules/accept-whole-draft";
import { useReadOnly, useReview, useReviewState } from "./context";
import { KeyBadge } from "./key-badge";
import { agreementButton, targetOfDecision } from "./targets";
import { useReadingTime } from "./use-reading-time";

interface AgreeButtonProps extends DraftAt {
  /** Name of the unit, for screen readers. */
  name: string;
}

/** Accepts everything in a draft that is still undecided, where the step allows it. */
export function AgreeButton(props: AgreeButtonProps) {
  const { step, item } = props;
  const readOnly = useReadOnly();
  const isAllowed = useReviewState(({ frame }) => allowsAgreement(frame.steps[step]));
  // Selects a string, so that the value stays identical while the undecided targets do.
  const left = useReviewState(({ frame, document }) => {
    const undecided = isAllowed ? undecidedIn(frame, document, { step, item }) : "not-in-bulk";
    return typeof undecided === "string" ? null : JSON.stringify(undecided);
  });
  return left === null || readOnly ? null : <Agree {...props} left={left} />;
}

function Agree({ step, item, name, left }: AgreeButtonProps & { left: string }) {
  const t = useTranslations();
  const announce = useAnnounce();
  const { store, perform, advance } = useReview();
  const hint = useId();
  const undecided = useMemo(() => JSON.parse(left) as UndecidedTargets, [left]);
  const texts = useMemo(() => {
    const { frame } = store.state();
    return undecided.targets.map((target) => ({
      id: targetOfDecision(target),
      takes: readingTime(frame, target),
    }));
  }, [store, undecided]);
  const seconds = useReadingTime(store.reading, texts);
  const count = texts.length;
  const why = explanationOf(seconds, t, count);

  function agree() {
    const isRead = store.reading.left(texts, performance.now()) === 0;
    if (seconds !== 0 || !isRead) return announce(why);
    if (perform({ type: "agree", step, ...(item !== undefined && { item }), ...undecided })) return;
    store.reading.agree(texts);
    announce(t("agree.done", { count }));
    const last = texts.at(-1);
    if (last) advance(last.id);
  }

  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button
        size="sm"
        aria-describedby={hint}
        aria-label={t("agree.whole-of", { name })}
        // Stays clickable while it waits, so that it can explain why.
        aria-disabled={seconds !== 0}
        data-agrees={agreementButton({ step, item })}
        onClick={agree}
        className="max-sm:h-10"
      >
        <CheckCheck aria-hidden="true" />
        {t("agree.whole")}
        <KeyBadge action="agree" resting={seconds !== 0} />
      </Button>
      <span id={hint} className="text-xs text-muted tabular-nums">
        {why}
      </span>
    </div>
  );
}

/** Why the annotator can or cannot agree yet. */
function explanationOf(seconds: number | null, t: Translate, count: number) {
  if (seconds === null) return t("agree.unseen", { count });
  return seconds > 0 ? t("agree.wait", { count: seconds }) : t("agree.about", { count });
}
