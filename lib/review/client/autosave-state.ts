import type { SaveStatus, Session } from "@/lib/review/client/local-document";
import type { Requirement } from "@/lib/review/schema/document";
import type { Op } from "@/lib/review/schema/operation";
import type { ReviewFrame } from "@/lib/review/schema/stimulus";

/** An operation as components create it; autosave adds id and time. */
export type UnstampedOp = Op extends infer One ? (One extends Op ? Omit<One, "op" | "at"> : never) : never;

export type OpenedAssignment = {
  id: string;
  /** Null until the server has opened the assignment: operations wait. */
  lease: string | null;
  leaseMinutes: number;
  version: number;
  savedAt: string | null;
  frame: ReviewFrame;
  ops: Op[];
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
      told: SubmissionFeedback;
    }
  | { submitted: false; missing: Requirement[] }
  | { submitted: false; refused: string; message: string };
