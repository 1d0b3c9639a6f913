import { z } from "zod";
import { DraftSource, RubricSource } from "@/lib/dataset/schema/sources";
import { Exposure } from "@/lib/judgement/schema";
import { MAX_ANSWER_TEXT } from "@/lib/protocol/schema/answer-text";
import { FARTHEST_POINT, isPointRange } from "@/lib/protocol/schema/point-range";

/** The exposures of drafted items. Items have no value that could be given first or hidden. */
export const RubricExposure = Exposure.extract(["none", "draft-first", "on-request"]);
export type RubricExposure = z.infer<typeof RubricExposure>;

export const RubricKind = z.enum(["checklist", "criteria"]);
export type RubricKind = z.infer<typeof RubricKind>;

/** A scale of whole points from `min` to `max`; labels by point. */
export const Points = z.strictObject({
  type: z.literal("points"),
  min: z.int().min(-FARTHEST_POINT).max(FARTHEST_POINT),
  max: z.int().min(-FARTHEST_POINT).max(FARTHEST_POINT),
  labels: z.record(z.string(), z.string()).optional(),
});
export type Points = z.infer<typeof Points>;

/** A scale that people can be asked on. */
export const PointRange = Points.refine(isPointRange, {
  error: "A scale has 2 to 10 points, the lowest first.",
});

/** The duty to give a reason for overruling a draft: never (`off`) or always (`required`). Missing: optional. */
export const Reasons = z.enum(["off", "required"]);
export type Reasons = z.infer<typeof Reasons>;
/** The exposures of drafted labels. They have no explanation that could be shown alone. */
export const LabelExposure = Exposure.exclude(["score-hidden"]);
export type LabelExposure = z.infer<typeof LabelExposure>;

/** Explanations of values for which no draft is shown, in lines like those of a draft. Missing: not asked for. */
export const Explanations = z.enum(["optional", "required"]);
export type Explanations = z.infer<typeof Explanations>;
const explaining = { explanations: Explanations.optional() };

/**
 * The permission to accept everything undecided in a draft in one operation, once it was on the screen for as long as
 * reading it takes. Missing: annotators may not.
 */
export const Agreeing = z.literal("allowed");
const agreeing = { agree: Agreeing.optional() };

/**
 * Hides the task's reference answer in a step that reads the task. All steps of an assignment share one page,
 * so one step that hides it hides it for the whole arm.
 */
const reading = { reference: z.literal("hidden").optional() };

/**
 * The source of a step's rubric and drafts. When missing in a draft batch, the newest source at opening is
 * used and recorded in the protocol. Batches opened before sources existed have none and show what is found
 * for each subject.
 */
const rubricSource = { rubric: RubricSource.optional() };
const draftSource = { drafts: DraftSource.optional() };

/**
 * The naming of the drafter to annotators: a model's name can influence a judgement. When missing in a draft batch,
 * it is hidden, and the protocol records that at opening. Batches opened before this setting existed show the name.
 * Drafts by rules are always labelled as such.
 */
const drafter = { drafter: z.enum(["hidden", "shown"]).optional() };

/** An answer to an earlier question, or a label that an earlier step gave the task or response; `id` is that step's. */
export const Condition = z.strictObject({
  type: z.enum(["ask", "label"]),
  id: z.string().min(1).max(40),
  is: z.string().min(1).max(120),
});
export type Condition = z.infer<typeof Condition>;

/** A step with conditions is shown and required only while all of them hold. */
export const conditional = { onlyIf: z.array(Condition).min(1).max(11).optional() };

/** The annotator accepts, revises, removes or adds the items of a rubric. */
const RubricStep = z.strictObject({
  type: z.literal("rubric"),
  kind: RubricKind,
  exposure: RubricExposure,
  reasons: Reasons.optional(),
  ...agreeing,
  /** `offered`: general items are offered beside the drafted ones. Missing: they are not. */
  library: z.literal("offered").optional(),
  ...drafter,
  ...rubricSource,
  ...reading,
  ...conditional,
});

/** The annotator answers or scores each item, and decides on the explanation lines of its draft. */
const JudgeStep = z.strictObject({
  type: z.literal("judge"),
  kind: RubricKind,
  exposure: Exposure,
  reasons: Reasons.optional(),
  ...explaining,
  ...agreeing,
  ...rubricSource,
  ...drafter,
  ...draftSource,
  ...reading,
  ...conditional,
});

/**
 * One overall score of a response. With `opens: "when-judged"` it stays closed until every item is answered.
 */
const ScoreStep = z.strictObject({
  type: z.literal("score"),
  question: z.string().max(500),
  scale: Points,
  exposure: Exposure,
  opens: z.enum(["at-once", "when-judged"]),
  reasons: Reasons.optional(),
  ...explaining,
  ...agreeing,
  ...drafter,
  ...draftSource,
  ...reading,
  ...conditional,
});

/**
 * The form of a preference between two responses: 1 (A much better) to 5 (B much better), or a forced choice
 * of A or B.
 */
export const PreferForm = z.enum(["five-point", "forced-choice"]);
export type PreferForm = z.infer<typeof PreferForm>;

/**
 * A step that asks which of two responses is better. With `sides: "random"` half of the annotators of a pair see it
 * with sides swapped, by the batch's seed; with "fixed" the response that comes first in the dataset is always on the
 * left.
 */
