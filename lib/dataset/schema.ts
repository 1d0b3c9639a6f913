import { z } from "zod";
import { MetadataConditions } from "@/lib/dataset/schema/metadata-condition";
import { shape } from "@/lib/formats/record-shape";
import { Action, Exposure, Quantity, RaterKind, Scale, Value } from "@/lib/judgement/schema";
import { OVERALL, PREFERENCE } from "@/lib/judgement/schema/units";

/** Most characters of an id in a study. */
export const LONGEST_ID = 500;

const Id = z
  .string()
  .min(1, "must not be empty")
  .max(LONGEST_ID, `must not be longer than ${LONGEST_ID} characters`);

/** A timestamp, normalised to UTC with at most milliseconds; without an offset it is read as UTC. */
const Timestamp = z.iso
  .datetime({ offset: true, local: true, error: "must be a time such as 2026-05-29T06:22:10Z" })
  .transform((text) => new Date(/(Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`))
  .refine((moment) => moment.getUTCFullYear() >= 1 && moment.getUTCFullYear() <= 9999, {
    error: "must be in the years 1 to 9999",
  })
  .transform(canonicalTime);

/** A timestamp as in study files: `2026-05-29T06:22:10Z`, with milliseconds only if there are any. */
export function canonicalTime(moment: Date): string {
  const text = moment.toISOString();
  return text.endsWith(".000Z") ? `${text.slice(0, -5)}Z` : text;
}

const Milliseconds = z
  .int()
  .min(0, "must not be negative")
  .max(2 ** 31 - 1, "must be below 2,147,483,648 milliseconds");

/** The reason for a decision: free text, or a code of the project's list with an optional note. */
export const RecordReason = z.union(
  [z.string(), z.strictObject({ code: z.string(), note: z.string().optional() })],
  { error: "must be a text, or an object with code and note" },
);
export type RecordReason = z.infer<typeof RecordReason>;

/** The opening line of a study: its name and source. */
export const StudyHeader = shape({
  type: z.literal("study"),
  version: z.literal(1, "must be 1, the only version there is"),
  name: z.string().min(1, "must not be empty"),
  source: z.string().optional(),
});
export type StudyHeader = z.infer<typeof StudyHeader>;

/** One chat turn. */
export const ChatTurn = shape({ role: z.string().min(1, "must not be empty"), content: z.string() });
export type ChatTurn = z.infer<typeof ChatTurn>;

/** An instruction with its context, which responses answer. */
export const TaskRecord = shape({
  type: z.literal("task"),
  id: Id,
  instruction: z.string(),
  input: z.string().optional(),
  messages: z.array(ChatTurn).optional(),
  reference: z.string().optional(),
  tags: z.array(z.string()).optional(),
});
export type TaskRecord = z.infer<typeof TaskRecord>;

/** A model's (or, without `model`, a person's) answer to a task. */
export const ResponseRecord = shape({
  type: z.literal("response"),
  id: Id,
  task: Id,
  model: z.string().optional(),
  text: z.string(),
});
export type ResponseRecord = z.infer<typeof ResponseRecord>;

/** One question or criterion. Its id is unique within its rubric and stable across revisions. */
export const Item = shape({
  id: Id.refine((id) => id !== OVERALL && id !== PREFERENCE, {
    error: 'must not be "overall" or "preference", which mean no item',
  }),
  name: z.string().optional(),
  text: z.string().refine((text) => text.trim() !== "", { error: "must not be empty" }),
  scale: Scale,
  weight: Quantity.optional(),
  category: z.string().optional(),
});
export type Item = z.infer<typeof Item>;

/** The difference between what one method and model wrote under several settings. */
const Condition = z.string().max(4000, "must not be longer than 4,000 characters");

export const RUBRIC_KINDS = ["checklist", "criteria"] as const;

/**
 * A checklist or a list of criteria. `task: null` makes it the project's, valid for every task; `response` or
 * `pair` says that it was written only for that response or those two. `condition` is what differs between lists of
 * one model and method.
 */
export const RubricRecord = shape({
  type: z.literal("rubric"),
  id: Id,
  task: Id.nullable(),
  response: Id.optional(),
  pair: z.tuple([Id, Id], "must be a list of two response ids").optional(),
  kind: z.enum(RUBRIC_KINDS),
  origin: z.string().optional(),
  method: z.string().optional(),
  model: z.string().optional(),
  condition: Condition.optional(),
  items: z.array(Item),
}).superRefine(({ task, response, pair }, context) => {
  const refuse = (path: string, message: string) =>
    context.addIssue({ code: "custom", path: [path], message });
  if (response !== undefined && pair !== undefined)
    refuse("pair", "is about two responses: leave response out");
  if (pair && pair[0] === pair[1]) refuse("pair", "must name two different responses");
  if (task === null && (response !== undefined || pair !== undefined))
    refuse("task", "is missing: the rubric was written for a response");
});
/** A record that a dataset may be given after its import. */
export type AddedRecord = TaskRecord | ResponseRecord | DraftRecord;

export type RubricRecord = z.infer<typeof RubricRecord>;

/** The unit of a draft or judgement: (response, item), (response, overall) or (pair, preference). */
const target = {
  task: Id,
  response: Id.optional(),
  item: Id,
  pair: z.tuple([Id, Id], "must be a list of two response ids").optional(),
};

interface Target {
  item: string;
  response?: string | undefined;
  pair?: [string, string] | undefined;
}

function checkTarget(record: Target, refuse: (path: string, message: string) => void): void {
  if (record.item === PREFERENCE) {
    if (record.response !== undefined) refuse("response", "must be left out of a preference; give pair");
    if (record.pair === undefined) refuse("pair", "is missing: a preference is about a pair of responses");
    else if (record.pair[0] === record.pair[1]) refuse("pair", "must name two different responses");
    return;
  }
  if (record.pair !== undefined) refuse("pair", 'is only for the item "preference"');
  if (record.response === undefined) refuse("response", "is missing");
}

/** The order in which a judge saw the responses of a pair: A first, or B first. */
export const SIDE_ORDERS = ["AB", "BA"] as const;
export type SideOrder = (typeof SIDE_ORDERS)[number];

/**
 * A proposal of an LLM, the rules or anyone else for one unit: a value (null when undecided) and the explanation
 * lines for it. `scoreLine` is the index of the line that states the value. `condition` is what differs between
 * drafts of one rater and method; `order` which response of the pair the judge saw first (the value stays in terms of
 * `pair`); `sample` tells repeated drafts of one condition apart; `confidence` is the drafter's, from 0 to 1.
 */
export const DraftRecord = shape({
  type: z.literal("draft"),
  id: Id,
  ...target,
  rater: Id,
  raterKind: RaterKind,
  method: z.string().optional(),
  value: Value.nullable().default(null),
  lines: z.array(z.string()).optional(),
  scoreLine: z.int().min(0, "must not be negative").optional(),
  condition: Condition.optional(),
  order: z.enum(SIDE_ORDERS).optional(),
  sample: z.int().min(0, "must not be negative").max(2_147_483_647, "is too large").optional(),
  confidence: z.number().min(0, "must not be below 0").max(1, "must not be above 1").optional(),
}).superRefine((draft, context) => {
  const refuse = (path: string, message: string) =>
    context.addIssue({ code: "custom", path: [path], message });
  checkTarget(draft, refuse);
  if (draft.order !== undefined && draft.item !== PREFERENCE) refuse("order", "is only for a preference");
  const lines = draft.lines?.length ?? 0;
  if (draft.scoreLine !== undefined && draft.scoreLine >= lines) {
    refuse("scoreLine", `is ${draft.scoreLine}, but the draft has ${lines} lines (the first is 0)`);
  }
});
export type DraftRecord = z.infer<typeof DraftRecord>;

/** Accepted together with the rest of its draft, in one operation; missing when decided individually. */
const Bulk = z.literal(true, "must be true, or left out").optional();

/**
 * A rater's decision on one explanation line: one of the draft (`draft`, its index from 0), one that was
 * shown but not stored (`draftText`), or an added one.
 */
export const LineDecision = shape({
  draft: z.int().min(0, "must not be negative").optional(),
  draftText: z.string().optional(),
  action: Action,
  text: z.string().optional(),
  reason: RecordReason.optional(),
  bulk: Bulk,
}).superRefine((line, context) => {
  const refuse = (message: string) => context.addIssue({ code: "custom", path: [], message });
  const named = Number(line.draft !== undefined) + Number(line.draftText !== undefined);
  if (line.action === "add" && named > 0) refuse("an added line has neither draft nor draftText");
  if (line.action === "add" && line.text === undefined) refuse("an added line needs its text");
  if (line.action !== "add" && named !== 1)
    refuse("must name its line: either draft (an index) or draftText");
});
export type LineDecision = z.infer<typeof LineDecision>;

/**
 * One rater's value for one unit. `value` is the truth (null: skipped) and never derived from the lines.
 * `initial` is the rater's own value before the draft was revealed; null means there was none then, and a
 * missing field that the draft was never revealed or that the protocol has no reveal.
 */
export const JudgementRecord = shape({
  type: z.literal("judgement"),
  id: Id,
  ...target,
  rater: Id,
  raterKind: RaterKind,
  arm: z.string().optional(),
  exposure: Exposure.optional(),
  draft: Id.optional(),
  initial: Value.nullable().optional(),
  value: Value.nullable(),
  lines: z.array(LineDecision).optional(),
  bulk: Bulk,
  activeMs: Milliseconds.optional(),
  startedAt: Timestamp.optional(),
  submittedAt: Timestamp.optional(),
}).superRefine((judgement, context) => {
  const refuse = (path: PropertyKey[], message: string) =>
    context.addIssue({ code: "custom", path, message });
  checkTarget(judgement, (path, message) => refuse([path], message));
  const decided = new Set<number>();
  for (const [at, line] of (judgement.lines ?? []).entries()) {
    if (line.draft === undefined) continue;
    if (judgement.draft === undefined) refuse(["lines", at, "draft"], "the judgement names no draft");
    if (decided.has(line.draft)) refuse(["lines", at, "draft"], `draft line ${line.draft} is decided twice`);
    decided.add(line.draft);
  }
});
export type JudgementRecord = z.infer<typeof JudgementRecord>;

/** A person's decision on one item of a rubric. With `add`, `item` is the new item's id. */
export const DecisionRecord = shape({
  type: z.literal("decision"),
  id: Id,
  rubric: Id,
  item: Id,
  rater: Id,
  raterKind: RaterKind.default("human"),
  arm: z.string().optional(),
  exposure: Exposure.optional(),
  action: Action,
  text: z.string().optional(),
  scale: Scale.optional(),
  reason: RecordReason.optional(),
  bulk: Bulk,
  at: Timestamp.optional(),
});
export type DecisionRecord = z.infer<typeof DecisionRecord>;

/**
 * The gold labels of a task, or of an item of a rubric on it, in a `label` step. Empty when none of the
 * step's labels fits.
 */
export const LabelsRecord = shape({
  type: z.literal("labels"),
  id: Id,
  task: Id,
  item: Id.optional(),
  question: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, "must be the name of a label step: letters a to z, digits and hyphens"),
  labels: z
    .array(z.string().min(1, "must not be empty").max(120, "must not be longer than 120 characters"))
    .max(60, "must not be more than 60")
    .refine((labels) => new Set(labels).size === labels.length, { error: "must not repeat a label" }),
  rater: Id,
  raterKind: z.literal("gold", 'must be "gold": labels people gave are not part of a study file'),
});
export type LabelsRecord = z.infer<typeof LabelsRecord>;

/** The record types of a study file, by `type`, in the order of an export. */
export const RECORDS = {
  study: StudyHeader,
  task: TaskRecord,
  response: ResponseRecord,
  rubric: RubricRecord,
  draft: DraftRecord,
  judgement: JudgementRecord,
  decision: DecisionRecord,
  labels: LabelsRecord,
} as const;

export type RecordType = keyof typeof RECORDS;

/** One line of a study file. */
export type StudyRecord = { [T in RecordType]: z.infer<(typeof RECORDS)[T]> }[RecordType];

/** A list in a URL, given as one parameter or as several. */
const Chosen = z.preprocess(
  (given) => (typeof given === "string" ? [given] : given),
  z.array(z.string().min(1).max(500)).max(50).optional(),
);

const Length = z.coerce.number().int().min(0).max(2_147_483_647).optional();

export const TASK_CONTENTS = ["checklist", "criteria", "drafts"] as const;
const TASK_STATUSES = ["untouched", "batch", "judged"] as const;

/** Filters a dataset's tasks or responses; missing fields do not restrict. */
export const TaskFilter = z.strictObject({
  /** Part of the instruction or the input, ignoring case; or a task's id. */
  q: z.string().max(200).optional(),
  tag: Chosen,
  /** With several tags: match tasks that have any of them (default), or tasks that have all of them. */
  tags: z.enum(["any", "all"]).optional(),
  /**
   * Metadata of the task, as `field=value`, or of a number `field>=value` and `field<=value`. With several fields a task
   * must match each; with several values of one field, any; and every range.
   */
  meta: MetadataConditions,
  /** Metadata of the responses, external scores among them, in the same form. */
  responseMeta: MetadataConditions,
  /** Tasks with a response by any of these models. */
  model: Chosen,
  /** Tasks with a response of at least, or at most, this many characters. */
  least: Length,
  most: Length,
  /**
   * Tasks that have all of these: a checklist or a list of criteria with items (their own or the dataset's),
   * or a draft.
   */
  has: z.preprocess(
    (given) => (typeof given === "string" ? [given] : given),
    z.array(z.enum(TASK_CONTENTS)).max(3).optional(),
  ),
  /**
   * `untouched`: neither in an opened batch nor judged. `batch`: in one that is not archived, judged or not.
   * `judged`: judged in a batch or in the study file.
   */
  status: z.enum(TASK_STATUSES).optional(),
});
export type TaskFilter = z.infer<typeof TaskFilter>;
