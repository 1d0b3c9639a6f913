import type { UnstampedOp } from "@/lib/review/client/autosave-state";
import type { Op } from "@/lib/review/schema/operation";

/** Errors that may go away without the annotator doing anything, so the request is repeated. */
export const PASSING = new Set<string>([
  "offline",
  "failed",
  "too-many-attempts",
  "busy",
  "database-lost",
  "database-full",
  // The annotator may sign in again in another tab.
  "signed-out",
]);

/** Refusals of a claim after which the assignment on the screen stays, with the reason. */
export const ENDS_CLAIMS = new Set<string>(["batch-paused", "batch-closed", "place-given-back", "not-found"]);

/** Limits of one request: operations, and characters of at most three bytes each. */
const MOST_OPS = 200;
const MOST_TEXT = 500_000;

/** The first pending operations, as many as one request may contain. */
export function firstOf(pending: readonly Op[]): Op[] {
  let text = 0;
  const most = pending.slice(0, MOST_OPS);
  const end = most.findIndex((op, at) => {
    text += JSON.stringify(op).length;
    return at > 0 && text > MOST_TEXT;
  });
  return end === -1 ? most : most.slice(0, end);
}

export function stamped(operation: UnstampedOp): Op {
  return { op: crypto.randomUUID(), at: new Date().toISOString(), ...operation } as Op;
}

/** Time that a save is awaited before it is sent again, in milliseconds: recorded twice, it counts once. */
export const SAVE_PATIENCE_MS = 20_000;
