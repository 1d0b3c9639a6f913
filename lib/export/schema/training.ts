import { z } from "zod";

/** Kinds of training data: pairs for preference training, and rows for tuning a model that names criteria or judges. */
const TRAINING_SETS = ["preferences", "criteria", "judge"] as const;
export type TrainingSet = (typeof TRAINING_SETS)[number];

/** The parts of a dataset. `out_of_domain` has the tasks with the tags that were held out. */
export const TRAINING_SPLITS = ["train", "test", "out_of_domain"] as const;
export type TrainingSplit = (typeof TRAINING_SPLITS)[number];

/** The origin of a value: a model, people, people who saw a model's draft, or the study's gold. */
const TRAINING_ORIGINS = ["human", "llm+human", "gold", "llm"] as const;
export type TrainingOrigin = (typeof TRAINING_ORIGINS)[number];

const SCALE = /^(\d{1,3})-(\d{1,3})$/;

/** The ends of a scale written as "1-10". */
export function endsOf(scale: string): { min: number; max: number } {
  const [, min, max] = SCALE.exec(scale) ?? [];
  return { min: Number(min), max: Number(max) };
}

const Switch = z.union([z.boolean(), z.stringbool()]);
const List = z.preprocess(
  (given) => (typeof given === "string" ? [given] : given),
  z.array(z.string().min(1).max(200)).max(50),
);

/** The options of training data, as parameters of a URL; what is left out has a default. */
export const trainingOptions = {
  /** The scale of the scores. Scores off it are left out. */
  scale: z
    .string()
    .regex(SCALE, "must be two whole numbers such as 1-5 or 1-10")
    .refine((scale) => !SCALE.test(scale) || endsOf(scale).min < endsOf(scale).max, {
      error: "must begin with the lower end",
    })
    .default("1-5"),
  /** The smallest difference between the scores of a pair. */
  margin: z.coerce.number().positive("must be more than 0").max(999).optional(),
  /** The treatment of a task in which several responses share the highest or the lowest score. */
  ties: z.enum(["skip", "first-by-hash"]).default("skip"),
  /** Only what people decided or confirmed, or everything. */
  verified: z.enum(["only", "all"]).default("only"),
  /** Equal sizes: as many pairs of each source as the smallest has. */
  equal: Switch.default(false),
  /** The share of tasks that are set aside for testing. */
  test: z.coerce.number().min(0).max(0.5, "must not be more than 0.5").default(0),
  /** Tags whose tasks are held out as another domain. */
  holdOut: List.default([]),
  seed: z.coerce.number().int().min(0).max(2_147_483_647).default(42),
  /** Lists of messages, or plain texts. */
  form: z.enum(["conversational", "standard"]).default("conversational"),
  /** Only these sources of preferences, by name; none: all there are. */
  source: List.default([]),
  licence: z.string().max(200).optional(),
};

/** True if the margin exists on the scale. */
export function isPossible({ scale, margin }: { scale: string; margin?: number | undefined }): boolean {
  const { min, max } = endsOf(scale);
  return margin === undefined || margin <= max - min;
}

export const IMPOSSIBLE_MARGIN = {
  path: ["margin"] as PropertyKey[],
  error: "is larger than the scale: no two scores differ that much",
};

export const TrainingOptions = z.strictObject(trainingOptions).refine(isPossible, IMPOSSIBLE_MARGIN);
export type TrainingOptions = z.infer<typeof TrainingOptions>;

/** Why something did not become a row. */
const DROP_REASONS = [
  "not-verified",
  "people-disagree",
  "fewer-than-two-scored",
  "off-scale",
  "below-margin",
  "tie",
  "no-majority",
  "order-dependent",
  "same-text",
  "equal-size",
  "other-source",
  "no-reference",
  "not-of-a-response",
  "no-criteria-left",
  "no-feedback",
  "no-prompt-for-scale",
  "other-score-preferred",
] as const;
export const DropReason = z.enum(DROP_REASONS);
export type DropReason = z.infer<typeof DropReason>;

/** The reasons for people. */
export const DROP_WORDS: Record<DropReason, string> = {
  "not-verified": "no person decided or confirmed it",
  "people-disagree": "people decided the opposite",
  "fewer-than-two-scored": "fewer than two responses of the task have a score",
  "off-scale": "a score is not on the scale",
  "below-margin": "the scores differ by less than the margin",
  tie: "several responses share the highest or the lowest score",
  "no-majority": "neither response has a majority",
  "order-dependent": "the verdict turned with the order of the responses",
  "same-text": "both responses have the same text",
  "equal-size": "left out so that all sources have the same number of pairs",
  "other-source": "its source was not chosen",
  "no-reference": "the task has no reference answer, which the prompt needs",
  "not-of-a-response": "the criteria were not written for one response or pair",
  "no-criteria-left": "people removed every criterion",
  "no-feedback": "the score has no explanation",
  "no-prompt-for-scale": "judges score from 1 to 5 or from 1 to 10 only",
  "other-score-preferred": "another person’s score is the more frequent one",
};

const Counts = z.record(z.string(), z.int());

/** Numbers of rows by set and source, before a file is made. */
export const TrainingPreview = z.object({
  scale: z.string(),
  margin: z.number(),
  sets: z.array(
    z.object({
      set: z.enum(TRAINING_SETS),
      /** Name of the source, which is the name of its configuration. */
      name: z.string(),
      title: z.string(),
      origin: z.enum(TRAINING_ORIGINS),
      rows: z.object({ train: z.int(), test: z.int(), out_of_domain: z.int() }),
      dropped: Counts,
    }),
  ),
});
export type TrainingPreview = z.infer<typeof TrainingPreview>;
