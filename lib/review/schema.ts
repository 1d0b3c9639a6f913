import { z } from "zod";
import { Language } from "@/lib/i18n/schema";
import { Compared, Debriefed, Disclosure, StageView } from "@/lib/quality/schema";
import { MAX_FLAG_NOTE } from "@/lib/review/schema/codes";
import { Op } from "@/lib/review/schema/operation";
import { ReviewFrame } from "@/lib/review/schema/stimulus";

/** One assignment, as the API returns it to its annotator. */
export const AssignmentView = z.object({
  id: z.string(),
  state: z.enum(["reserved", "open", "submitted", "skipped", "expired", "returned", "reopened"]),
  /** Position among this annotator's assignments in the batch, from 1. */
  position: z.number(),
  /** Required for every write; null while the assignment cannot be written. */
  lease: z.string().nullable(),
  leaseUntil: z.date().nullable(),
  submittedAt: z.date().nullable(),
  /** Until then the submission can be undone. */
  undoUntil: z.date().nullable(),
  skipReason: z.string().nullable(),
  /**
   * It is submitted or skipped, and its annotator may open it again. A submission counts until it is submitted again.
   */
  mayTakeBack: z.boolean(),
  /** For training and exams: the stage, and the position in it. */
  stage: StageView.optional(),
  /** For submitted training and checks with feedback: the comparison with gold. */
  feedback: z.array(Compared).optional(),
  /** For submissions of a closed batch that debriefs: the places of planted errors. */
  debrief: z.array(Debriefed).optional(),
  /** Why it was sent back, until it is redone; the note is empty if its annotator reopened it. */
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
    /** Nothing can be written in an archived project, whatever the batch's state. */
    projectArchived: z.boolean(),
    /** Minutes without activity after which the lease ends. */
    leaseMinutes: z.number(),
    /** Pasting and leaving the tab are counted, as the guidelines say. */
    signals: z.boolean(),
  }),
  /** Guidelines in Markdown, in the version that was in force when this assignment was opened. */
  guidelines: z.string(),
  /** Disclosures that annotators read with the guidelines, by the batch's design. */
  disclosures: z.array(Disclosure),
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
  /** Null when the assignment is about the task or a pair. */
  response: z
    .object({
      text: z.string(),
    })
    .nullable(),
  /** The two responses to compare as shown, A on the left. */
  pair: z
    .object({
      a: z.string(),
      b: z.string(),
    })
    .nullable(),
  /**
   * The texts above as formatted HTML trees, by their index in `textsOf`; null for texts shown unformatted by
   * default.
   */
  prepared: z.record(z.string(), z.string().nullable().optional()).readonly().optional(),
  frame: ReviewFrame,
  /** Number of recorded operations; the document is their fold. */
  version: z.number(),
  savedAt: z.date().nullable(),
  ops: z.array(Op),
});
export type AssignmentView = z.infer<typeof AssignmentView>;

/** One entry in an annotator's list of their own work. */
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

/** One of the annotator's own submissions, in a list. */
export type PastWork = { id: string; position: number; submittedAt: Date; title: string; batch: string };

export const PastWorkQuery = z.strictObject({
  batch: z.uuid().optional(),
  /** Words of the task or the response to search for. */
  q: z.string().max(200).optional(),
  /** The last submission of the previous page. */
  after: z.uuid().optional(),
});
export type PastWorkQuery = z.infer<typeof PastWorkQuery>;

/** A sent-back submission, in its annotator's list. */
export type ReopenedWork = Pick<AssignmentView, "id" | "state"> & {
  title: string;
  reopened: { note: string; at: Date };
  batch: Pick<AssignmentView["batch"], "id" | "name" | "state">;
};

export const ReopenBody = z.strictObject({
  /** The admin's note on what the annotator should correct. */
  note: z.string().trim().min(1, "Say what to look at again.").max(2000),
});

export const AssignmentParams = z.strictObject({ id: z.uuid() });
export const OwnWorkQuery = z.strictObject({ batch: z.uuid() });

const Lease = z.uuid();

/** `base` is the version the operations are based on. */
export const OpsBody = z.strictObject({
  lease: Lease,
  base: z.int().min(0),
  ops: z.array(Op).min(1).max(200),
});

export const SubmitBody = z.strictObject({
  lease: Lease,
  /** The version the client has seen: a submission is refused when another tab wrote since. */
  base: z.int().min(0).optional(),
  /** The language of the page, in which disclosures beside the work were shown. */
  language: Language.optional(),
});
export const HeartbeatBody = z.strictObject({ lease: Lease });
export const SkipBody = z.strictObject({ lease: Lease, reason: z.string().trim().min(1).max(2000) });

/**
 * The submissions that a reader pages through: all of the batch, those of the same annotator, or those on the
 * same subject.
 */
export const SubmissionScope = z.enum(["batch", "annotator", "subject"]);
export type SubmissionScope = z.infer<typeof SubmissionScope>;

export const RemarkFilter = z.enum(["flags", "resolved", "skips", "notes"]);
export type RemarkFilter = z.infer<typeof RemarkFilter>;

/** A flag, skip or note, as shown to the batch's admins and researchers. */
export type Remark = {
  /** The flag's id; for a skip or note the assignment's. */
  id: string;
  at: Date;
  /** For flags. */
  code: string | null;
  /** The flag's note, the skip's reason, or the note; written by the annotator. */
  text: string;
  resolvedAt: Date | null;
  resolution: string | null;
  state: string;
  /** The assignment, if it was submitted and can be read. */
  submission: string | null;
  /** The pseudonym, or for admins the name. */
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
  /** Number of operations in the document: the base of the next ones. */
  version: z.number(),
  savedAt: z.date(),
  leaseUntil: z.date().nullable(),
  /** Operations that another tab recorded after the base; they come before the client's. */
  merged: z.array(Op),
  /** The frame, if it shows a draft that was withheld at the base. */
  revealed: ReviewFrame.optional(),
});
export type Saved = z.infer<typeof Saved>;

export type RecordedOp = { op: Op; seq: number; recordedAt: Date };

export const RecordedOps = z.array(z.object({ payload: Op, seq: z.int(), recordedAt: z.date() }));
