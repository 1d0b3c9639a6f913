import type { SaveStatus, Session } from "@/lib/review/client/local-document";
import type { UnsentAbout } from "@/lib/review/client/outbox";
import type { AssignmentView } from "@/lib/review/schema";
import type { Requirement } from "@/lib/review/schema/document";
import type { Op } from "@/lib/review/schema/operation";
import type { ReviewFrame } from "@/lib/review/schema/stimulus";

/** An operation as components create it; autosave adds id and time. */
export type UnstampedOp = Op extends infer One ? (One extends Op ? Omit<One, "op" | "at"> : never) : never;

/** An operation that saves a text while it is typed. */
export type TypedOp = Extract<UnstampedOp, { type: "decide" | "add" | "why" | "ask" | "note" }>;

export type OpenedAssignment = {
  id: string;
  /** Null until the server has opened the assignment: operations wait. */
  lease: string | null;
  leaseMinutes: number;
  /** The batch counts pastes and absences. */
  signals?: boolean;
  version: number;
  savedAt: string | null;
  frame: ReviewFrame;
  ops: Op[];
  /** Batch and title of the assignment, for work that could not be sent. */
  about?: UnsentAbout;
  /** A preview: nothing is stored or sent. */
  rehearsal?: boolean;
};

export type AutosaveState = {
  session: Session;
  status: SaveStatus;
  /** True if another tab of this browser has the same assignment open. */
  elsewhere: boolean;
  /**
   * Number of operations that the server has refused permanently. They are removed from the page and the annotator
   * is notified.
   */
  refused: number;
};

/** Feedback on a submission: comparison with gold, or the result of the exam it completes. */
export type SubmissionFeedback = "feedback" | "result" | null;

export type SubmitOutcome =
  | {
      submitted: true;
      undoUntil: string;
      /** Feedback that is ready now and shown before anything else. */
      feedback: SubmissionFeedback;
    }
  | { submitted: false; missing: Requirement[] }
  | { submitted: false; refused: string; message: string };

/** Response to recorded operations. */
export type Recorded = { version: number; savedAt: string; merged: Op[]; revealed?: ReviewFrame };

/** Response when another tab has set the same value. */
export type Stale = Pick<Recorded, "version" | "revealed"> & { ops: Op[] };

/** The other fields of an assignment that is read again. */
export type StateOnServer = Pick<AssignmentView, "state"> & {
  batch: Pick<AssignmentView["batch"], "projectArchived">;
};

/** Reasons of a stop after which the batch has nothing more for the annotator. */
export const ENDS_BATCH: ReadonlySet<string> = new Set([
  "batch-closed",
  "project-archived",
  "not-found",
  "place-given-back",
]);

const ENDS_ASSIGNMENT: ReadonlySet<string> = new Set([
  ...ENDS_BATCH,
  "already-submitted",
  "skipped",
  "released",
  "not-reserved",
]);

/**
 * True if nothing done from now on would reach the server. After a pause of the batch or a lease that ran out, what the
 * annotator does waits in the browser and is sent later.
 */
export const isOver = (status: SaveStatus): boolean =>
  status.state === "stopped" && ENDS_ASSIGNMENT.has(status.why);

/** Message for each state in which an assignment cannot be edited; in other states its lease has expired. */
export const WHY_CLOSED: Partial<Record<AssignmentView["state"], string>> = {
  submitted: "already-submitted",
  skipped: "skipped",
  returned: "released",
};
