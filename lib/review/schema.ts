import { z } from "zod";
import { Compared, Debriefed, StageView } from "@/lib/quality/schema";
import { MAX_FLAG_NOTE } from "@/lib/review/schema/codes";
import { Op } from "@/lib/review/schema/operation";
import { ReviewFrame } from "@/lib/review/schema/stimulus";

/** What the API gives of one assignment to the annotator whose it is. */
export const AssignmentView = z.object({
  id: z.string(),
  state: z.enum(["reserved", "open", "submitted", "skipped", "expired", "returned", "reopened"]),
  /** Position among the assignments of this annotator in the batch, from 1. */
  position: z.number(),
  /** Every write must carry it; null while nothing can be written. */
  lease: z.string().nullable(),
  leaseUntil: z.date().nullable(),
  submittedAt: z.date().nullable(),
  /** Until then the submission can be taken back. */
  undoUntil: z.date().nullable(),
  skipReason: z.string().nullable(),
  /** Of training and exams: which of them it is, and which of how many. */
  stage: StageView.optional(),
  /** Of a submitted check that gives feedback, and of training: how it compares with gold. */
  feedback: z.array(Compared).optional(),
  /** Of a submission of a batch that is over and says so: where drafts were wrong on purpose. */
  debrief: z.array(Debriefed).optional(),
  /** Why it was sent back to be done again, until it is. */
  reopened: z
    .object({
      note: z.string(),
      at: z.date(),
    })
    .nullable(),
  batch: z.object({
    id: z.string(),
    name: z.string(),
    state: z.enum(["draft", "open", "paused", "closed", "archived"]),
    sample: z.boolean(),
    /** Of an archived project nothing can be written, whatever the batch's state. */
    projectArchived: z.boolean(),
    /** How long an assignment is kept for somebody who does nothing. */
    leaseMinutes: z.number(),
  }),
  /** Markdown, in the version this assignment was opened with. */
  guidelines: z.string(),
  task: z.object({
    instruction: z.string(),
    input: z.string().nullable(),
    messages: z
      .array(
        z.object({
          role: z.string(),
          content: z.string(),
        }),
      )
      .nullable(),
    reference: z.string().nullable(),
    tags: z.array(z.string()),
  }),
  /** Null when the assignment is about the task, or a pair. */
  response: z
    .object({
      text: z.string(),
    })
    .nullable(),
  /** Two responses to compare, as they are to be shown: A on the left. */
  pair: z
    .object({
      a: z.string(),
      b: z.string(),
    })
    .nullable(),
  /** The texts above as they are shown, by their places in `textsOf`; null for those that are not formatted unasked. */
  prepared: z.record(z.string(), z.string().nullable().optional()).readonly().optional(),
  frame: ReviewFrame,
  /** How many operations the server holds; the document is their fold. */
  version: z.number(),
  savedAt: z.date().nullable(),
  ops: z.array(Op),
});
export type AssignmentView = z.infer<typeof AssignmentView>;

/** One line in an annotator's list of their own work. */
export const OwnAssignment = AssignmentView.pick({
  id: true,
  state: true,
  position: true,
  version: true,
  submittedAt: true,
  leaseUntil: true,
}).extend({
  title: z.string(),
});
export type OwnAssignment = z.infer<typeof OwnAssignment>;

/** One submission in the list of everything an annotator has finished. */
export type PastWork = { id: string; position: number; submittedAt: Date; title: string; batch: string };

export const PastWorkQuery = z.strictObject({
  batch: z.uuid().optional(),
  /** Words of the task or the response. */
  q: z.string().max(200).optional(),
  /** The last one of the page before. */
  after: z.uuid().optional(),
});
export type PastWorkQuery = z.infer<typeof PastWorkQuery>;

/** A submission that was sent back, in the list of its annotator. */
export type ReopenedWork = Pick<AssignmentView, "id" | "state"> & {
  title: string;
  reopened: { note: string; at: Date };
  batch: Pick<AssignmentView["batch"], "id" | "name" | "state">;
};

export const ReopenBody = z.strictObject({
  /** For the annotator: what to look at again. */
  note: z.string().trim().min(1, "Say what to look at again.").max(2000),
});

export const AssignmentParams = z.strictObject({ id: z.uuid() });
export const OwnWorkQuery = z.strictObject({ batch: z.uuid() });

const Lease = z.uuid();

/** `base` is the version the operations were made on. */
export const OpsBody = z.strictObject({
  lease: Lease,
  base: z.int().min(0),
  ops: z.array(Op).min(1).max(200),
});

/** `base` is the version the sender has seen: with it, a submission is refused when another tab wrote since. */
export const SubmitBody = z.strictObject({ lease: Lease, base: z.int().min(0).optional() });
export const HeartbeatBody = z.strictObject({ lease: Lease });
export const SkipBody = z.strictObject({ lease: Lease, reason: z.string().trim().min(1).max(2000) });

/** What a submission is read together with: everything of its batch, the same annotator's, or others on its subject. */
export const SubmissionScope = z.enum(["batch", "annotator", "subject"]);
export type SubmissionScope = z.infer<typeof SubmissionScope>;

export const RemarkFilter = z.enum(["flags", "resolved", "skips", "notes"]);
export type RemarkFilter = z.infer<typeof RemarkFilter>;

/** A flag, a skip or a note, as whoever runs the batch reads it. */
export type Remark = {
  /** The flag's id; of a skip or a note the assignment's. */
  id: string;
  at: Date;
  /** Of a flag. */
  code: string | null;
  /** The flag's note, the skip's reason, or the note; written by the annotator. */
  text: string;
  resolvedAt: Date | null;
  resolution: string | null;
  state: string;
  /** The assignment, where it was submitted and can be read. */
  submission: string | null;
  /** The pseudonym; the name is for admins. */
  rater: string;
  name: string | null;
  /** Ids of the study file. */
  task: string;
  response: string | null;
  title: string;
};

export const FlagParams = z.strictObject({ flag: z.uuid() });
export const ResolveBody = z.strictObject({
  resolution: z.string().trim().min(1, "Say what was done about it.").max(MAX_FLAG_NOTE),
});

export const Saved = z.object({
  /** How many operations the document holds: the base of the next ones. */
  version: z.number(),
  savedAt: z.date(),
  leaseUntil: z.date().nullable(),
  /** Operations recorded since the base by another tab, which the sender lacks. They come before the sender's. */
  merged: z.array(Op),
  /** The frame, when it shows a draft that was withheld at the base. */
  revealed: ReviewFrame.optional(),
});
export type Saved = z.infer<typeof Saved>;

export type Recorded = { op: Op; seq: number; recordedAt: Date };

export const RecordedOps = z.array(z.object({ payload: Op, seq: z.int(), recordedAt: z.date() }));
