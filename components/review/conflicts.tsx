"use client";

import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import type { Conflict } from "@/lib/review/client/session";
import { flagInWords } from "@/lib/review/rules/words";
import type { Op } from "@/lib/review/schema";
import { DECISIONS } from "./decision-look";
import { valueInWords } from "./draft-lines";
import { preferenceInWords } from "./preferences";

interface ConflictsProps {
  conflicts: readonly Conflict[];
  onSettle: (conflict: Conflict, keep: "theirs" | "mine") => void;
}

/** Two windows set the same thing: both versions, side by side, until a person chooses. */
export function Conflicts({ conflicts, onSettle }: ConflictsProps) {
  if (conflicts.length === 0) return null;
  return (
    <Banner
      live
      tone="warning"
      title="Changed in another window meanwhile. Nothing is lost: choose what holds."
    >
      <ul className="grid gap-2 pt-1">
        {conflicts.map((conflict) => (
          <li key={conflict.mine.op} className="grid gap-2 rounded-md border bg-surface p-2 sm:grid-cols-2">
            <Version
              words="Saved"
              op={conflict.theirs}
              action="Keep the saved one"
              onChoose={() => onSettle(conflict, "theirs")}
            />
            <Version
              words="This window"
              op={conflict.mine}
              action="Use mine"
              onChoose={() => onSettle(conflict, "mine")}
            />
          </li>
        ))}
      </ul>
    </Banner>
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
  return (
    <div className="grid content-between gap-2">
      <p className="wrap-anywhere whitespace-pre-wrap">
        <span className="text-muted">{words}: </span>
        {inWords(op)}
      </p>
      <Button size="sm" onClick={onChoose} className="justify-self-start">
        {action}
      </Button>
    </div>
  );
}

function inWords(op: Op): string {
  switch (op.type) {
    case "decide": {
      const place = "line" in op.target ? `line ${op.target.line + 1} of ${op.target.item}` : op.target.item;
      const done = op.action ? DECISIONS[op.action].done.toLowerCase() : "not decided";
      return `${place}: ${done}${op.text ? `, “${op.text}”` : ""}`;
    }
    case "add":
      return op.text.trim() === "" ? "addition taken back" : `added “${op.text}”`;
    case "answer":
      return `${op.item}: ${op.value === null ? "no answer" : valueInWords(op.value)}`;
    case "score":
      return op.value === null ? "no overall score" : `overall score ${op.value}`;
    case "prefer":
      return op.value === null ? "no preference" : preferenceInWords(op.value);
    case "label":
      return `${op.item ?? "labels"}: ${op.labels === null ? "none chosen" : valueInWords(op.labels)}`;
    case "ask":
      return op.value ?? "no answer";
    case "note":
      return `note “${op.text}”`;
    case "flag":
      return `${op.on ? "flagged" : "no longer flagged"}: ${flagInWords(op.code).toLowerCase()}`;
    case "reveal":
      return `draft shown${op.item === undefined ? "" : `: ${op.item}`}`;
    case "time":
    case "undo":
      return "taken back";
  }
}
