import { apply, fold, isRefused, type Refused } from "@/lib/review/rules/apply";
import { isSameChange, touches } from "@/lib/review/rules/operation-conflicts";
import { withhold } from "@/lib/review/rules/reveal";
import type { ReviewDocument } from "@/lib/review/schema/document";
import type { Op } from "@/lib/review/schema/operation";
import type { ReviewFrame } from "@/lib/review/schema/stimulus";

/** Two tabs set the same value: the server's operation, and this tab's. */
export type Conflict = { theirs: Op; mine: Op };

/** The browser's state of an assignment: operations the server has confirmed, and pending ones. */
export type Session = {
  frame: ReviewFrame;
  confirmed: readonly Op[];
  pending: readonly Op[];
  document: ReviewDocument;
  conflicts: readonly Conflict[];
};

/**
 * The state when a page opens: the server's operations, then those that an earlier page left unsent. Operations that
 * the server received from elsewhere after the earliest unsent one count as made in another tab.
 */
export function beginSession(frame: ReviewFrame, confirmed: readonly Op[], unsent: readonly Op[]): Session {
  const earliest = Math.min(...unsent.map((op) => Date.parse(op.at)));
  const seen = confirmed.filter((op) => Date.parse(op.at) <= earliest);
  const start: Session = { frame, confirmed: seen, pending: [], document: fold(frame, seen), conflicts: [] };
  return takeIn(start, frame, confirmed, unsent);
}

/**
 * The state of a preview, which has no server: everything counts as saved, and the frame shows what an
 * annotator would see.
 */
export function rehearsed(session: Session, frame: ReviewFrame): Session {
  const confirmed = [...session.confirmed, ...session.pending];
  return { ...session, frame: withhold(frame, session.document), confirmed, pending: [] };
}

/** The session with one more operation, or why it does not fit. */
export function perform(session: Session, op: Op): Session | Refused {
  const document = apply(session.frame, session.document, op);
  if (isRefused(document)) return document;
  return { ...session, document, pending: [...session.pending, op] };
}

/** The server has recorded these operations, and none from elsewhere in between. */
export function acknowledge(session: Session, sent: readonly Op[]): Session {
  const ids = new Set(sent.map((op) => op.op));
  return {
    ...session,
    confirmed: [...session.confirmed, ...sent],
    pending: session.pending.filter((op) => !ids.has(op.op)),
  };
}

/**
 * Takes over the server's operations, for example after another tab wrote. Pending operations stay queued,
 * except those that set a value that was also set elsewhere: they wait as conflicts until the annotator
 * chooses, unless both values are the same.
 */
export function reconcile(session: Session, frame: ReviewFrame, confirmed: readonly Op[]): Session {
  return takeIn({ ...session, pending: [] }, frame, confirmed, session.pending);
}

/** The operations that waited before a merge and do not after it: they have arrived, or make no difference any more. */
export function doneWith(before: Session, after: Session): Op[] {
  const left = new Set([...after.pending, ...after.conflicts.map(({ mine }) => mine)]);
  return before.pending.filter((op) => !left.has(op));
}

function takeIn(
  session: Session,
  frame: ReviewFrame,
  confirmed: readonly Op[],
  waiting: readonly Op[],
): Session {
  const known = new Set(session.confirmed.map((op) => op.op));
  const there = new Set(confirmed.map((op) => op.op));
  const all = [...confirmed, ...waiting];
  // This tab's own may have arrived although their response was lost: later ones simply follow them.
  const own = new Set(waiting.map((op) => op.op));
  const setBy = new Map<string, Op>();
  for (const op of confirmed) {
    if (!known.has(op.op) && !own.has(op.op)) for (const name of touches(all, op)) setBy.set(name, op);
  }

  let document = fold(frame, confirmed);
  const pending: Op[] = [];
  const conflicts = new Map(session.conflicts.map((conflict) => [nameOf(all, conflict.mine), conflict]));
  for (const op of waiting) {
    if (there.has(op.op)) continue;
    // Both tabs revealed the same draft: there is nothing to choose.
    if (op.type === "reveal" && refusalIn(apply(frame, document, op)) === "already-revealed") continue;
    const theirs = touches(all, op)
      .map((name) => setBy.get(name))
      .find((other) => other !== undefined);
    // A decision on one item wins over accepting the whole draft, which can be repeated for the rest.
    if (theirs && op.type === "agree") continue;
    // Both tabs set the same, whatever this one set before.
    if (theirs && isSameChange(theirs, op)) {
      conflicts.delete(nameOf(all, op));
      continue;
    }
    if (theirs) {
      conflicts.set(nameOf(all, op), { theirs, mine: op });
      continue;
    }
    const next = apply(frame, document, op);
    if (isRefused(next)) continue;
    document = next;
    pending.push(op);
  }
  return { frame, confirmed, pending, document, conflicts: [...conflicts.values()] };
}

const refusalIn = (outcome: ReviewDocument | Refused) => (isRefused(outcome) ? outcome.refused : null);

const nameOf = (ops: readonly Op[], op: Op) => touches(ops, op).join(" ");

/** Resolves a conflict: the saved operation stays, or this tab's is repeated after it. */
export function resolveConflict(
  session: Session,
  conflict: Conflict,
  keep: "theirs" | "mine",
  again: Op,
): Session {
  const rest = { ...session, conflicts: session.conflicts.filter((other) => other !== conflict) };
  if (keep === "theirs") return rest;
  const outcome = perform(rest, again);
  return "refused" in outcome ? rest : outcome;
}

/** The place where the work is stored. "saved" always means: confirmed by the server. */
export type SaveStatus =
  | { state: "saved"; at: string | null }
  | { state: "unsaved" | "saving" }
  | { state: "offline"; unsaved: number }
  | { state: "stopped"; unsaved: number; why: string };

/** One object, so that what shows the status is not rendered again for each further operation. */
export const UNSAVED: SaveStatus = { state: "unsaved" };

/** The status of a session that was last saved at this time. */
export const statusOf = ({ pending }: Session, savedAt: string | null): SaveStatus =>
  pending.length === 0 ? { state: "saved", at: savedAt } : UNSAVED;
