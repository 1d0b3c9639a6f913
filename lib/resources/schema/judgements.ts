import { z } from "zod";
import { SIDE_ORDERS } from "@/lib/dataset/schema";
import { ACTIONS, EXPOSURES, RATER_KINDS, Value } from "@/lib/judgement/schema";
import { AssignmentUse, ReadScale } from "@/lib/resources/schema";

/* Responses of the reading API: what models drafted, and what annotators judged, decided, labelled and answered. */

const Id = z.uuid();
const Metadata = z.record(z.string(), z.unknown());
const Moment = z.date();
const Target = z.enum(["item", "overall", "preference"]);
const Exposure = z.enum(EXPOSURES);
const RaterKind = z.enum(RATER_KINDS);

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
  /** For a pair: the response that the judge saw first. */
  order: z.enum(SIDE_ORDERS).nullable(),
  /** The number of the sample among several, from 0. */
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
   * For a preference: true if the second response was on the left. The value refers to the pair in the order given
   * here.
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
  scale: ReadScale.nullable(),
  /** For a line of a draft, within a judgement. */
  judgement: Id.nullable(),
  draft: Id.nullable(),
  line: z.int().nullable(),
  draftText: z.string().nullable(),
});
export type ReadDecision = z.infer<typeof ReadDecision>;

const answered = {
  id: Id,
  batch: Id,
  assignment: Id,
  use: AssignmentUse,
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
