import "server-only";
import { createHash } from "node:crypto";
import { actAs, type UnverifiedSession } from "@/lib/auth/actor";
import { verifySession } from "@/lib/auth/sessions";
import { isRefusal, type Refusal, refuse } from "@/lib/http/refusals";
import { Protocol } from "@/lib/protocol/schema";
import type { Annotator } from "@/lib/review/data/assignment-lock";
import { cachedDocument } from "@/lib/review/data/document-cache";
import { recordOps } from "@/lib/review/data/record-operations";
import { type Submitted, submit } from "@/lib/review/data/submit";
import {
  frameWithOpaqueKeys,
  missingWithOpaqueKeys,
  type OpaqueKeys,
  opaqueKeys,
  opWithOpaqueKeys,
  readOp,
} from "@/lib/review/rules/opaque-keys";
import type { AssignmentView, Saved } from "@/lib/review/schema";
import type { Requirement } from "@/lib/review/schema/document";
import { Op } from "@/lib/review/schema/operation";
import type { ReviewFrame } from "@/lib/review/schema/stimulus";
import { findFrame } from "@/lib/review/stimulus/find-frame";
import { chosenDraftsOf, type Framed } from "@/lib/review/stimulus/types";
import type { Prisma } from "@/prisma/generated/client/client";

/*
 * Translates between keys of the study file and opaque keys where assignments leave the server and operations
 * enter it. All other code uses the study file's keys.
 */

type Keyed = Pick<Framed, "frame" | "salt">;

const made = new WeakMap<ReviewFrame, OpaqueKeys>();

/** The opaque keys of an assignment; null if it began before they existed. */
function keysOf({ frame, salt }: Keyed): OpaqueKeys | null {
  if (salt === null) return null;
  const known = made.get(frame);
  if (known) return known;
  const keys = opaqueKeys(frame, drawnWith(salt));
  made.set(frame, keys);
  return keys;
}

function drawnWith(salt: string): (name: string) => string {
  return (name) => createHash("sha256").update(`${salt} ${name}`).digest("base64url").slice(0, 16);
}

/** An assignment as sent to its annotator. */
export function withOpaqueKeys(view: AssignmentView, framed: Keyed): AssignmentView {
  const keys = keysOf(framed);
  if (!keys) return view;
  return {
    ...view,
    frame: frameWithOpaqueKeys(view.frame, keys),
    ops: view.ops.map((op) => opWithOpaqueKeys(op, keys)),
  };
}

/**
 * Recorded operations for the annotator's copy of their own data, under the same opaque keys for items. Works
 * without the frame: every name is translated.
 */
export function copyOps(
  ops: readonly { payload: unknown; seq: number; recordedAt: Date }[],
  { order, armId, arm }: { order: Prisma.JsonValue; armId: string; arm: { protocol: Prisma.JsonValue } },
) {
  const salt = chosenDraftsOf({ order, armId })?.salt ?? null;
  if (salt === null) return ops;
  const draw = drawnWith(salt);
  const matching = Protocol.parse(arm.protocol).steps.flatMap((step) =>
    step.type === "label" && step.about === "matches" ? [step.id] : [],
  );
  const every = (kind: string) => ({ get: (key: string) => draw(`${kind} ${key}`) });
  const keys = { shown: every("item"), rubrics: { shown: every("rubric") }, matching: new Set(matching) };
  return ops.map(({ payload, ...stored }) => ({
    ...stored,
    payload: opWithOpaqueKeys(Op.parse(payload), keys),
  }));
}

/** Records an annotator's operations, as `recordOps` does, for requests that use opaque keys. */
export async function recordOwnOps(
  who: Annotator | UnverifiedSession,
  id: string,
  sent: { lease: string; base: number; ops: Op[] },
): Promise<Saved | Refusal | null> {
  const recalled = cachedDocument(id);
  const saved = recalled && (await recordUnder(recalled, who, id, sent));
  const isRead = saved !== undefined && !(isRefusal(saved) && saved.refused === "does-not-fit");
  if (isRead) return saved;
  // Another process may have moved the assignment to another arm since, where the keys differ.
  const framed = await frameFor(who, id);
  if (saved && framed?.salt === recalled?.salt) return saved;
  return framed ? recordUnder(framed, who, id, sent) : recordOps(who, id, sent);
}

async function recordUnder(
  framed: Keyed,
  who: Annotator | UnverifiedSession,
  id: string,
  sent: { lease: string; base: number; ops: Op[] },
): Promise<Saved | Refusal | null> {
  const keys = keysOf(framed);
  if (!keys) return recordOps(who, id, sent);
  const saved = await recordOps(who, id, { ...sent, ops: sent.ops.map((op) => readOp(op, keys)) });
  if (saved === null || isRefusal(saved)) return saved && shownRefusal(saved, keys);
  return {
    ...saved,
    merged: saved.merged.map((op) => opWithOpaqueKeys(op, keys)),
    ...shownFrame(saved, keys),
  };
}

/** Submits an assignment, as `submit` does, for requests that use opaque keys. */
export async function submitOwn(
  annotator: Annotator,
  id: string,
  sent: Parameters<typeof submit>[2],
): Promise<Submitted | Refusal | null> {
  const answer = await submit(annotator, id, sent);
  if (answer === null || !isRefusal(answer) || answer.detail === undefined) return answer;
  const framed = cachedDocument(id) ?? (await findFrame(annotator, id));
  const keys = framed && keysOf(framed);
  return keys ? shownRefusal(answer, keys) : answer;
}

async function frameFor(who: Annotator | UnverifiedSession, id: string): Promise<Framed | null> {
  if (!("session" in who)) return findFrame(who, id);
  const found = await verifySession(who);
  return found && findFrame(actAs(found, "annotator"), id);
}

/**
 * The parts of a refusal that contain keys: operations recorded elsewhere, newly visible drafts, missing
 * requirements.
 */
type ConflictDetail = { ops?: readonly Op[]; revealed?: ReviewFrame; missing?: readonly Requirement[] };

function shownRefusal(refusal: Refusal, keys: OpaqueKeys): Refusal {
  if (refusal.refused !== "stale" && refusal.refused !== "incomplete") return refusal;
  const detail = refusal.detail as ConflictDetail;
  return refuse(refusal.refused, {
    ...detail,
    ...(detail.ops && { ops: detail.ops.map((op) => opWithOpaqueKeys(op, keys)) }),
    ...(detail.missing && { missing: missingWithOpaqueKeys(detail.missing, keys) }),
    ...shownFrame(detail, keys),
  });
}

function shownFrame({ revealed }: { revealed?: ReviewFrame | undefined }, keys: OpaqueKeys) {
  return revealed ? { revealed: frameWithOpaqueKeys(revealed, keys) } : {};
}