export const PreferStep = z.strictObject({
  type: z.literal("prefer"),
  question: z.string().max(500),
  form: PreferForm,
  sides: z.enum(["random", "fixed"]),
  exposure: Exposure,
  reasons: Reasons.optional(),
  ...explaining,
  ...agreeing,
  ...drafter,
  ...draftSource,
  ...reading,
  ...conditional,
});
export type PreferStep = z.infer<typeof PreferStep>;

/** A label is identified by its name; the hint explains it. */
export const Label = z.strictObject({ name: z.string().max(120), hint: z.string().max(300).optional() });
export type Label = z.infer<typeof Label>;

/** The thing that is labelled. */
export const LabelSubject = z.enum(["task", "response", "items", "matches"]);
export type LabelSubject = z.infer<typeof LabelSubject>;

/** True if one thing is labelled as a whole, not items one by one. */
export const isLabelledWhole = (about: LabelSubject) => about === "task" || about === "response";

/**
 * Labels from a taxonomy for the task, for the response, or for every item of the task's rubrics of one kind. With `about: "matches"`
 * the labels of each item of the task's first list are the items of its second list that ask for the same.
 */
export const LabelStep = z
  .strictObject({
    type: z.literal("label"),
    /** The key that the labels are stored under. */
    id: z.string().regex(/^[a-z0-9-]{1,40}$/),
    question: z.string().max(500),
    about: LabelSubject,
    /** The kind of rubric whose items are labelled; set exactly when items are labelled. */
    kind: RubricKind.optional(),
    /** Empty where the labels are items. */
    labels: z.array(Label).max(60),
    /** True: any number of labels; false: one. */
    several: z.boolean(),
    /** True if choosing no label is a valid answer. */
    none: z.boolean(),
    exposure: LabelExposure,
    reasons: Reasons.optional(),
    ...rubricSource,
    /** For matching: the source of the list whose items are the labels. */
    against: RubricSource.optional(),
    ...drafter,
    ...draftSource,
    ...reading,
    ...conditional,
  })
  .refine(({ about, kind }) => isLabelledWhole(about) === (kind === undefined), {
    error: "Labels of items say of which kind of rubric, those of a task or a response of none.",
  });
export type LabelStep = z.infer<typeof LabelStep>;

/** The form of the answer to a question: any number of its options, a number, or free text. */
export const AnswerForm = z.enum(["several", "number", "text"]);
export type AnswerForm = z.infer<typeof AnswerForm>;

/** Limit of a number that is an answer. */
const Bound = z.number().min(-1e9).max(1e9);

/** The answer to a question: the value of an option, those of several, a number, or a text. */
export const Answer = z.union([
  z.string().min(1).max(MAX_ANSWER_TEXT),
  Bound,
  z.array(z.string().min(1).max(40)).min(1).max(9),
]);
export type Answer = z.infer<typeof Answer>;

/** The parts of a question that determine which answers are valid. */
export const Answering = z.object({
  /** Missing: one of the options. */
  form: AnswerForm.optional(),
  /** Empty where the answer is a number or a text. */
  options: z.array(z.strictObject({ value: z.string().min(1).max(40), label: z.string().max(120) })).max(9),
  /** The least and the greatest number; missing: any. */
  min: Bound.optional(),
  max: Bound.optional(),
});
export type Answering = z.infer<typeof Answering>;

/** A question about the subject of the assignment (a response, a pair, a task) or about the work. */
const AskStep = z.strictObject({
  type: z.literal("ask"),
  id: z.string().min(1).max(40),
  question: z.string().max(500),
  ...Answering.shape,
  /** An assignment is complete without an answer. */
  optional: z.literal(true).optional(),
  ...conditional,
});
export type AskStep = z.infer<typeof AskStep>;

export const Step = z.discriminatedUnion("type", [
  RubricStep,
  JudgeStep,
  ScoreStep,
  PreferStep,
  LabelStep,
  AskStep,
]);
export type Step = z.infer<typeof Step>;

export const Steps = z.array(Step).max(12);

/**
 * The steps of an assignment, in order; stored on the arm. A draft may be incomplete: `problemsOf` in
 * lib/batch/rules/design lists what is missing before it can be opened.
 */
export const Protocol = z.strictObject({ steps: Steps });
export type Protocol = z.infer<typeof Protocol>;

export const PresetId = z.enum([
  "criteria-review",
  "checklist-review",
  "criterion-scoring",
  "checklist-answering",
  "check-then-score",
  "direct-scoring",
  "preference",
  "forced-choice",
  "item-labelling",
  "checklist-writing",
  "full-review",
  "curation",
  "queue",
]);
export type PresetId = z.infer<typeof PresetId>;

/** The taxonomies in lib/protocol/rules/taxonomies. */
export const TaxonomyId = z.enum([
  "capabilities",
  "positive-items",
  "negative-items",
  "open-closed",
  "overlap",
]);
export type TaxonomyId = z.infer<typeof TaxonomyId>;

/** The settings a preset leaves open. Settings that a preset does not use are ignored. */
export const Settings = z.strictObject({
  exposure: Exposure,
  overallScore: z.boolean(),
  question: z.string().trim().min(1).max(500),
  scale: PointRange,
  form: PreferForm,
  taxonomy: TaxonomyId,
});
export type Settings = z.infer<typeof Settings>;
