import { z } from "zod";
import { RUBRIC_KINDS } from "@/lib/dataset/schema";
import { Language } from "@/lib/i18n/schema";
import { SignalCounts } from "@/lib/review/schema/operation";

/*
 * Responses of the reading API: projects, their batches, people and runs, and what is judged. Ids are the database's,
 * `key` the study file's.
 */

const Id = z.uuid();
const Metadata = z.record(z.string(), z.unknown());
const Moment = z.date();
/** As in a study file: {"type":"yesno"}, {"type":"yesnona"} or {"type":"points","min","max","labels"}. */
export const ReadScale = z.record(z.string(), z.unknown());

export const ReadProject = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  sample: z.boolean(),
  archivedAt: Moment.nullable(),
  createdAt: Moment,
  /** The caller's role in it. */
  role: z.enum(["annotator", "researcher", "admin"]),
});
export type ReadProject = z.infer<typeof ReadProject>;

export const ReadDataset = z.object({
  id: Id,
  project: Id,
  name: z.string(),
  source: z.string().nullable(),
  sample: z.boolean(),
  state: z.enum(["ready", "archived"]),
  counts: z.object({
    tasks: z.number(),
    responses: z.number(),
    rubrics: z.number(),
    items: z.number(),
    drafts: z.number(),
    judgements: z.number(),
    decisions: z.number(),
  }),
  createdAt: Moment,
  readyAt: Moment.nullable(),
});
export type ReadDataset = z.infer<typeof ReadDataset>;

export const ReadBatch = z.object({
  id: Id,
  project: Id,
  dataset: Id,
  name: z.string(),
  state: z.enum(["draft", "open", "paused", "closed", "archived"]),
  preset: z.string(),
  createdAt: Moment,
  openedAt: Moment.nullable(),
  closedAt: Moment.nullable(),
  dueAt: Moment.nullable(),
  subjects: z.int(),
  slots: z.int(),
  submitted: z.int(),
});
export type ReadBatch = z.infer<typeof ReadBatch>;

export const ReadPerson = z.object({
  /** Id of the membership. */
  id: Id,
  user: Id,
  name: z.string(),
  /** Null for participants of a crowd link. */
  email: z.string().nullable(),
  role: z.enum(["annotator", "researcher", "admin"]),
  /** The person's name in judgements and exports. */
  pseudonym: z.string(),
  disabled: z.boolean(),
  createdAt: Moment,
});
export type ReadPerson = z.infer<typeof ReadPerson>;

export const ReadRun = z.object({
  id: Id,
  project: Id,
  dataset: Id,
  endpoint: Id,
  name: z.string(),
  method: z.string(),
  methodVersion: z.string(),
  model: z.string(),
  state: z.enum(["draft", "running", "paused", "paused_budget", "done", "cancelled"]),
  pausedFor: z.string().nullable(),
  units: z.int(),
  requests: z.int(),
  /** In millionths of the endpoint's currency. */
  costMicros: z.number(),
  createdAt: Moment,
  startedAt: Moment.nullable(),
  finishedAt: Moment.nullable(),
});
export type ReadRun = z.infer<typeof ReadRun>;

export const ReadTask = z.object({
  id: Id,
  dataset: Id,
  key: z.string(),
  position: z.int(),
  instruction: z.string(),
  input: z.string().nullable(),
  messages: z.array(z.record(z.string(), z.unknown())).nullable(),
  reference: z.string().nullable(),
  tags: z.array(z.string()),
  metadata: Metadata,
});
export type ReadTask = z.infer<typeof ReadTask>;

export const ReadResponse = z.object({
  id: Id,
  dataset: Id,
  task: Id,
  key: z.string(),
  position: z.int(),
  model: z.string().nullable(),
  text: z.string(),
  metadata: Metadata,
});
export type ReadResponse = z.infer<typeof ReadResponse>;

export const ReadItem = z.object({
  id: Id,
  /** Its wording in this version, to which judgements and labels refer. */
  itemVersion: Id,
  key: z.string(),
  /** The item from which it was revised. */
  parent: Id.nullable(),
  name: z.string().nullable(),
  text: z.string(),
  scale: ReadScale,
  weight: z.number().nullable(),
  category: z.string().nullable(),
});

/** A checklist or a list of criteria, in its newest version. */
export const ReadRubric = z.object({
  id: Id,
  dataset: Id,
  /** Null: for every task of the dataset. */
  task: Id.nullable(),
  /** The response or pair it was written for; null when it is its task's. */
  response: Id.nullable(),
  responseB: Id.nullable(),
  key: z.string(),
  position: z.int(),
  kind: z.enum(RUBRIC_KINDS),
  version: z.int(),
  versionId: Id,
  origin: z.string().nullable(),
  method: z.string().nullable(),
  model: z.string().nullable(),
  items: z.array(ReadItem),
});
export type ReadRubric = z.infer<typeof ReadRubric>;

/** The purpose of an assignment: training and exams precede the batch's own work, and have no slot. */
export const AssignmentUse = z.enum(["work", "check", "training", "exam"]);

export const ReadAssignment = z.object({
  id: Id,
  batch: Id,
  subject: Id,
  task: Id,
  response: Id.nullable(),
  responseB: Id.nullable(),
  arm: z.string(),
  use: AssignmentUse,
  /** The slot's number among those of its subject and arm, from 1. */
  replicate: z.int().nullable(),
  /** The annotator's pseudonym. */
  rater: z.string(),
  state: z.enum(["reserved", "open", "submitted", "skipped", "expired", "returned", "reopened"]),
  /** Position among this annotator's assignments in the batch, from 1. */
  position: z.int(),
  guidelinesVersion: z.int(),
  openedAt: Moment.nullable(),
  submittedAt: Moment.nullable(),
  reopenedAt: Moment.nullable(),
  skippedAt: Moment.nullable(),
  skipReason: z.string().nullable(),
  activeMs: z.number().nullable(),
  signals: SignalCounts.nullable(),
  /**
   * The language of the page in which it was submitted, and in which disclosures beside the work were shown. Null when it
   * was not submitted, or the language is not known.
   */
  language: Language.nullable(),
  createdAt: Moment,
});
export type ReadAssignment = z.infer<typeof ReadAssignment>;
