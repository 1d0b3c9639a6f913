import "server-only";
import { actAs, type UnverifiedSession } from "@/lib/auth/actor";
import { verifySession } from "@/lib/auth/sessions";
import { renewAhead } from "@/lib/batch/data/prefetch";
import { db, type Tx } from "@/lib/database/db";
import { type Refusal, refuse } from "@/lib/http/refusals";
import {
  type Annotator,
  assignmentRefusal,
  findOpsIn,
  type LockedAssignment,
  leaseFrom,
  lockAssignment,
} from "@/lib/review/data/assignment-lock";
import { cachedDocument, remember } from "@/lib/review/data/document-cache";
import { writeTogether } from "@/lib/review/data/group-commit";
import { recordRemarks } from "@/lib/review/data/remarks";
import { isTooEarly } from "@/lib/review/rules/agree";
import { apply, fold, isRefused, touches } from "@/lib/review/rules/apply";
import { OPERATION_REFUSALS } from "@/lib/review/rules/refusal-messages";
import { showsMore, withhold } from "@/lib/review/rules/reveal";
import type { Recorded, Saved } from "@/lib/review/schema";
import type { OpRefusal, ReviewDocument } from "@/lib/review/schema/document";
import type { Op } from "@/lib/review/schema/operation";
import type { ReviewFrame } from "@/lib/review/schema/stimulus";
import { findFrame } from "@/lib/review/stimulus/find";

/** What a sender with a stale base needs to go on: everything recorded since, and what that brought into view. */
type Stale = { version: number; ops: Op[]; revealed?: ReviewFrame };

/**
 * Appends operations to an annotator's open assignment, all or none. Null when it is not theirs. Whoever shows a session
 * is asked for in the statement that writes, and is "signed-out" when it does not live or the account does not work.
 *
 * Operations recorded before change nothing, whatever became of the assignment since. On a stale base, operations
 * that touch nothing recorded since are merged; otherwise "stale" carries what was. After the lease is gone the
 * answer is "expired", or "released" when an admin took it: what still fits is kept with the assignment, for when the
 * annotator gets to continue it, but counts for nothing until then.
 */
export async function recordOps(
  who: Annotator | UnverifiedSession,
  id: string,
  sent: Sent,
): Promise<Saved | Refusal | null> {
  const saved = await recordAtOnce(who, id, sent);
  if (saved) return saved;
  const annotator = "session" in who ? await findAnnotator(who) : who;
  return annotator ? recordWithCare(annotator, id, sent) : refuse("signed-out");
}

async function findAnnotator(who: UnverifiedSession): Promise<Annotator | null> {
  const found = await verifySession(who);
  return found && actAs(found, "annotator");
}

type Sent = { lease: string; base: number; ops: Op[] };

/** Flags and notes have rows of their own, what an undo takes back may be one, and an agreement may come too early. */
const PLAIN: ReadonlySet<Op["type"]> = new Set([
  "decide",
  "add",
  "answer",
  "score",
  "prefer",
  "label",
  "why",
  "ask",
  "reveal",
  "time",
]);

/**
 * The way of nearly every save: whoever wrote last goes on with what this process still knows. Everything that could
 * stand against it is asked in the one statement that writes. Null, and nothing written, when anything does, or when
 * the document is not known here: then it is looked at with care.
 */
async function recordAtOnce(
  who: Annotator | UnverifiedSession,
  id: string,
  { lease, base, ops }: Sent,
): Promise<Saved | null> {
  const known = cachedDocument(id);
  if (!known || known.ops.length !== base) return null;
  const ids = new Set([...known.ops, ...ops].map(({ op }) => op));
  if (ids.size < base + ops.length || !ops.every(({ type }) => PLAIN.has(type))) return null;
  const document = extend(known.frame, known.document, ops);
  if ("refused" in document) return null;
  const { armId } = known;
  const last = known.ops.at(-1)?.op ?? null;
  const written = await writeTogether({ id, who, lease, armId, base, last, ops });
  if (!written) return null;
  const all = [...known.ops, ...ops];
  remember(id, { ...known, ops: all, document });
  const revealed = revealedSince(known.frame, known.document, document);
  return { version: all.length, ...written, merged: [], ...revealed };
}

