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
