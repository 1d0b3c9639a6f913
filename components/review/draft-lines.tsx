"use client";

import { formatStatistic } from "@/components/ui/format";
import { addedLines, itemState } from "@/lib/review/rules/read";
import type { DraftView } from "@/lib/review/schema";
import { AddText } from "./add-text";
import { useReview } from "./context";
import { DraftLabel } from "./draft-label";
import { DraftedThing } from "./drafted-thing";
import { OwnText } from "./own-text";
import { lineTarget } from "./targets";

/** What was drafted for a unit: the value it proposes, and its explanation line by line to decide on. */
export function DraftLines({ item, name, draft }: { item: string; name: string; draft: DraftView | null }) {
  const { document, focused } = useReview();
  const { lines } = itemState(document, item);
  const own = addedLines(document, item);
  const target = { item, lines: true } as const;
  return (
    <div className="grid gap-1.5">
      {draft && (
        <div className="grid gap-1 rounded-md border bg-sunken/60 p-2">
          <div className="flex flex-wrap items-center justify-between gap-2 px-1">
            <DraftLabel by={draft.by} />
            {draft.value !== null && (
              <span className="text-xs text-muted">
                Drafted value{" "}
                <b className="font-semibold text-ink tabular-nums">{valueInWords(draft.value)}</b>
              </span>
            )}
          </div>
          {draft.lines.map((line, index) => (
            <DraftedThing
              line
              // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a draft never move
              key={index}
              id={lineTarget(item, index)}
              target={{ item, line: index }}
              label={`Line ${index + 1} of ${name}`}
              text={line}
              decided={lines[index] ?? null}
              foot={draft.scoreLine === index && <span className="text-xs text-muted">States the value</span>}
            />
          ))}
        </div>
      )}
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

export function valueInWords(value: string | number): string {
  if (typeof value === "number") return Number.isInteger(value) ? String(value) : formatStatistic(value);
  return value === "na" ? "n/a" : value;
}
