import { z } from "zod";
import { RUBRIC_KINDS, SIDE_ORDERS, TaskFilter } from "@/lib/dataset/schema";
import { FileKey, NewestKey, pageQuery } from "@/lib/http/page";
import { ACTIONS, EXPOSURES, RATER_KINDS, Value } from "@/lib/judgement/schema";
import { SignalCounts } from "@/lib/review/schema/operation";

/* Responses of the reading API: single records and lists. Ids are the database's, `key` the study file's. */

const Id = z.uuid();
const Metadata = z.record(z.string(), z.unknown());
const Moment = z.date();
const Target = z.enum(["item", "overall", "preference"]);
const Exposure = z.enum(EXPOSURES);
const RaterKind = z.enum(RATER_KINDS);
/** As in a study file: {"type":"yesno"}, {"type":"yesnona"} or {"type":"points","min","max","labels"}. */
const Scale = z.record(z.string(), z.unknown());

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
  /** Of the membership. */
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
  scale: Scale,
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

const about = {
  task: Id,
  target: Target,
  /** One response, the two of a preference, or null for none. */
  response: Id.nullable(),
  responseB: Id.nullable(),
  item: Id.nullable(),
};

const by = {
  /** The pseudonym, or the model's name. */
  rater: z.string(),
  raterKind: RaterKind,
};

export const ReadDraft = z.object({
  id: Id,
  dataset: Id,
  key: z.string(),
  ...about,
  ...by,
  method: z.string().nullable(),
  /** The run that drafted it; null when it was imported. */
  run: Id.nullable(),
  value: Value.nullable(),
  lines: z.array(z.string()),
  scoreLine: z.int().nullable(),
  /** The variant of a drafting method: version, parameters, prompt, origin of the rubric. */
  condition: z.string().nullable(),
  /** Of a pair: which response the judge saw first. */
  order: z.enum(SIDE_ORDERS).nullable(),
  /** Which of several samples it is, from 0. */
  sample: z.int().nullable(),
  /** The drafter's own, from 0 to 1. */
  confidence: z.number().nullable(),
  createdAt: Moment,
});
export type ReadDraft = z.infer<typeof ReadDraft>;

const made = {
  dataset: Id,
  /** Null for imported records, like the assignment. */
  batch: Id.nullable(),
  assignment: Id.nullable(),
  arm: z.string().nullable(),
  step: z.int().nullable(),
  ...by,
  /** Null when unknown. */
  exposure: Exposure.nullable(),
  /** False for checks and planted errors, which statistics exclude. */
  counts: z.boolean(),
};

export const ReadJudgement = z.object({
  id: Id,
  key: z.string().nullable(),
  ...made,
  ...about,
  /** The item's wording. */
  itemVersion: Id.nullable(),
  draft: Id.nullable(),
  value: Value.nullable(),
  /** The own value before the draft was shown. */
  initial: Value.nullable(),
  /** The draft was revealed before there was an own value. */
  revealedFirst: z.boolean(),
  /**
   * For a preference: whether the second response was on the left. The value refers to the pair in the order
   * given here.
   */
  swapped: z.boolean().nullable(),
  shown: z.int().nullable(),
  activeMs: z.int().nullable(),
  idleMs: z.int().nullable(),
  /** The value was accepted together with the rest of its draft, in one operation. */
  bulk: z.boolean(),
  startedAt: Moment.nullable(),
  submittedAt: Moment.nullable(),
  metadata: Metadata,
});
export type ReadJudgement = z.infer<typeof ReadJudgement>;

export const ReadDecision = z.object({
  id: Id,
  key: z.string().nullable(),
  ...made,
  action: z.enum(ACTIONS),
  text: z.string().nullable(),
  reasonCode: z.string().nullable(),
  reasonNote: z.string().nullable(),
  /** Accepted together with the rest of its draft, in one operation. */
  bulk: z.boolean(),
  at: Moment.nullable(),
  /** For an item of a rubric; an added one has no item id yet, only a key. */
  rubric: Id.nullable(),
  item: Id.nullable(),
  itemKey: z.string().nullable(),
  scale: Scale.nullable(),
  /** For a line of a draft, within a judgement. */
  judgement: Id.nullable(),
  draft: Id.nullable(),
  line: z.int().nullable(),
  draftText: z.string().nullable(),
});
export type ReadDecision = z.infer<typeof ReadDecision>;

/** The purpose of an assignment: training and exams precede the batch's own work, and have no slot. */
const Use = z.enum(["work", "check", "training", "exam"]);

const answered = {
  id: Id,
  batch: Id,
  assignment: Id,
  use: Use,
  arm: z.string(),
  step: z.int(),
  /** The name of the step, or of its question. */
  question: z.string(),
  /** The annotator's pseudonym. */
  rater: z.string(),
  task: Id,
};

