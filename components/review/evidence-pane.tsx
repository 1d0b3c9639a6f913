"use client";

import { useDeferredValue, useMemo } from "react";
import type { Highlight } from "@/components/prose/quotes";
import { OVERALL } from "@/lib/judgement/schema/units";
import type { Published } from "@/lib/question/schema";
import { addedLines, draftOf, indexOf, visibleLines } from "@/lib/review/rules/selectors";
import type { AssignmentView } from "@/lib/review/schema";
import { type ActiveHighlights, ContentPane } from "./content-pane";
import { useItem, useReviewState } from "./context";
import { quotesIn } from "./quotations";
import { scoreTarget } from "./targets";

/** The material, with passages marked that the focused target quotes. */
export function EvidencePane({
  view,
  published,
}: {
  view: AssignmentView;
  published?: readonly Published[];
}) {
  // Deferred: marking quotations may take longer than a key press or the next assignment should.
  const evidence = useDeferredValue(useEvidence(), NO_EVIDENCE);
  return (
    <ContentPane
      content={view}
      batch={view.batch.id}
      isFirst={view.position === 1}
      published={published}
      {...evidence}
    />
  );
}

/**
 * Passages quoted by the focused item's lines (drafted, revised or added) and by its rule findings; those of
 * the focused line stand out. Includes words of the instruction that the item quotes.
 */
function useEvidence() {
  const frame = useReviewState(({ frame }) => frame);
  const id = useReviewState(({ focused, pointed }) => pointed ?? focused);
  const reviewed = id?.startsWith("item:") ? id.slice("item:".length) : null;
  const added = useReviewState(({ document }) => document.added);
  const mine = id?.startsWith("added:") ? id.slice("added:".length) : null;
  const of = mine === null ? undefined : added[mine]?.target;
  const named = id?.replace(/^(?:line:\d+|answer):/, "") ?? "";
  const item = of && "item" in of ? of.item : named === scoreTarget ? OVERALL : named;
  const line = mine ?? /^line:(\d+):/.exec(id ?? "")?.[1];
  const draft = draftOf(frame, item);
  const { lines } = useItem(item);
  const index = indexOf(frame);
  const about = reviewed === null ? index.judged.get(item) : index.reviewed.get(reviewed);
  const { beside, span } = about ?? {};
  const highlights = useMemo<readonly Highlight[]>(() => {
    const found = [
      ...visibleLines(draft).flatMap(({ line: index, text }) =>
        quotesIn(lines[index]?.text ?? text).map((quote, n) => ({ id: `${index}.${n}`, quote })),
      ),
      ...addedLines({ added }, item).flatMap(({ id, text }) =>
        quotesIn(text).map((quote, n) => ({ id: `${id}.${n}`, quote })),
      ),
      ...[draft, beside].flatMap((drafted, who) =>
        (drafted?.rules?.spans ?? []).map(({ start, end }, n) => ({ id: `rules.${who}.${n}`, start, end })),
      ),
    ];
    return found.length === 0 ? NOTHING_QUOTED : found;
  }, [draft, beside, lines, added, item]);
  const active =
    line === undefined
      ? null
      : (highlights.find((one) => one.id.startsWith(`${line}.`) || one.id.startsWith("rules.0."))?.id ??
        null);
  const isAsked = span !== undefined && reviewed !== null;
  const instructionMarks = useMemo<ActiveHighlights | undefined>(
    () => span && { highlights: [{ id: "asked", ...span }], active: isAsked ? "asked" : null },
    [span, isAsked],
  );
  return useMemo<Evidence>(
    () =>
      highlights === NOTHING_QUOTED && !instructionMarks
        ? NO_EVIDENCE
        : { highlights, active, instructionMarks },
    [highlights, active, instructionMarks],
  );
}

type Evidence = {
  highlights: readonly Highlight[];
  active: string | null;
  instructionMarks?: ActiveHighlights;
};
const NOTHING_QUOTED: readonly Highlight[] = [];
const NO_EVIDENCE: Evidence = { highlights: NOTHING_QUOTED, active: null };
