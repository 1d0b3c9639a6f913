import "server-only";
import { actAs, type UnverifiedSession } from "@/lib/auth/actor";
import { verifySession } from "@/lib/auth/sessions";
import { renewPrefetched } from "@/lib/batch/data/prefetch";
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
import { insertOperations } from "@/lib/review/data/operation-rows";
import { recordRemarks } from "@/lib/review/data/remarks";
import { isTooEarly } from "@/lib/review/rules/accept-whole-draft";
import { apply, fold, isRefused } from "@/lib/review/rules/apply";
import { touches } from "@/lib/review/rules/operation-conflicts";
import { OPERATION_REFUSALS } from "@/lib/review/rules/refusal-messages";
import { showsMore, withhold } from "@/lib/review/rules/reveal";
import type { RecordedOp, Saved } from "@/lib/review/schema";
import type { OpRefusal, ReviewDocument } from "@/lib/review/schema/document";
import type { Op } from "@/lib/review/schema/operation";
import type { ReviewFrame } from "@/lib/review/schema/stimulus";
import { findFrame } from "@/lib/review/stimulus/find-frame";
import { Prisma } from "@/prisma/generated/client/client";

/**
 * Everything that a client with a stale base needs to continue: operations recorded since, and drafts that they
 * revealed.
 */
type Stale = { version: number; ops: Op[]; revealed?: ReviewFrame };

/**
 * Appends operations to an annotator's open assignment, all or none. Null when it is not theirs. The session
 * is checked in the writing statement: "signed-out" when it is invalid or the account is not active.
 *
 * Operations recorded before change nothing, whatever has become of the assignment. On a stale base,
 * operations that touch nothing recorded since are merged; otherwise "stale" carries what was recorded. After
 * the lease has expired the answer is "expired", or "released" when an admin took the assignment away:
 * operations that still fit are stored for when the annotator may continue, and count for nothing until then.
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

/**
 * Types that the fast path records. Not: flags and notes, which have rows of their own; undo, which may undo
 * one of those; agree, which may come too early.
 */
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
 * The fast path of nearly every save: the cached document is current, and the single writing statement checks
 * all conditions. Null, and nothing written, when a condition fails or the document is not cached: the caller
 * then takes the slow path.
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
  // The frame never changes, so it is read before the lock.
  const framed = await findFrame(annotator, id);
  if (!framed) return null;
  return db.$transaction(async (tx) => {
    const assignment = await lockAssignment(tx, annotator, id, lease);
    if (!assignment) return null;
    const recorded = await findOpsIn(tx, id);
    const known = new Set(recorded.map(({ op }) => op.op));
    const sent = new Set(ops.map((op) => op.op));
    const fresh = [...new Map(ops.map((op) => [op.op, op])).values()].filter((op) => !known.has(op.op));
    // A base in the future comes from before a database restore: the client needs everything.
    const since = base > assignment.version ? 0 : base;
    const merged = recorded.filter(({ op, seq }) => seq > since && !sent.has(op.op)).map(({ op }) => op);
    const { version, leaseUntil } = assignment;
    const { frame } = framed;
    const asNow = recorded.map(({ op }) => op);
    const before = fold(frame, asNow);
    const seen = fold(frame, asNow.slice(0, since));
    if (fresh.length === 0)
      return {
        version,
        savedAt: savedAt(recorded, sent, assignment),
        leaseUntil,
        merged,
        ...revealedSince(frame, seen, before),
      };

    const refused = assignmentRefusal(assignment);
    const late = refused?.refused === "expired" || refused?.refused === "released" ? refused.refused : null;
    if (refused && !(late && assignment.lease !== "another"))
      return late ? refuse(late, { kept: false }) : refused;
    const after = overlap([...asNow, ...fresh], merged, fresh)
      ? refuse("stale", staleSince(frame, asNow, since, merged))
      : extend(frame, before, fresh);
    if ("refused" in after) return late ? refuse(late, { kept: false }) : after;
    const tooEarly =
      isTooEarly(frame, recorded, fresh, assignment) && fresh.find(({ type }) => type === "agree");
    if (tooEarly) return doesNotFit(tooEarly, "too-early");

    const renewed = leaseFrom(assignment);
    await append(tx, assignment, fresh, late ? leaseUntil : renewed);
    await recordRemarks(tx, assignment, before, after);
    if (late) return refuse(late, { kept: true });
    remember(id, { ...framed, ops: [...asNow, ...fresh], document: after });
    return {
      version: version + fresh.length,
      savedAt: assignment.now,
      leaseUntil: renewed,
      merged,
      ...revealedSince(frame, seen, after),
    };
  });
}

/**
 * Everything a client at version `since` needs: operations recorded by other tabs, and the frame if those
 * operations revealed a draft.
 */
export function staleSince(frame: ReviewFrame, recorded: Op[], since: number, ops: Op[]): Stale {
  const seen = fold(frame, recorded.slice(0, since));
  return { version: recorded.length, ops, ...revealedSince(frame, seen, fold(frame, recorded)) };
}

/**
 * The current frame, if it shows more than the client has seen. This covers responses that were lost, and
 * drafts that another tab revealed.
 */
function revealedSince(
  frame: ReviewFrame,
  seen: ReviewDocument,
  now: ReviewDocument,
): { revealed?: ReviewFrame } {
  return showsMore(frame, seen, now) ? { revealed: withhold(frame, now) } : {};
}

/** When operations that are sent again were recorded. */
function savedAt(recorded: RecordedOp[], sent: Set<string>, assignment: LockedAssignment): Date {
  const times = recorded.filter(({ op }) => sent.has(op.op)).map(({ recordedAt }) => recordedAt.getTime());
  return times.length > 0 ? new Date(Math.max(...times)) : assignment.now;
}

/** True if an operation sets a value that another tab has set since the client's base. */
function overlap(all: Op[], unseen: Op[], fresh: Op[]): boolean {
  const names = new Set(unseen.flatMap((op) => touches(all, op)));
  return fresh.some((op) => touches(all, op).some((name) => names.has(name)));
}

/** The document after some operations, or the first operation that does not fit, with the reason. */
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
  await tx.$executeRaw(
    insertOperations(Prisma.sql`(SELECT ${id}::uuid AS "id", ${version}::int AS "base", ${now}::timestamptz AS "now",
      ${JSON.stringify(fresh)}::jsonb AS "ops") AS appended`),
  );
  await tx.assignment.update({ where: { id }, data: { version: version + fresh.length, leaseUntil } });
}

/**
 * Renews the leases of an assignment that the annotator is reading and of those prefetched for them. Null
 * when it is not theirs.
 */
export async function heartbeat(
  annotator: Annotator,
  id: string,
  lease: string,
): Promise<{ leaseUntil: Date } | Refusal | null> {
  const outcome = await db.$transaction(async (tx) => {
    const assignment = await lockAssignment(tx, annotator, id, lease);
    if (!assignment) return null;
    const refused = assignmentRefusal(assignment);
    if (refused) return refused;
    const leaseUntil = leaseFrom(assignment);
    await tx.assignment.update({ where: { id }, data: { leaseUntil } });
    return { leaseUntil, batchId: assignment.batchId };
  });
  if (outcome === null || "refused" in outcome) return outcome;
  await renewPrefetched(annotator, outcome.batchId);
  return { leaseUntil: outcome.leaseUntil };
}