/** The labels given to an item, a response or a task. */
export const ReadLabelling = z.object({
  ...answered,
  /** False for checks and planted errors, which statistics exclude. */
  counts: z.boolean(),
  response: Id.nullable(), // without an item or a response the task itself was labelled
  item: Id.nullable(),
  itemVersion: Id.nullable(),
  exposure: Exposure,
  /** The run whose labels were shown, and the labels; null when none were. */
  run: Id.nullable(),
  drafted: z.array(z.string()).nullable(),
  /** The own labels before the draft was shown. */
  initial: z.array(z.string()).nullable(),
  /** The draft was revealed before there were own labels. */
  revealedFirst: z.boolean(),
  /** In the order of the taxonomy; empty when none of its labels fits. */
  labels: z.array(z.string()),
  reasonCode: z.string().nullable(),
  reasonNote: z.string().nullable(),
  shown: z.int(),
  activeMs: z.int().nullable(),
  idleMs: z.int().nullable(),
  startedAt: Moment.nullable(),
  submittedAt: Moment,
});
export type ReadLabelling = z.infer<typeof ReadLabelling>;

/** An answer to a question of the protocol. */
export const ReadAnswer = z.object({
  ...answered,
  /** The subject of the assignment, in addition to its task. */
  response: Id.nullable(),
  responseB: Id.nullable(),
  value: z.string(), // of several options a JSON list
  at: Moment,
});
export type ReadAnswer = z.infer<typeof ReadAnswer>;

export const ReadAssignment = z.object({
  id: Id,
  batch: Id,
  subject: Id,
  task: Id,
  response: Id.nullable(),
  responseB: Id.nullable(),
  arm: z.string(),
  use: Use,
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
  createdAt: Moment,
});
export type ReadAssignment = z.infer<typeof ReadAssignment>;

// ---------------------------------------------------------------- what is asked for

export const TaskParams = z.strictObject({ task: Id });
export const ResponseParams = z.strictObject({ response: Id });
export const RubricParams = z.strictObject({ rubric: Id });
export const DraftParams = z.strictObject({ draft: Id });
export const JudgementParams = z.strictObject({ judgement: Id });
export const DecisionParams = z.strictObject({ decision: Id });
export const LabellingParams = z.strictObject({ labelling: Id });
export const AnswerParams = z.strictObject({ answer: Id });
export const BatchAssignmentParams = z.strictObject({ id: Id, assignment: Id });
const optionalId = Id.optional();
const Rater = z.string().min(1).max(500).optional();
export const ListQuery = pageQuery({});
/** For lists keyed by a number, or a timestamp and an id. */
export const NumberedQuery = pageQuery({}, { key: z.string().regex(/^\d{1,15}$/) });
export const NewestQuery = pageQuery({}, { key: NewestKey });
export const ListDatasetsQuery = pageQuery({ state: ReadDataset.shape.state.optional() });
export const BatchesQuery = pageQuery({ dataset: optionalId, state: ReadBatch.shape.state.optional() });
export const RunsQuery = pageQuery({ dataset: optionalId, state: ReadRun.shape.state.optional() });
/** Smaller pages, because texts are long. */
const texts = { most: 200, key: FileKey };
export const ListTasksQuery = pageQuery(TaskFilter.shape, texts);
export const ResponsesQuery = pageQuery({ task: optionalId, model: z.string().max(500).optional() }, texts);
export const RubricsQuery = pageQuery({ task: optionalId, kind: z.enum(RUBRIC_KINDS).optional() }, texts);
const unitFilters = { task: optionalId, response: optionalId, item: optionalId, rater: Rater };
export const DraftsQuery = pageQuery(unitFilters, { key: FileKey });
export const ListJudgementsQuery = pageQuery(unitFilters);
export const DecisionsQuery = pageQuery({ rubric: optionalId, judgement: optionalId, rater: Rater });
const toQuestion = { task: optionalId, question: z.string().min(1).max(500).optional(), rater: Rater };
export const LabellingsQuery = pageQuery({ ...toQuestion, item: optionalId });
export const AnswersQuery = pageQuery(toQuestion);
export const AssignmentsQuery = pageQuery({ rater: Rater, state: ReadAssignment.shape.state.optional() });

export type ListDatasetsQuery = z.output<typeof ListDatasetsQuery>;
export type BatchesQuery = z.output<typeof BatchesQuery>;
export type RunsQuery = z.output<typeof RunsQuery>;
export type ListTasksQuery = z.output<typeof ListTasksQuery>;
export type ResponsesQuery = z.output<typeof ResponsesQuery>;
export type RubricsQuery = z.output<typeof RubricsQuery>;
export type DraftsQuery = z.output<typeof DraftsQuery>;
export type ListJudgementsQuery = z.output<typeof ListJudgementsQuery>;
export type DecisionsQuery = z.output<typeof DecisionsQuery>;
export type LabellingsQuery = z.output<typeof LabellingsQuery>;
export type AnswersQuery = z.output<typeof AnswersQuery>;
export type AssignmentsQuery = z.output<typeof AssignmentsQuery>;
