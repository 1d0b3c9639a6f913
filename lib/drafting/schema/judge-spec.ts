import { z } from "zod";
import { OutputProfile } from "@/lib/drafting/schema";
import { Value } from "@/lib/judgement/schema";

/** The method of runs by a judge's version. */
export const JUDGE_METHOD = "judge";

/** The parameters of a run by a judge's version: its id is enough. */
export const JudgeRunParams = z.object({ version: z.uuid() });

/**
 * A response by an overall score or by one of several labels, a pair by a preference, or a response by each question of a
 * checklist or by each criterion on the criterion's own scale.
 */
export const JudgeSubject = z.enum(["response", "label", "pair", "item", "criterion"]);
export type JudgeSubject = z.infer<typeof JudgeSubject>;

/** True if values are numbers, which have a mean and a distance. */
export const isScored = (subject: JudgeSubject) => subject === "response" || subject === "criterion";

/** A value of a judge or a person: as in a judgement, or the name of a label. */
export const GivenValue = z.union([Value, z.string().min(1).max(120)]);
export type GivenValue = z.infer<typeof GivenValue>;

/** The form of the answer that is requested, each with its parser. */
export const OUTPUTS = {
  response: ["analysis-score", "feedback-score", "score"],
  pair: ["analysis-choice", "verdict"],
  item: ["analysis-answer", "answer"],
  criterion: ["analysis-score", "feedback-score", "score"],
  label: ["analysis-label", "label"],
} as const;
export const JudgeOutput = z.enum([...OUTPUTS.response, ...OUTPUTS.pair, ...OUTPUTS.item, ...OUTPUTS.label]);
export type JudgeOutput = z.infer<typeof JudgeOutput>;

/** The value from several samples: the most frequent one, or the median or mean, rounded half up. */
export const Aggregation = z.enum(["majority", "median", "mean"]);
export type Aggregation = z.infer<typeof Aggregation>;

/** A worked judgement shown to the model. */
export const JudgeExample = z.strictObject({
  instruction: z.string().trim().min(1).max(50_000),
  /** One to score, two to compare (A, then B). */
  responses: z.array(z.string().max(100_000)).min(1).max(2),
  /** The question of the checklist, or the criterion; only where items are judged. */
  question: z.string().max(10_000).optional(),
  /** The ends of the criterion's scale; only where criteria are judged. */
  range: z
    .strictObject({ min: z.int(), max: z.int() })
    .refine(({ min, max }) => min < max, { error: "must be above min", path: ["max"] })
    .optional(),
  value: GivenValue,
  /** The reasons, as the judge should give them. */
  explanation: z.string().max(20_000).default(""),
  /** The unit it was taken from; null if it was written by hand. */
  source: z
    .strictObject({
      task: z.uuid(),
      responses: z.array(z.uuid()).min(1).max(2),
      item: z.uuid().nullable(),
    })
    .nullable()
    .default(null),
});
export type JudgeExample = z.infer<typeof JudgeExample>;

/** The ends of the scale of an overall score, with labels of its points. */
export const JudgeScale = z
  .strictObject({
    min: z.int().min(-1000).max(1000),
    max: z.int().min(-1000).max(1000),
    labels: z.record(z.string().regex(/^-?\d{1,4}$/), z.string().max(2000)).default({}),
  })
  .refine(({ min, max }) => min < max && max - min < 100, { error: "must be above min", path: ["max"] });
export type JudgeScale = z.infer<typeof JudgeScale>;

/**
 * The labels that a judge chooses from, and the label step or question whose answers by people they are compared with: the
 * name that it is stored under, and its words. Without words, all steps and questions of the name are taken for one.
 */
export const JudgeLabels = z.strictObject({
  question: z.string().trim().min(1).max(40),
  text: z.string().min(1).max(500).optional(),
  options: z
    .array(
      z.strictObject({
        name: z
          .string()
          .trim()
          .min(1)
          .max(120)
          .regex(/^[^\n\r{}]*$/, "may not contain line breaks or braces"),
        /** Its meaning, for `{{labels}}`. */
        hint: z.string().trim().max(2000).default(""),
      }),
    )
    .min(2)
    .max(60),
});
export type JudgeLabels = z.infer<typeof JudgeLabels>;