async function recordWithCare(
  annotator: Annotator,
  id: string,
  { lease, base, ops }: Sent,
): Promise<Saved | Refusal | null> {
  // Immutable, so read before the lock.
  const framed = await findFrame(annotator, id);
  if (!framed) return null;
  return db.$transaction(async (tx) => {
    const held = await lockAssignment(tx, annotator, id, lease);
    if (!held) return null;
    const recorded = await findOpsIn(tx, id);
    const known = new Set(recorded.map(({ op }) => op.op));
    const sent = new Set(ops.map((op) => op.op));
    const fresh = [...new Map(ops.map((op) => [op.op, op])).values()].filter((op) => !known.has(op.op));
    // A base from the future is one of a database that was restored since: the sender needs everything.
    const since = base > held.version ? 0 : base;
    const merged = recorded.filter(({ op, seq }) => seq > since && !sent.has(op.op)).map(({ op }) => op);
    const { version, leaseUntil } = held;
    const { frame } = framed;
    const asNow = recorded.map(({ op }) => op);
    const before = fold(frame, asNow);
    const seen = fold(frame, asNow.slice(0, since));
    if (fresh.length === 0)
      return {
        version,
        savedAt: savedAt(recorded, sent, held),
        leaseUntil,
        merged,
        ...revealedSince(frame, seen, before),
      };

    const refused = assignmentRefusal(held);
    const late = refused?.refused === "expired" || refused?.refused === "released" ? refused.refused : null;
    if (refused && !(late && held.lease !== "another")) return late ? refuse(late, { kept: false }) : refused;
    const after = overlap([...asNow, ...fresh], merged, fresh)
      ? refuse("stale", staleSince(frame, asNow, since, merged))
      : extend(frame, before, fresh);
    if ("refused" in after) return late ? refuse(late, { kept: false }) : after;
    const tooEarly = isTooEarly(frame, recorded, fresh, held) && fresh.find(({ type }) => type === "agree");
    if (tooEarly) return doesNotFit(tooEarly, "too-early");

    const renewed = leaseFrom(held);
    await append(tx, held, fresh, late ? leaseUntil : renewed);
    await recordRemarks(tx, held, before, after);
    if (late) return refuse(late, { kept: true });
    remember(id, { ...framed, ops: [...asNow, ...fresh], document: after });
    return {
      version: version + fresh.length,
      savedAt: held.now,
      leaseUntil: renewed,
      merged,
      ...revealedSince(frame, seen, after),
    };
  });
}

/**
 * What a sender needs who knows the operations up to a version: those others have recorded since, and the frame if
 * they brought a draft into view.
 */
export function staleSince(frame: ReviewFrame, recorded: Op[], since: number, ops: Op[]): Stale {
  const seen = fold(frame, recorded.slice(0, since));
  return { version: recorded.length, ops, ...revealedSince(frame, seen, fold(frame, recorded)) };
}

/**
 * The frame as it may be seen now, for a sender who has seen an earlier state of the document, if it shows more than it
 * did then: also when the answer that carried it was lost, or another tab has asked for a draft.
 */
function revealedSince(
  frame: ReviewFrame,
  seen: ReviewDocument,
  now: ReviewDocument,
): { revealed?: ReviewFrame } {
  return showsMore(frame, seen, now) ? { revealed: withhold(frame, now) } : {};
}

/** When operations that are sent again were recorded. */
function savedAt(recorded: Recorded[], sent: Set<string>, held: LockedAssignment): Date {
  const times = recorded.filter(({ op }) => sent.has(op.op)).map(({ recordedAt }) => recordedAt.getTime());
  return times.length > 0 ? new Date(Math.max(...times)) : held.now;
}

/** Whether an operation sets what another tab has set since the sender looked. */
function overlap(all: Op[], unseen: Op[], fresh: Op[]): boolean {
  const names = new Set(unseen.flatMap((op) => touches(all, op)));
  return fresh.some((op) => touches(all, op).some((name) => names.has(name)));
}

/** The document after some operations, or which of them does not fit and why. */
function extend(frame: ReviewFrame, before: ReviewDocument, fresh: Op[]): ReviewDocument | Refusal {
  let document = before;
  for (const op of fresh) {
    const next = apply(frame, document, op);
    if (isRefused(next)) return doesNotFit(op, next.refused);
    document = next;
  }
  return document;
}

function doesNotFit({ op }: Op, because: OpRefusal): Refusal {
  return refuse("does-not-fit", { op, because, message: OPERATION_REFUSALS[because] });
}

async function append(
  tx: Tx,
  { id, version, now }: LockedAssignment,
  fresh: Op[],
  leaseUntil: Date | null,
): Promise<void> {
  await tx.operation.createMany({
    data: fresh.map((op, n) => ({
      assignmentId: id,
      id: op.op,
      seq: version + n + 1,
      type: op.type,
      payload: op,
      clientAt: new Date(op.at),
      recordedAt: now,
    })),
  });
  await tx.assignment.update({ where: { id }, data: { version: version + fresh.length, leaseUntil } });
}

/**
 * Keeps an assignment the annotator is reading but not changing, and what is kept ahead for them beside it. Null when
 * it is not theirs.
 */
export async function heartbeat(
  annotator: Annotator,
  id: string,
  lease: string,
): Promise<{ leaseUntil: Date } | Refusal | null> {
  const kept = await db.$transaction(async (tx) => {
    const held = await lockAssignment(tx, annotator, id, lease);
    if (!held) return null;
    const refused = assignmentRefusal(held);
    if (refused) return refused;
    const leaseUntil = leaseFrom(held);
    await tx.assignment.update({ where: { id }, data: { leaseUntil } });
    return { leaseUntil, batchId: held.batchId };
  });
  if (kept === null || "refused" in kept) return kept;
  await renewAhead(annotator, kept.batchId);
  return { leaseUntil: kept.leaseUntil };
}
