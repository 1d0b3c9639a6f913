import { z } from "zod";

/** When the draft is shown in a step. The server decides what leaves it. */
export const Exposure = z.enum(["none", "draft-first"]);
export type Exposure = z.infer<typeof Exposure>;

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

/** The annotator accepts, revises, removes or adds the items of a rubric. */
export const RubricStep = z.strictObject({
  type: z.literal("rubric"),
  kind: RubricKind,
  exposure: Exposure,
});

/** The annotator answers or scores each item, and decides on the explanation lines of its draft. */
export const JudgeStep = z.strictObject({
  type: z.literal("judge"),
  kind: RubricKind,
  exposure: Exposure,
});

/** One overall score of a response. `opens: "when-judged"` keeps it closed until every item is answered. */
export const ScoreStep = z.strictObject({
  type: z.literal("score"),
  question: z.string().min(1).max(500),
  scale: Points,
  exposure: Exposure,
  opens: z.enum(["at-once", "when-judged"]),
});

/** A question about the task or about the work, with options to choose from. */
export const AskStep = z.strictObject({
  type: z.literal("ask"),
  id: z.string().min(1).max(40),
  question: z.string().min(1).max(500),
  options: z
    .array(z.strictObject({ value: z.string().min(1).max(40), label: z.string().min(1).max(120) }))
    .min(2)
    .max(9),
});

export const Step = z.discriminatedUnion("type", [RubricStep, JudgeStep, ScoreStep, AskStep]);
export type Step = z.infer<typeof Step>;

/** What an assignment consists of, in order. Kept on the arm. */
export const Protocol = z.strictObject({ steps: z.array(Step).min(1).max(12) });
export type Protocol = z.infer<typeof Protocol>;

export const PresetId = z.enum([
  "criteria-review",
  "checklist-review",
  "criterion-scoring",
  "checklist-answering",
  "check-then-score",
  "direct-scoring",
]);
export type PresetId = z.infer<typeof PresetId>;

export const BatchState = z.enum(["draft", "open", "paused", "closed", "archived"]);
export type BatchState = z.infer<typeof BatchState>;

/** The choices a preset leaves open. Those a preset has no use for are ignored. */
export const Settings = z.strictObject({
  exposure: Exposure,
  overallScore: z.boolean(),
  question: z.string().trim().min(1).max(500),
  scale: Points.refine((scale) => scale.max > scale.min && scale.max - scale.min < 10, {
    error: "A scale has 2 to 10 points, the lowest first.",
  }),
});
export type Settings = z.infer<typeof Settings>;

const BatchFields = {
  name: z.string().trim().min(1, "Give the batch a name.").max(200),
  dataset: z.uuid(),
  preset: PresetId,
  settings: Settings,
  /** Annotators per subject. */
  k: z.int().min(1).max(100),
  /** Memberships. */
  annotators: z.array(z.uuid()).max(1000),
  /** Markdown. */
  guidelines: z.string().max(100_000),
  /** After this many minutes without a save, work on a subject is offered to somebody else. */
  leaseMinutes: z.int().min(1).max(1440),
  dueAt: z.iso.datetime({ offset: true }).nullable(),
};

/** A batch to be made, as a draft. */
export const NewBatch = z.strictObject({
  project: z.uuid(),
  ...BatchFields,
  leaseMinutes: BatchFields.leaseMinutes.default(30),
  dueAt: BatchFields.dueAt.default(null),
});
export type NewBatch = z.infer<typeof NewBatch>;

/** What changes. Once a batch is open only its name, guidelines, lease and due date can. */
export const BatchChange = z.strictObject(BatchFields).partial();
export type BatchChange = z.infer<typeof BatchChange>;

export const AddAnnotators = z.strictObject({ annotators: z.array(z.uuid()).min(1).max(1000) });

export const SubjectFilter = z.enum(["all", "untouched", "in-progress", "complete"]);
export type SubjectFilter = z.infer<typeof SubjectFilter>;

export const BatchParams = z.strictObject({ id: z.uuid() });
export const SubjectsQuery = z.strictObject({ dataset: z.uuid() });
