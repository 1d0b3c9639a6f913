"use client";

import { useSay } from "@/components/i18n/translations";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import type { Say } from "@/lib/i18n/rules";
import type { Conflict } from "@/lib/review/client/local-document";
import type { Op } from "@/lib/review/schema";
import { useReviewWords } from "./answer-labels";
import { DECISIONS } from "./decision-look";
import { CONFLICTS } from "./show-conflicts";

interface ConflictsProps {
  conflicts: readonly Conflict[];
  onSettle: (conflict: Conflict, keep: "theirs" | "mine") => void;
}

/** Two windows set the same thing: both versions, side by side, until a person chooses. */
export function Conflicts({ conflicts, onSettle }: ConflictsProps) {
  const say = useSay();
  if (conflicts.length === 0) return null;
  return (
    <div id={CONFLICTS} tabIndex={-1}>
      <Banner live tone="warning" title={say("conflict.title")}>
        <ul className="grid gap-2 pt-1">
          {conflicts.map((conflict) => (
            <li key={conflict.mine.op} className="grid gap-2 rounded-md border bg-surface p-2 sm:grid-cols-2">
              <Version
                words={say("conflict.saved")}
                op={conflict.theirs}
                action={say("conflict.keep")}
                onChoose={() => onSettle(conflict, "theirs")}
              />
              <Version
                words={say("conflict.mine")}
                op={conflict.mine}
                action={say("conflict.use-mine")}
                onChoose={() => onSettle(conflict, "mine")}
              />
            </li>
          ))}
        </ul>
      </Banner>
    </div>
  );
}

function Version({
  words,
  op,
  action,
  onChoose,
}: {
  words: string;
  op: Op;
  action: string;
  onChoose: () => void;
}) {
  const say = useSay();
  const reviewWords = useReviewWords();
  return (
    <div className="grid content-between gap-2">
      <p className="wrap-anywhere whitespace-pre-wrap">
        <span className="text-muted">{words} </span>
        <bdi>{inWords(op, say, reviewWords)}</bdi>
      </p>
      <Button size="sm" onClick={onChoose} className="justify-self-start">
        {action}
      </Button>
    </div>
  );
}

function inWords(op: Op, say: Say, words: ReturnType<typeof useReviewWords>): string {
  const about = (place: string, what: string) => say("conflict.about", { place, what });
  switch (op.type) {
    case "decide": {
      const { item } = op.target;
      const place = "line" in op.target ? say("conflict.place", { line: op.target.line + 1, item }) : item;
      const what = say(op.action ? DECISIONS[op.action].done : "conflict.undecided");
      return op.text ? say("conflict.about-text", { place, what, text: op.text }) : about(place, what);
    }
    case "add":
      return op.text.trim() === ""
        ? say("conflict.addition-gone")
        : say("conflict.addition", { text: op.text });
    case "answer":
      return about(op.item, op.value === null ? say("conflict.no-answer") : words.value(op.value));
    case "score":
      return op.value === null ? say("conflict.no-score") : say("conflict.score", { value: op.value });
    case "prefer":
      return op.value === null ? say("conflict.no-preference") : words.preference(op.value);
    case "label":
      return about(
        op.item ?? say("conflict.labels"),
        op.labels === null ? say("conflict.no-labels") : words.value(op.labels),
      );
    case "why":
      return about(op.item, say(op.reason ? `reason.${op.reason.code}` : "conflict.undecided"));
    case "ask":
      return op.value ?? say("conflict.no-answer");
    case "note":
      return say("conflict.note", { text: op.text });
    case "flag":
      return say(op.on ? "conflict.flagged" : "conflict.unflagged", { flag: words.flag(op.code) });
    case "reveal":
      return op.item === undefined
        ? say("conflict.revealed")
        : say("conflict.revealed-of", { item: op.item });
    case "agree":
      return say("conflict.agreed", { count: op.targets.length });
    case "time":
    case "undo":
      return say("conflict.taken-back");
  }
}
