"use client";

import { useEffect } from "react";
import { useTranslations } from "@/components/i18n/translations";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import type { Translate } from "@/lib/i18n/rules";
import { OVERALL, PREFERENCE } from "@/lib/judgement/schema/units";
import type { Conflict } from "@/lib/review/client/local-document";
import { nameOfUnit } from "@/lib/review/rules/selectors";
import type { DecisionReason, Op, OpOf } from "@/lib/review/schema/operation";
import type { ReviewFrame } from "@/lib/review/schema/stimulus";
import { useReviewWords } from "./answer-labels";
import { DECISIONS } from "./decision-look";
import { CONFLICTS, showAwaitedConflicts } from "./scroll-to-conflicts";

interface ConflictsProps {
  frame: ReviewFrame;
  conflicts: readonly Conflict[];
  onResolve: (conflict: Conflict, choice: "theirs" | "mine") => void;
}

/** Conflicting changes from two windows: both versions side by side, until the annotator chooses. */
export function Conflicts({ frame, conflicts, onResolve }: ConflictsProps) {
  const t = useTranslations();
  const isEmpty = conflicts.length === 0;
  useEffect(() => {
    if (!isEmpty) showAwaitedConflicts();
  }, [isEmpty]);
  if (isEmpty) return null;
  return (
    <div id={CONFLICTS} tabIndex={-1}>
      <Banner live tone="warning" title={t("conflict.title")}>
        <ul className="grid gap-2 pt-1">
          {conflicts.map((conflict) => (
            <li key={conflict.mine.op} className="grid gap-2 rounded-md border bg-surface p-2 sm:grid-cols-2">
              <Version
                frame={frame}
                words={t("conflict.saved")}
                op={conflict.theirs}
                action={t("conflict.keep")}
                onChoose={() => onResolve(conflict, "theirs")}
              />
              <Version
                frame={frame}
                words={t("conflict.mine")}
                op={conflict.mine}
                action={t("conflict.use-mine")}
                onChoose={() => onResolve(conflict, "mine")}
              />
            </li>
          ))}
        </ul>
      </Banner>
    </div>
  );
}

function Version({
  frame,
  words,
  op,
  action,
  onChoose,
}: {
  frame: ReviewFrame;
  words: string;
  op: Op;
  action: string;
  onChoose: () => void;
}) {
  const t = useTranslations();
  const reviewWords = useReviewWords();
  return (
    <div className="grid content-between gap-2">
      <p className="wrap-anywhere whitespace-pre-wrap">
        <span className="text-muted">{words} </span>
        <bdi>{inWords(op, frame, t, reviewWords)}</bdi>
      </p>
      <Button size="sm" onClick={onChoose} className="justify-self-start">
        {action}
      </Button>
    </div>
  );
}

function inWords(op: Op, frame: ReviewFrame, t: Translate, words: ReturnType<typeof useReviewWords>): string {
  const nameOf = (key: string) => {
    if (key === OVERALL) return t("step.score");
    return key === PREFERENCE ? t("step.prefer") : (nameOfUnit(frame, key) ?? t("conflict.labels"));
  };
  const about = (place: string, what: string) => t("conflict.about", { place, what });
  switch (op.type) {
    case "decide": {
      const item = nameOf(op.target.item);
      const place = "line" in op.target ? t("conflict.place", { line: op.target.line + 1, item }) : item;
      const what = t(op.action ? DECISIONS[op.action].done : "conflict.undecided");
      const decided = op.text ? t("conflict.about-text", { place, what, text: op.text }) : about(place, what);
      return decided + scaleOf(op, t) + reasonOf(op.reason, t);
    }
    case "add":
      return op.text.trim() === ""
        ? t("conflict.addition-gone")
        : t("conflict.addition", { text: op.text }) + scaleOf(op, t);
    case "answer":
      return about(nameOf(op.item), op.value === null ? t("conflict.no-answer") : words.value(op.value));
    case "score":
      return op.value === null ? t("conflict.no-score") : t("conflict.score", { value: op.value });
    case "prefer":
      return op.value === null ? t("conflict.no-preference") : words.preference(op.value);
    case "label":
      return about(
        op.item ? nameOf(op.item) : t("conflict.labels"),
        op.labels === null ? t("conflict.no-labels") : words.value(op.labels),
      );
    case "why":
      return about(nameOf(op.item), op.reason ? reasonWords(op.reason, t) : t("conflict.no-reason"));
    case "ask":
      return op.value === null ? t("conflict.no-answer") : words.value(op.value);
    case "note":
      return t("conflict.note", { text: op.text });
    case "flag":
      return withNote(
        t(op.on ? "conflict.flagged" : "conflict.unflagged", { flag: words.flag(op.code) }),
        op.note,
        t,
      );
    case "reveal":
      return op.item === undefined
        ? t("conflict.revealed")
        : t("conflict.revealed-of", { item: nameOf(op.item) });
    case "agree":
      return t("conflict.agreed", { count: op.targets.length });
    case "time":
    case "undo":
      return t("conflict.taken-back");
  }
}

/** The scale of points that a criterion was given, with their meanings; nothing without one. */
function scaleOf({ scale }: { scale?: OpOf<"add">["scale"] }, t: Translate): string {
  if (scale?.type !== "points") return "";
  const meanings = Object.entries(scale.labels ?? {}).map(([point, meaning]) => `${point} ${meaning}`);
  return ["", t("scale.range", { min: scale.min, max: scale.max }), ...meanings].join(" · ");
}

/** The reason that was given with a decision; nothing without one. */
const reasonOf = (reason: DecisionReason | undefined, t: Translate) =>
  reason ? ` · ${t("conflict.reason", { reason: reasonWords(reason, t) })}` : "";

const reasonWords = ({ code, note }: DecisionReason, t: Translate) => withNote(t(`reason.${code}`), note, t);

const withNote = (what: string, note: string | undefined, t: Translate) =>
  note?.trim() ? t("conflict.noted", { what, note }) : what;
