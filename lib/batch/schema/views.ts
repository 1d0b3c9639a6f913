import { z } from "zod";
import { ArmDesign, BatchState, ItemOrder, SubjectSelection } from "@/lib/batch/schema";
import { Intake } from "@/lib/batch/schema/intake";
import type { RunState } from "@/lib/drafting/schema/runs";
import { PresetId, Protocol } from "@/lib/protocol/schema";
import { Disclosure, Quality, Reserve } from "@/lib/quality/schema";

/** Assignments that a change would affect, shown before it is made. */
export const AffectedWork = z.object({
  /** Slots without an assignment that an annotator has seen: also those of prefetched assignments. */
  free: z.number(),
  /**
   * Assignments being worked on, and assignments on hold behind another one of the same annotator.
   * Submissions that were sent back are not included.
   */
  open: z.number(),
  onHold: z.number(),
  /** Submissions sent back, whether open or not. */
  reopened: z.number(),
  submitted: z.number(),
});
export type AffectedWork = z.infer<typeof AffectedWork>;

// ---------------------------------------------------------------- growing

/**
 * The tasks, responses or pairs that could be added, one page of them, and how many assignments each creates.
 */
export const Addable = z.object({
  count: z.number(),
  /** Number of assignments created for each; more for reserved subjects. */
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
  /** Required for every write to the assignment. */
  lease: string;
  leaseUntil: Date;
  /** Position of the assignment among the annotator's assignments in the batch, from 1. */
  position: number;
};

export type Claim =
  | { status: "claimed"; assignment: Claimed }
  /**
   * `later`: other annotators are working on subjects that may become free again. The annotator learns
   * neither who nor which.
   */
  | { status: "none"; later: boolean };

export const GuidelinesView = z.object({
  batch: z.string(),
  version: z.number(),
  text: z.string(),
  /** Disclosures that annotators read with the guidelines, by the batch's design. */
  disclosures: z.array(Disclosure),
  /** Annotators get work only after confirming this version. */
  mustRead: z.boolean(),
  /** When the annotator confirmed this version. */
  readAt: z.date().nullable(),
  /** The earlier version they read or worked under. */
  before: z
    .object({
      version: z.number(),
      text: z.string(),
    })
    .nullable(),
});
export type GuidelinesView = z.infer<typeof GuidelinesView>;

export const MonitorVersion = z.object({
  version: z.string(),
});
export type MonitorVersion = z.infer<typeof MonitorVersion>;

/** The numbers of subjects and slots that opening a batch creates. */
export const Opening = z.object({
  /** Number of subjects given to annotators, including checks. */
  subjects: z.int(),
  slots: z.int(),
  checks: z.int(),
  training: z.int(),
  exam: z.int(),
  reserved: z.int(),
  planted: z.int(),
});
export type Opening = z.infer<typeof Opening>;

/** A batch with its design, as drafted or opened. */
export const BatchView = z.object({
  id: z.uuid(),
  projectId: z.uuid(),
  dataset: z.object({ id: z.uuid(), name: z.string() }),
  name: z.string(),
  sample: z.boolean(),
  state: BatchState,
  preset: PresetId,
  selection: SubjectSelection,
  /** Number of tasks or responses the admin chose individually; 0 if the filter alone decides. */
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
  /** The automatic intake of new subjects once the batch is open; null when it takes none. */
  intake: Intake.nullable(),
  createdAt: z.date(),
  openedAt: z.date().nullable(),
  closedAt: z.date().nullable(),
  arms: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      k: z.int(),
      /** True if the arm is for reserved subjects only. */
      reserved: z.boolean(),
      protocol: Protocol,
      design: ArmDesign,
    }),
  ),
  /** The newest version. */
  guidelines: z.object({ version: z.int(), text: z.string() }),
  /** Their memberships. */
  annotators: z.array(z.uuid()),
});
export type BatchView = z.infer<typeof BatchView>;

export const AnnotatorProgress = z.object({
  membershipId: z.string(),
  /** The pseudonym. */
  code: z.string(),
  /** For admins only: others read pseudonyms. */
  name: z.string().nullable(),
  /** False if the annotator is disabled in the project or the installation. */
  works: z.boolean(),
  submitted: z.number(),
  open: z.number(),
  skipped: z.number(),
  /** Assignments begun, not submitted, and released because the lease expired or the batch was closed. */
  left: z.number(),
  /** Median active work per submission, in milliseconds; null before the first. */
  medianMs: z.number().nullable(),
  /** Subjects with a free slot that they may take. */
  available: z.number(),
  lastAt: z.date().nullable(),
});
export type AnnotatorProgress = z.infer<typeof AnnotatorProgress>;

export const Progress = z.object({
  subjects: z.number(),
  /** Subjects with all slots submitted. */
  complete: z.number(),
  /** Subjects never opened. */
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
