import { z } from "zod";
import { DraftSource, RubricSource } from "@/lib/dataset/schema/sources";
import { Exposure } from "@/lib/judgement/schema";

/** When the drafted items of a rubric can be shown: there is no value to give first, and none to hide. */
export const RubricExposure = Exposure.extract(["none", "draft-first", "on-request"]);
export type RubricExposure = z.infer<typeof RubricExposure>;

export const RubricKind = z.enum(["checklist", "criteria"]);
export type RubricKind = z.infer<typeof RubricKind>;

/** A scale of whole points from `min` to `max`; labels by point. */
export const Points = z.strictObject({
  type: z.literal("points"),
  min: z.int().min(-100).max(100),
  max: z.int().min(-100).max(100),
  labels: z.record(z.string(), z.string()).optional(),
});
export type Points = z.infer<typeof Points>;

/** Whether whoever overrules a draft says why: never, or always. Left out: if they like. */
export const Reasons = z.enum(["off", "required"]);
export type Reasons = z.infer<typeof Reasons>;
/** When drafted labels can be shown: they come without an explanation that could stand alone. */
export const LabelExposure = Exposure.exclude(["score-hidden"]);
export type LabelExposure = z.infer<typeof LabelExposure>;

/**
 * Whether everything of one draft that is still undecided can be agreed with in one gesture, once it was on the screen
 * for as long as reading it takes. Left out: it cannot.
 */
export const Agreeing = z.literal("allowed");
const agreeing = { agree: Agreeing.optional() };

/**
 * Of every step that reads the task: whether its reference answer must not be seen. All steps of an assignment share
 * one page, so where one of them hides it, nobody who works on that arm is sent it.
 */
const reading = { reference: z.literal("hidden").optional() };

/**
 * Where a step's rubric and its drafts come from. Left out of a draft, it is the newest there is when the batch opens,
 * and stands in the protocol from then on. Batches that were opened before there was a choice have none: they show what
 * is found for each subject.
 */
const rubricSource = { rubric: RubricSource.optional() };
const draftSource = { drafts: DraftSource.optional() };

/**
 * Whether annotators read who drafted what a step shows: a model's name can weigh on a judgement. Left out of a draft,
 * they do not, and the protocol says so from when it opens. Batches opened before there was a choice go on naming it.
 * Rules always say that they are rules.
 */
const drafter = { drafter: z.enum(["hidden", "shown"]).optional() };

/** The annotator accepts, revises, removes or adds the items of a rubric. */
export const RubricStep = z.strictObject({
  type: z.literal("rubric"),
  kind: RubricKind,
  exposure: RubricExposure,
  reasons: Reasons.optional(),
  ...agreeing,
  /** Whether general items are offered beside the drafted ones. Left out: they are not. */
  library: z.literal("offered").optional(),
  ...drafter,
  ...rubricSource,
  ...reading,
});

/** The annotator answers or scores each item, and decides on the explanation lines of its draft. */
export const JudgeStep = z.strictObject({
  type: z.literal("judge"),
  kind: RubricKind,
  exposure: Exposure,
  reasons: Reasons.optional(),
  ...agreeing,
  ...rubricSource,
  ...drafter,
  ...draftSource,
  ...reading,
});

/** One overall score of a response. `opens: "when-judged"` keeps it closed until every item is answered. */
export const ScoreStep = z.strictObject({
  type: z.literal("score"),
  question: z.string().max(500),
  scale: Points,
  exposure: Exposure,
  opens: z.enum(["at-once", "when-judged"]),
  reasons: Reasons.optional(),
  ...agreeing,
  ...drafter,
  ...draftSource,
  ...reading,
});

/** How two responses are compared: 1 (A much better) to 5 (B much better), or A or B and no third. */
export const PreferForm = z.enum(["five-point", "forced-choice"]);
export type PreferForm = z.infer<typeof PreferForm>;

/**
 * Which of two responses is better. With `sides: "random"` half of the people who compare a pair see it the other way
 * round, by the batch's seed; with "fixed" everybody sees the response that comes first in the dataset on the left.
 */
export const PreferStep = z.strictObject({
  type: z.literal("prefer"),
  question: z.string().max(500),
  form: PreferForm,
  sides: z.enum(["random", "fixed"]),
  exposure: Exposure,
  reasons: Reasons.optional(),
  ...agreeing,
  ...drafter,
  ...draftSource,
  ...reading,
});
export type PreferStep = z.infer<typeof PreferStep>;

/** A label is known by its name; the hint says what it means. */
export const Label = z.strictObject({ name: z.string().max(120), hint: z.string().max(300).optional() });
export type Label = z.infer<typeof Label>;

/**
 * Labels from a taxonomy for the task, or for every item of its rubrics of one kind; with `about: "matches"` the
 * labels of each item of the task's first checklist (or criteria list) are the items of its second one that ask for
 * the same.
 */
export const LabelStep = z
  .strictObject({
    type: z.literal("label"),
    /** What the labels are stored under. */
    id: z.string().regex(/^[a-z0-9-]{1,40}$/),
    question: z.string().max(500),
    about: z.enum(["task", "items", "matches"]),
    /** Of the rubrics whose items are labelled; there exactly when it is about items. */
    kind: RubricKind.optional(),
    /** None where the labels are items. */
    labels: z.array(Label).max(60),
    /** Any number of labels, or one. */
    several: z.boolean(),
    /** Whether none of them is an answer too. */
    none: z.boolean(),
    exposure: LabelExposure,
    reasons: Reasons.optional(),
    ...rubricSource,
    /** Of the list whose items are the labels, where items are matched. */
    against: RubricSource.optional(),
    ...drafter,
    ...draftSource,
    ...reading,
  })
  .refine(({ about, kind }) => (about === "task") === (kind === undefined), {
    error: "Labels of items say of which kind of rubric, those of a task of none.",
  });
export type LabelStep = z.infer<typeof LabelStep>;

/** A question about the task or about the work, with options to choose from. */
export const AskStep = z.strictObject({
  type: z.literal("ask"),
  id: z.string().min(1).max(40),
  question: z.string().max(500),
  options: z.array(z.strictObject({ value: z.string().min(1).max(40), label: z.string().max(120) })).max(9),
});

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
 * What an assignment consists of, in order. Kept on the arm. A draft may lack things here and there; what is missing
 * before it can be opened is said by `problemsOf` of lib/batch/rules/design.
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
  "item-labelling",
  "checklist-writing",
  "full-review",
]);
export type PresetId = z.infer<typeof PresetId>;

/** The taxonomies of lib/protocol/rules/taxonomies. */
export const TaxonomyId = z.enum([
  "capabilities",
  "positive-items",
  "negative-items",
  "open-closed",
  "overlap",
]);
export type TaxonomyId = z.infer<typeof TaxonomyId>;

/** The choices a preset leaves open. Those a preset has no use for are ignored. */
export const Settings = z.strictObject({
  exposure: Exposure,
  overallScore: z.boolean(),
  question: z.string().trim().min(1).max(500),
  scale: Points.refine((scale) => scale.max > scale.min && scale.max - scale.min < 10, {
    error: "A scale has 2 to 10 points, the lowest first.",
  }),
  form: PreferForm,
  taxonomy: TaxonomyId,
});
export type Settings = z.infer<typeof Settings>;
