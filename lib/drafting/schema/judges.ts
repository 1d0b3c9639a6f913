import { z } from "zod";
import { OutputProfile } from "@/lib/drafting/schema";
import { Value } from "@/lib/judgement/schema";

/** The method of runs by a judge's version. */
export const JUDGE_METHOD = "judge";

/** The parameters of a run by a judge's version: its id is enough. */
export const JudgeRunParams = z.object({ version: z.uuid() });

/** A response by an overall score, a pair by a preference, or each question of a checklist about a response. */
export const JudgeSubject = z.enum(["response", "pair", "item"]);
export type JudgeSubject = z.infer<typeof JudgeSubject>;

/** The form of the answer that is requested, each with its parser. */
export const OUTPUTS = {
  response: ["analysis-score", "feedback-score", "score"],
  pair: ["analysis-choice", "verdict"],
  item: ["analysis-answer", "answer"],
} as const;
export const JudgeOutput = z.enum([...OUTPUTS.response, ...OUTPUTS.pair, ...OUTPUTS.item]);
export type JudgeOutput = z.infer<typeof JudgeOutput>;

/** The value from several samples: the most frequent one, or the median or mean, rounded half up. */
export const Aggregation = z.enum(["majority", "median", "mean"]);
export type Aggregation = z.infer<typeof Aggregation>;

/** A worked judgement shown to the model. */
export const JudgeExample = z.strictObject({
  instruction: z.string().trim().min(1).max(50_000),
  /** One to score, two to compare (A, then B). */
  responses: z.array(z.string().max(100_000)).min(1).max(2),
  /** The question of the checklist; only where items are judged. */
  question: z.string().max(10_000).optional(),
  value: Value,
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

/** All of a judge's version but its model. */
export const JudgeSpec = z
  .strictObject({
    subject: JudgeSubject,
    /** The system message; empty for none. May not contain texts to be judged. */
    system: z.string().max(20_000).default(""),
    /** The message with slots such as `{{response}}`. */
    user: z.string().trim().min(1).max(50_000),
    output: JudgeOutput,
    profile: OutputProfile.default("faithful"),
    /** Only of an overall score. */
    scale: JudgeScale.nullable().default(null),
    examples: z.array(JudgeExample).max(30).default([]),
    /** Null: 0 for one sample, 0.7 for several. */
    temperature: z.number().min(0).max(2).nullable().default(null),
    maxOutputTokens: z.int().min(1).max(200_000).default(1024),
    seed: z.int().nullable().default(null),
    samples: z.int().min(1).max(25).default(1),
    aggregation: Aggregation.default("majority"),
    /** Of a pair: whether the sides are swapped in a second call. */
    swap: z.boolean().default(true),
  })
  .refine(({ subject, output }) => (OUTPUTS[subject] as readonly string[]).includes(output), {
    error: "does not fit what is judged",
    path: ["output"],
  })
  .refine(({ subject, scale }) => (subject === "response") === (scale !== null), {
    error: "is needed for overall scores, and for nothing else",
    path: ["scale"],
  })
  .refine(({ subject, aggregation }) => subject === "response" || aggregation === "majority", {
    error: "needs numbers",
    path: ["aggregation"],
  });
export type JudgeSpec = z.infer<typeof JudgeSpec>;

/** A version as its method needs it. */
export interface StoredJudge {
  /** Of the version. */
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
