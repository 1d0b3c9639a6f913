"use client";

import { useDeferredValue, useMemo } from "react";
import type { Highlight } from "@/components/prose/quotes";
import type { Published } from "@/lib/question/schema";
import { addedLines, draftOf, indexOf, visibleLines } from "@/lib/review/rules/selectors";
import type { AssignmentView } from "@/lib/review/schema";
import { type ActiveHighlights, ContentPane } from "./content-pane";
import { useItem, useReviewState } from "./context";
import { quotesIn } from "./quoted-passages";
import { targetIn } from "./store";
import { type Target, unitAt } from "./targets";

/** The material, with passages marked that the focused target quotes. */
export function EvidencePane({
  view,
  published,
}: {
  view: AssignmentView;
  published?: readonly Published[];
}) {
  // Deferred, so that marking quotations delays neither a key press nor the next assignment.
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
  const target = useReviewState((state) => targetIn(state, state.pointed ?? state.focused));
  const reviewed = target?.kind === "item" ? target.item : null;
  const item = (target && unitAt(target)) ?? "";
  const line = target && lineAt(target);
  const added = useReviewState(({ document }) => document.added);
  const draft = draftOf(frame, item);
  const { lines } = useItem(item);
  const index = indexOf(frame);
  const about = reviewed === null ? index.judged.get(item) : index.reviewed.get(reviewed);
  const { beside, span } = about ?? {};
  const quoted = useMemo<readonly QuotedPassage[]>(() => {
    const found = [
      ...visibleLines(draft).flatMap(({ line: index, text }) =>
        quotesIn(lines[index]?.text ?? text).map((quote, n) => ({
          line: index,
          highlight: { id: `${index}.${n}`, quote },
        })),
      ),
      ...addedLines({ added }, item).flatMap(({ id, text }) =>
        quotesIn(text).map((quote, n) => ({ line: id, highlight: { id: `${id}.${n}`, quote } })),
      ),
      ...[draft, beside].flatMap((drafted, who) =>
        (drafted?.rules?.spans ?? []).map(({ start, end }, n) => ({
          line: who === 0 ? ALL_LINES : null,
          highlight: { id: `rules.${who}.${n}`, start, end },
        })),
      ),
    ];
    return found.length === 0 ? NOTHING_QUOTED : found;
  }, [draft, beside, lines, added, item]);
  const highlights = useMemo(() => quoted.map(({ highlight }) => highlight), [quoted]);
  const active =
    line === null
      ? null
      : (quoted.find((passage) => passage.line === line || passage.line === ALL_LINES)?.highlight.id ?? null);
  const isSpanRequested = span !== undefined && reviewed !== null;
  const instructionMarks = useMemo<ActiveHighlights | undefined>(
    () => span && { highlights: [{ id: "asked", ...span }], active: isSpanRequested ? "asked" : null },
    [span, isSpanRequested],
  );
  return useMemo<Evidence>(
    () =>
      quoted === NOTHING_QUOTED && !instructionMarks ? NO_EVIDENCE : { highlights, active, instructionMarks },
    [quoted, highlights, active, instructionMarks],
  );
}

type Evidence = {
  highlights: readonly Highlight[];
  active: string | null;
  instructionMarks?: ActiveHighlights;
};
const NOTHING_QUOTED: readonly QuotedPassage[] = [];
const NO_EVIDENCE: Evidence = { highlights: [], active: null };

/** A passage quoted by a drafted line (its index) or an added text (its id), or found by the rules. */
interface QuotedPassage {
  line: number | string | null;
  highlight: Highlight;
}

/** Used instead of a line's index: findings of the rules belong to every line of their draft. */
const ALL_LINES = -1;

/** The line at a target: the index of a drafted line, or the id of an added text. Null for other targets. */
function lineAt(target: Target): number | string | null {
  if (target.kind === "line") return target.line;
  return target.kind === "added-line" || target.kind === "added-item" ? target.as : null;
}
