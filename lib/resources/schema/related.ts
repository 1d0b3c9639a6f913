import { z } from "zod";
import { FileKey, pageQuery } from "@/lib/http/page";
import { Language } from "@/lib/i18n/schema";
import { Value } from "@/lib/judgement/schema";
import { ReadItem, ReadRubric } from "@/lib/resources/schema";

/*
 * Responses about the context of judgements: the rubrics and questions, the course of the work, and the data
 * known beforehand.
 */

const Id = z.uuid();
const Moment = z.date();
/** The annotator's pseudonym. */
const Rater = z.string();
const About = z.enum(["value", "labels", "preference"]);

/** One version of a checklist or a list of criteria. */
export const ReadRubricVersion = ReadRubric.pick({
  dataset: true,
  task: true,
  response: true,
  responseB: true,
  key: true,
  kind: true,
  version: true,
  origin: true,
  method: true,
  model: true,
}).extend({
  id: Id,
  rubric: Id,
  /** The run that drafted it, and the batch whose decisions it was made from; null if there is none. */
  run: Id.nullable(),
  batch: Id.nullable(),
  createdAt: Moment,
  items: z.array(ReadItem),
});
export type ReadRubricVersion = z.infer<typeof ReadRubricVersion>;

/** A rubric in the version used by a batch. */
export const ReadBatchRubric = ReadRubricVersion.extend({
  /** The items asked for; empty for all. */
  only: z.array(Id),
});
export type ReadBatchRubric = z.infer<typeof ReadBatchRubric>;

/** One version of the guidelines. */
export const ReadGuidelinesVersion = z.object({
  id: Id,
  batch: Id,
  version: z.int(),
  text: z.string(),
  createdAt: Moment,
  /**
   * Annotators who confirmed having read it, by pseudonym. `language` is that of the page, in which they read the
   * disclosures; null when it is not known.
   */
  readers: z.array(z.object({ rater: Rater, at: z.string(), language: Language.nullable() })),
});
export type ReadGuidelinesVersion = z.infer<typeof ReadGuidelinesVersion>;

/** One slot: a subject in an arm, one of k. */
export const ReadSlot = z.object({
  id: Id,
  batch: Id,
  subject: Id,
  use: z.enum(["work", "check", "training", "exam"]),
  /** Drawn for judgements without drafts. */
  reserved: z.boolean(),
  task: Id,
  response: Id.nullable(),
  responseB: Id.nullable(),
  arm: z.string(),
  /** From 1 to k. */
  replicate: z.int(),
  /** Null while it is free. */
  assignment: Id.nullable(),
});
export type ReadSlot = z.infer<typeof ReadSlot>;

const ofAssignment = { batch: Id, assignment: Id, rater: Rater, task: Id };

/** An annotator's flag. */
export const ReadFlag = z.object({
  id: Id,
  ...ofAssignment,
  code: z.string(),
  note: z.string(),
  raisedAt: Moment,
  withdrawnAt: Moment.nullable(),
  resolvedAt: Moment.nullable(),
  resolution: z.string().nullable(),
});
export type ReadFlag = z.infer<typeof ReadFlag>;

/** An annotator's question about an assignment, with its conversation. */
export const ReadQuestion = z.object({
  id: Id,
  ...ofAssignment,
  /** Waiting for an admin. */
  waiting: z.boolean(),
  createdAt: Moment,
  changedAt: Moment,
  messages: z.array(z.object({ fromAnnotator: z.boolean(), text: z.string(), at: z.string() })),
});
export type ReadQuestion = z.infer<typeof ReadQuestion>;

/** An answer published to all annotators of the batch. */
export const ReadPublishedAnswer = z.object({
  id: Id,
  batch: Id,
  /** The original question; null once it was erased. */
  from: Id.nullable(),
  question: z.string(),
  answer: z.string(),
  publishedAt: Moment,
  withdrawnAt: Moment.nullable(),
});
export type ReadPublishedAnswer = z.infer<typeof ReadPublishedAnswer>;

/** A submission that was sent back, or reopened by its annotator: then without a note. */
export const ReadReopening = z.object({
  id: Id,
  ...ofAssignment,
  note: z.string(),
  at: Moment,
  /** The sent-back submission: its time, and its number of operations. */
  submittedAt: Moment,
  version: z.int(),
  /** When it was submitted again, or the request was withdrawn. */
  endedAt: Moment.nullable(),
});
export type ReadReopening = z.infer<typeof ReadReopening>;

/** An answer to a unit with gold that was compared: in training and exams, and in checks with feedback. */
export const ReadGoldAnswer = z.object({
  ...ofAssignment,
  use: z.enum(["work", "check", "training", "exam"]),
  /** In the order of the questions, from 0. */
  position: z.int(),
  about: About,
  item: Id.nullable(),
  itemVersion: Id.nullable(),
  question: z.string().nullable(),
  given: z.union([Value, z.array(z.string())]).nullable(),
  gold: z.union([Value, z.array(z.string())]),
  explanation: z.string(),
  right: z.boolean(),
});
export type ReadGoldAnswer = z.infer<typeof ReadGoldAnswer>;