const promptFields = {
  subject: JudgeSubject,
  /** The system message; empty for none. May not contain texts to be judged. */
  system: z.string().max(20_000).default(""),
  /** The message with slots such as `{{response}}`. */
  user: z.string().trim().min(1).max(50_000),
  output: JudgeOutput,
  profile: OutputProfile.default("faithful"),
  /** Only of an overall score. */
  scale: JudgeScale.nullable().default(null),
  /** Only of a judge that labels; missing otherwise, so that hashes of other judges do not depend on it. */
  labels: JudgeLabels.optional(),
  examples: z.array(JudgeExample).max(30).default([]),
  /** Null: 0 for one sample, 0.7 for several. */
  temperature: z.number().min(0).max(2).nullable().default(null),
  maxOutputTokens: z.int().min(1).max(200_000).default(1024),
  seed: z.int().nullable().default(null),
  samples: z.int().min(1).max(25).default(1),
  aggregation: Aggregation.default("majority"),
  /** For a pair: a second call shows the sides swapped. */
  swap: z.boolean().default(true),
};

interface Fitting {
  subject: JudgeSubject;
  output: JudgeOutput;
  scale: JudgeScale | null;
  labels?: JudgeLabels | undefined;
  aggregation: Aggregation;
}

const outputFits = ({ subject, output }: Fitting) => (OUTPUTS[subject] as readonly string[]).includes(output);
const scaleFits = ({ subject, scale }: Fitting) => (subject === "response") === (scale !== null);
const labelsFit = ({ subject, labels }: Fitting) => (subject === "label") === (labels !== undefined);
const aggregationFits = ({ subject, aggregation }: Fitting) =>
  isScored(subject) || aggregation === "majority";

const OUTPUT_ERROR = { error: "does not fit what is judged", path: ["output"] };
const SCALE_ERROR = { error: "is needed for overall scores, and for nothing else", path: ["scale"] };
const LABELS_ERROR = { error: "are needed by a judge that labels, and by no other", path: ["labels"] };
const AGGREGATION_ERROR = { error: "needs numbers", path: ["aggregation"] };

/** All of a version but its model, of a judge that is one prompt. */
export const PromptSpec = z
  .strictObject(promptFields)
  .refine(outputFits, OUTPUT_ERROR)
  .refine(scaleFits, SCALE_ERROR)
  .refine(labelsFit, LABELS_ERROR)
  .refine(aggregationFits, AGGREGATION_ERROR);
export type PromptSpec = z.infer<typeof PromptSpec>;

/**
 * The rule that combines the values of a panel's members into one: the most frequent; the median or mean, rounded
 * half up; or, weighted by each member's κ with people on the development labels, the mean of scores and the answer
 * or preference of most weight.
 */
export const PanelRule = z.enum(["majority", "median", "mean", "weighted"]);
export type PanelRule = z.infer<typeof PanelRule>;

/** A version of another judge as a member of a panel: all that it sends, so that a panel never changes. */
export const PanelMember = z.strictObject({
  /** Id of the version. */
  version: z.uuid(),
  judge: z.string(),
  number: z.int().min(1),
  endpoint: z.uuid(),
  model: z.string(),
  spec: PromptSpec,
  /** 1 unless values are weighted. */
  weight: z.number().positive(),
});
export type PanelMember = z.infer<typeof PanelMember>;

export const FEWEST_MEMBERS = 2;
export const MOST_MEMBERS = 9;

/** Several judges as one rater. */
export const JudgePanel = z.strictObject({
  rule: PanelRule,
  members: z.array(PanelMember).min(FEWEST_MEMBERS).max(MOST_MEMBERS),
  /** The dataset with the development labels that the weights were computed on; null without weights. */
  weightedOn: z.uuid().nullable(),
});
export type JudgePanel = z.infer<typeof JudgePanel>;

/**
 * All of a judge's version but its model. A panel has no prompt: `user` is empty, its subject and scale are those of its
 * members, its examples all of theirs, and the other fields say nothing.
 */
export const JudgeSpec = z
  .strictObject({
    ...promptFields,
    user: z.string().trim().max(50_000),
    examples: z
      .array(JudgeExample)
      .max(30 * MOST_MEMBERS)
      .default([]),
    panel: JudgePanel.optional(),
  })
  .refine(outputFits, OUTPUT_ERROR)
  .refine(scaleFits, SCALE_ERROR)
  .refine(labelsFit, LABELS_ERROR)
  .refine(aggregationFits, AGGREGATION_ERROR)
  .refine(({ user, panel }) => (user === "") === (panel !== undefined), {
    error: "is needed by every judge but a panel",
    path: ["user"],
  });
export type JudgeSpec = z.infer<typeof JudgeSpec>;

/** A version as its method needs it. */
export interface StoredJudge {
  /** Id of the version. */
  id: string;
  /** Name of the judge. */
  judge: string;
  number: number;
  endpointId: string;
  model: string;
  /** The judge is archived: no run is made by it. */
  isArchived: boolean;
  spec: JudgeSpec;
}
