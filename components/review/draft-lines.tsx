"use client";

import { Badge } from "@/components/ui/badge";
import { formatStatistic } from "@/components/ui/format";
import { PREFERENCE } from "@/lib/dataset/schema";
import { flagWords } from "@/lib/drafting/rules/wording";
import { addedLines, indexOf, itemState, linesOf } from "@/lib/review/rules/read";
import type { Answer, DraftView } from "@/lib/review/schema";
import { AddText } from "./add-text";
import { useReview } from "./context";
import { DraftLabel } from "./draft-label";
import { DraftedThing } from "./drafted-thing";
import { OwnText } from "./own-text";
import { preferenceInWords } from "./preferences";
import { lineTarget } from "./targets";

interface DraftLinesProps {
  item: string;
  name: string;
  draft: DraftView | null;
  /** What the rules found, where the draft is a model's. */
  beside?: DraftView;
}

/**
 * What was drafted for a unit: the value it proposes, and its explanation line by line to decide on. What the rules
 * found stands beside a model's draft, to be looked at.
 */
export function DraftLines({ item, name, draft, beside }: DraftLinesProps) {
  const { frame, document, focused, originOf } = useReview();
  const isValueHidden = indexOf(frame).units.get(item)?.exposure === "score-hidden";
  const { lines } = itemState(document, item);
  const own = addedLines(document, item);
  const target = { item, lines: true } as const;
  return (
    <div className="grid gap-1.5">
      {draft && (
        <div className="grid gap-1 rounded-md border bg-sunken/60 p-2">
          <div className="flex flex-wrap items-center justify-between gap-2 px-1">
            <span className="flex flex-wrap items-center gap-2">
              <DraftLabel by={draft.by} isRuleBased={draft.rules !== undefined} />
              {!draft.rules && originOf?.({ unit: item }, `the draft for ${name}`)}
            </span>
            {isValueHidden ? (
              <span className="text-xs text-muted">Its value is not shown</span>
            ) : (
              <DraftedValue item={item} draft={draft} />
            )}
          </div>
          <RuleNotes draft={draft} />
          {linesOf(draft).map(({ line: index, text }) => (
            <DraftedThing
              line
              key={index}
              id={lineTarget(item, index)}
              target={{ item, line: index }}
              label={`Line ${index + 1} of ${name}`}
              text={text}
              decided={lines[index] ?? null}
              foot={draft.scoreLine === index && <span className="text-xs text-muted">States the value</span>}
            />
          ))}
        </div>
      )}
      {draft && beside && <Beside item={item} draft={draft} beside={beside} name={name} />}
      {own.map(({ id, text }, index) => (
        <OwnText key={id} as={id} target={target} label={`Your line ${index + 1} on ${name}`} text={text} />
      ))}
      {draft && (
        <AddText
          target={target}
          label="Add a line"
          placeholder="Evidence or a reason the draft left out"
          next={focused?.endsWith(`:${item}`)}
        />
      )}
    </div>
  );
}

function DraftedValue({ item, draft: { value, rules } }: { item: string; draft: DraftView }) {
  if (value === null && !rules) return null;
  return (
    <span className="text-xs text-muted">
      {value === null ? (
        "No drafted value: please answer"
      ) : (
        <>
          Drafted value <b className="font-semibold text-ink tabular-nums">{unitInWords(item, value)}</b>
        </>
      )}
    </span>
  );
}

/** Why the rules gave no value, and what to be careful about. */
function RuleNotes({ draft: { rules } }: { draft: DraftView }) {
  const notes = rules ? [rules.note, ...rules.flags.map(flagWords)] : [];
  return notes.map(
    (note) =>
      note && (
        <p key={note} dir="auto" className="px-1 text-xs wrap-anywhere text-muted">
          {note}
        </p>
      ),
  );
}

/** Nothing to decide: a second opinion, and whether it is another one. */
function Beside({
  item,
  draft,
  beside,
  name,
}: Pick<DraftLinesProps, "item" | "name"> & { draft: DraftView; beside: DraftView }) {
  const disagrees = draft.value !== null && beside.value !== null && draft.value !== beside.value;
  return (
    <section
      aria-label={`What rules found on ${name}`}
      className="grid gap-1 rounded-md border bg-sunken/60 p-2"
    >
      <div className="flex flex-wrap items-center justify-between gap-2 px-1">
        <DraftLabel by={beside.by} isRuleBased />
        <span className="flex flex-wrap items-center gap-2">
          {disagrees && <Badge tone="warning">Not what {draft.by} says</Badge>}
          <DraftedValue item={item} draft={beside} />
        </span>
      </div>
      {beside.lines.map((line) => (
        <p
          key={line}
          dir="auto"
          className="border-s-3 border-s-control ps-3 text-sm wrap-anywhere [border-inline-start-style:dotted]"
        >
          {line}
        </p>
      ))}
      <RuleNotes draft={beside} />
    </section>
  );
}

export function valueInWords(value: Answer | string): string {
  if (typeof value === "object") return value.length === 0 ? "none of them" : value.join(", ");
  if (typeof value === "number") return Number.isInteger(value) ? String(value) : formatStatistic(value);
  return value === "na" ? "n/a" : value;
}

/** A value as one says it of this unit. */
export function unitInWords(unit: string, value: Answer | string): string {
  return unit === PREFERENCE && typeof value !== "object" ? preferenceInWords(value) : valueInWords(value);
}
