import { z } from "zod";
import { ArmDesign, BatchState, ItemOrder, SubjectSelection } from "@/lib/batch/schema";
import type { RunState } from "@/lib/drafting/schema/runs";
import { PresetId, Protocol } from "@/lib/protocol/schema";
import { Quality, Reserve } from "@/lib/quality/schema";

/** What is in whose hands now: what a change would touch, said before it is made. */
export const Stakes = z.object({
  /** Slots nobody holds. */
  free: z.number(),
  /** Being worked on, and waiting behind something else of the same annotator's. Neither was submitted before. */
  open: z.number(),
  onHold: z.number(),
  /** Submissions sent back, whether somebody is at them or not. */
  reopened: z.number(),
  submitted: z.number(),
});
export type Stakes = z.infer<typeof Stakes>;

// ---------------------------------------------------------------- growing

/** The tasks, responses or pairs that could be added, a page of them, and what each of them makes. */
export const Addable = z.object({
  count: z.number(),
  /** So many assignments are made for each, and more for those that are reserved. */
  each: z.number(),
  reserve: Reserve.nullable(),
  first: z.array(
    z.object({
      position: z.number(),
      taskId: z.string(),
      responseId: z.string().nullable(),
      responseBId: z.string().nullable(),
      task: z.string(),
      response: z.string().nullable(),
      title: z.string(),
    }),
  ),
});
export type Addable = z.infer<typeof Addable>;

export type Claimed = {
  id: string;
  /** Every write to the assignment must carry it. */
  lease: string;
  leaseUntil: Date;
  /** Position among the assignments of this annotator in this batch, from 1. */
  position: number;
};

export type Claim =
  | { status: "claimed"; assignment: Claimed }
  /** `later`: others are at work on subjects that may come back. Whose and which is not said. */
  | { status: "none"; later: boolean };

export const GuidelinesView = z.object({
  batch: z.string(),
  version: z.number(),
  text: z.string(),
  /** Work is only given to those who confirmed this version. */
  mustRead: z.boolean(),
  /** When the annotator confirmed this version. */
  readAt: z.date().nullable(),
  /** What they read or worked under before, when that was another version. */
  before: z
    .object({
      version: z.number(),
      text: z.string(),
    })
    .nullable(),
});
export type GuidelinesView = z.infer<typeof GuidelinesView>;

export const Pulse = z.object({
  version: z.string(),
});
export type Pulse = z.infer<typeof Pulse>;

/** What an opened batch consists of. */
export const Opening = z.object({
  /** What it hands out: work, and the checks among it. */
  subjects: z.int(),
  slots: z.int(),
  checks: z.int(),
  training: z.int(),
  exam: z.int(),
  reserved: z.int(),
  planted: z.int(),
});
export type Opening = z.infer<typeof Opening>;

/** A batch with its design, as it was drafted or opened. */
export const BatchView = z.object({
  id: z.uuid(),
  projectId: z.uuid(),
  dataset: z.object({ id: z.uuid(), name: z.string() }),
  name: z.string(),
  sample: z.boolean(),
  state: BatchState,
  preset: PresetId,
  selection: SubjectSelection,
  /** How many subjects were chosen one by one; 0 when the selection alone says. */
  chosen: z.int(),
  seed: z.int(),
  subjectOrder: ItemOrder,
  itemOrder: ItemOrder,
  joinLater: z.boolean(),
  mustRead: z.boolean(),
  quality: Quality,
  revision: z.int(),
  leaseMinutes: z.int(),
  dueAt: z.date().nullable(),
  createdAt: z.date(),
  openedAt: z.date().nullable(),
  closedAt: z.date().nullable(),
  arms: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      k: z.int(),
      /** For reserved subjects only. */
      reserved: z.boolean(),
      protocol: Protocol,
      design: ArmDesign,
    }),
  ),
  /** The newest. */
  guidelines: z.object({ version: z.int(), text: z.string() }),
  /** Their memberships. */
  annotators: z.array(z.uuid()),
});
export type BatchView = z.infer<typeof BatchView>;

export const AnnotatorProgress = z.object({
  membershipId: z.string(),
  /** The pseudonym. */
  code: z.string(),
  /** For admins only: results are read under pseudonyms. */
  name: z.string().nullable(),
  /** False once the person was disabled in the project or the installation. */
  works: z.boolean(),
  submitted: z.number(),
  open: z.number(),
  skipped: z.number(),
  /** Begun, not submitted, and nobody's now: the lease passed, or the batch was closed. */
  left: z.number(),
  /** Of active work per submission, in milliseconds; null before the first. */
  medianMs: z.number().nullable(),
  /** Subjects with a free slot that they may take. */
  available: z.number(),
  lastAt: z.date().nullable(),
});
export type AnnotatorProgress = z.infer<typeof AnnotatorProgress>;

export const Progress = z.object({
  subjects: z.number(),
  /** Subjects of which every slot is submitted. */
  complete: z.number(),
  /** Subjects nobody has opened. */
  untouched: z.number(),
  slots: z.number(),
  submitted: z.number(),
  open: z.number(),
  annotators: z.array(AnnotatorProgress),
});
export type Progress = z.infer<typeof Progress>;

/** A run that a batch on its dataset can wait for. */
export interface AwaitableRun {
  id: string;
  name: string;
  datasetId: string;
  state: RunState;
}