/** A planted error in what is shown as drafted, and who noticed it. */
export const ReadPlanted = z.object({
  id: Id,
  batch: Id,
  subject: Id,
  task: Id,
  kind: z.enum(["verdict", "item", "labels"]),
  /** The draft or item that it replaces, or to which it is added. */
  draft: Id.nullable(),
  rubric: Id.nullable(),
  item: Id.nullable(),
  /** The item it was borrowed from. */
  itemVersion: Id.nullable(),
  question: z.string().nullable(),
  /** The label that was added or removed. */
  label: z.string().nullable(),
  value: z.union([Value, z.array(z.string())]).nullable(),
  lines: z.array(z.string()),
  answers: z.array(
    z.object({
      assignment: Id,
      rater: Rater,
      answer: z.unknown(),
      detected: z.boolean(),
      reasonCode: z.string().nullable(),
    }),
  ),
});
export type ReadPlanted = z.infer<typeof ReadPlanted>;

/** An annotator's progress in the training and the exam of a batch. */
export const ReadQualification = z.object({
  batch: Id,
  rater: Rater,
  startedAt: Moment,
  qualifiedAt: Moment.nullable(),
  by: z.enum(["training", "exam", "earlier", "admin"]).nullable(),
  exams: z.array(
    z.object({
      attempt: z.int(),
      asked: z.int(),
      right: z.int(),
      passed: z.boolean(),
      endedAt: z.string(),
    }),
  ),
});
export type ReadQualification = z.infer<typeof ReadQualification>;

/** One operation in the workbench. An assignment is the fold of its operations. */
export const ReadOperation = z.object({
  id: Id,
  assignment: Id,
  /** From 1, without gaps. */
  seq: z.int(),
  type: z.string(),
  payload: z.record(z.string(), z.unknown()),
  /** The browser's time of the operation. */
  clientAt: Moment,
  recordedAt: Moment,
});
export type ReadOperation = z.infer<typeof ReadOperation>;

/** The gold labels of a task, or of an item on it. */
export const ReadGoldLabels = z.object({
  id: Id,
  dataset: Id,
  key: z.string(),
  task: Id,
  /** Null: the task itself. */
  item: Id.nullable(),
  /** The name of the label step. */
  question: z.string(),
  labels: z.array(z.string()),
  rater: z.string(),
  metadata: z.record(z.string(), z.unknown()),
  createdAt: Moment,
});
export type ReadGoldLabels = z.infer<typeof ReadGoldLabels>;

/** One subject of a drafting run. */
export const ReadUnit = z.object({
  id: Id,
  run: Id,
  position: z.int(),
  task: Id,
  response: Id.nullable(),
  responseB: Id.nullable(),
  /** The rubric's version used for judging. */
  rubricVersion: Id.nullable(),
  state: z.enum(["waiting", "working", "done", "failed"]),
  error: z.string().nullable(),
  flags: z.array(z.string()),
  /** Results without records of their own, such as drafted labels. */
  result: z.record(z.string(), z.unknown()).nullable(),
  finishedAt: Moment.nullable(),
});
export type ReadUnit = z.infer<typeof ReadUnit>;

// ---------------------------------------------------------------- what is asked for

export const RubricVersionParams = z.strictObject({ version: Id });

const optionalId = Id.optional();
const OptionalRater = z.string().min(1).max(500).optional();
/** For lists keyed by a number. */
const Ordinal = z.string().regex(/^[1-9]\d{0,8}$/);

export const RubricVersionsQuery = pageQuery({}, { most: 200, key: Ordinal });
export const BatchRubricsQuery = pageQuery({ task: optionalId }, { most: 200 });
export const GuidelinesVersionsQuery = pageQuery({}, { most: 200, key: Ordinal });
export const SlotsQuery = pageQuery({ subject: optionalId });
export const FlagsQuery = pageQuery({ rater: OptionalRater, code: z.string().max(100).optional() });
export const QuestionsQuery = pageQuery({ rater: OptionalRater }, { most: 200 });
export const PublishedAnswersQuery = pageQuery({}, { most: 200 });
export const ReopeningsQuery = pageQuery({ rater: OptionalRater });
/** An assignment's id and a position in it. */
export const GoldAnswersQuery = pageQuery(
  { rater: OptionalRater, assignment: optionalId },
  { key: z.string().regex(/^[0-9a-f-]{36} \d{1,9}$/) },
);
export const PlantedQuery = pageQuery({}, { most: 200 });
export const QualificationsQuery = pageQuery({}, { key: z.string().min(1).max(500) });
export const OperationsQuery = pageQuery({}, { key: Ordinal });
export const GoldLabelsQuery = pageQuery(
  { task: optionalId, question: z.string().min(1).max(500).optional() },
  { key: FileKey },
);
export const UnitsQuery = pageQuery({ state: ReadUnit.shape.state.optional() });

export type RubricVersionsQuery = z.output<typeof RubricVersionsQuery>;
export type BatchRubricsQuery = z.output<typeof BatchRubricsQuery>;
export type GuidelinesVersionsQuery = z.output<typeof GuidelinesVersionsQuery>;
export type SlotsQuery = z.output<typeof SlotsQuery>;
export type FlagsQuery = z.output<typeof FlagsQuery>;
export type QuestionsQuery = z.output<typeof QuestionsQuery>;
export type PublishedAnswersQuery = z.output<typeof PublishedAnswersQuery>;
export type ReopeningsQuery = z.output<typeof ReopeningsQuery>;
export type GoldAnswersQuery = z.output<typeof GoldAnswersQuery>;
export type PlantedQuery = z.output<typeof PlantedQuery>;
export type QualificationsQuery = z.output<typeof QualificationsQuery>;
export type OperationsQuery = z.output<typeof OperationsQuery>;
export type GoldLabelsQuery = z.output<typeof GoldLabelsQuery>;
export type UnitsQuery = z.output<typeof UnitsQuery>;
