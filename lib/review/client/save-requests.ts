import { type ApiError, callApi } from "@/lib/http/client";
import type { Language } from "@/lib/i18n/schema";
import {
  type OpenedAssignment,
  type Recorded,
  type Stale,
  type StateOnServer,
  type SubmitOutcome,
  type UnstampedOp,
  WHY_CLOSED,
} from "@/lib/review/client/autosave-state";
import type { Requirement } from "@/lib/review/schema/document";
import type { Op } from "@/lib/review/schema/operation";

/** Errors that may go away without the annotator doing anything, so the request is repeated. */
export const TRANSIENT_ERRORS = new Set<string>([
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
const SAVE_PATIENCE_MS = 20_000;

/**
 * The outcome of a save. `stale`: another tab wrote first, and everything recorded since is there. `unfit`: ids of
 * operations that the server will never record. `refused`: the code of a refusal that stays. Otherwise the save may
 * succeed later.
 */
type SaveOutcome =
  | { recorded: Recorded }
  | { stale: Stale }
  | { unfit: string[] }
  | { refused: string }
  | { isTransient: true };

interface SaveBody {
  lease: string | null;
  base: number;
  ops: Op[];
}

/** Sends operations of an assignment; when the page is left, the request outlives it. */
export async function sendOperations(id: string, body: SaveBody, isLeaving: boolean): Promise<SaveOutcome> {
  const answer = await callApi<Recorded>("POST", `/api/v1/assignments/${id}/ops`, body, {
    keepalive: isLeaving,
    patience: SAVE_PATIENCE_MS,
  });
  if (answer.ok) return { recorded: answer.value };
  const { code, detail } = answer.error;
  if (code === "stale") return { stale: detail as Stale };
  const unfit = unfitOps(answer.error, body.ops);
  if (unfit.length > 0) return { unfit };
  return TRANSIENT_ERRORS.has(code) ? { isTransient: true } : { refused: code };
}

/** The operations that an error of the server names. */
function unfitOps({ code, detail, problems = [] }: ApiError, ops: readonly Op[]): string[] {
  if (code === "does-not-fit") return [(detail as { op: string }).op];
  if (code !== "invalid") return [];
  const places = problems.map(({ field }) => Number(/^body\.ops\.(\d+)/.exec(field)?.[1]));
  return ops.filter((_, place) => places.includes(place)).map(({ op }) => op);
}

interface SentSubmission {
  outcome: SubmitOutcome;
  /** Another tab wrote first. */
  stale?: Stale;
  /** The code of a refusal that stays, so that editing ends. */
  end?: string;
}

/** Submits an assignment whose operations are all recorded. */
export async function sendSubmission(
  id: string,
  body: Omit<SaveBody, "ops"> & { language: Language },
): Promise<SentSubmission> {
  type Submitted = { undoUntil: string; feedback?: true; result?: true };
  const answer = await callApi<Submitted>("POST", `/api/v1/assignments/${id}/submit`, body);
  if (answer.ok) {
    const { undoUntil, feedback, result } = answer.value;
    return {
      outcome: { submitted: true, undoUntil, feedback: feedback ? "feedback" : result ? "result" : null },
    };
  }
  const { code, message, detail } = answer.error;
  if (code === "incomplete")
    return { outcome: { submitted: false, missing: (detail as { missing: Requirement[] }).missing } };
  const outcome = { submitted: false as const, refused: code, message };
  if (code === "stale") return { outcome, stale: detail as Stale };
  return TRANSIENT_ERRORS.has(code) ? { outcome } : { outcome, end: code };
}

/**
 * Reads an assignment again. `end` is the code of the reason why it cannot be edited any more; null when it cannot be
 * read now.
 */
export async function readAgain(id: string): Promise<{ opened: OpenedAssignment } | { end: string } | null> {
  const answer = await callApi<OpenedAssignment & StateOnServer>("GET", `/api/v1/assignments/${id}`);
  if (!answer.ok) return TRANSIENT_ERRORS.has(answer.error.code) ? null : { end: answer.error.code };
  const { batch, state } = answer.value;
  if (batch.projectArchived) return { end: "project-archived" };
  return state === "open" ? { opened: answer.value } : { end: WHY_CLOSED[state] ?? "expired" };
}

/** Extends the lease of an assignment. Returns the code of a refusal that stays, otherwise null. */
export async function extendLease(id: string, lease: string): Promise<string | null> {
  const answer = await callApi("POST", `/api/v1/assignments/${id}/heartbeat`, { lease });
  return answer.ok || TRANSIENT_ERRORS.has(answer.error.code) ? null : answer.error.code;
}
