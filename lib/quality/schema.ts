import { z } from "zod";
import { Value } from "@/lib/judgement/schema";
import type { LabelStep } from "@/lib/protocol/schema";

/** Why it is so: read by whoever gets feedback. */
const explanation = z.string().trim().max(2000).default("");

/** A gold value for one unit: an item of a response, or (`item` null) the response as a whole. Null takes it back. */
export const GoldValueBody = z.strictObject({
  response: z.uuid(),
  item: z.uuid().nullable(),
  value: z.union([z.enum(["yes", "no", "na"]), z.number().min(-1000).max(1000)]).nullable(),
  explanation,
});

/** One value of many: the response and the item by their ids, or as the study file calls them; no item for the overall score. */
export const GoldRow = z.strictObject({
  response: z.string().min(1).max(500),
  item: z.string().min(1).max(500).nullable(),
  value: GoldValueBody.shape.value,
  explanation,
});
export type GoldRow = z.infer<typeof GoldRow>;

/** So many are marked in one transaction. */
export const MAX_GOLD_ROWS = 2000;

export const ManyGoldBody = z.strictObject({ rows: z.array(GoldRow).min(1).max(MAX_GOLD_ROWS) });

/** A row that cannot be marked, by its place among them from 1, and why. */
export const UnfitGold = z.object({ row: z.int(), reason: z.string() });
export type UnfitGold = z.infer<typeof UnfitGold>;

/** What marking many values would do. */
export const GoldCheck = z.object({
  fits: z.int(),
  /** Of them, those that take the place of a value that was marked here, and those that take one back. */
  replaces: z.int(),
  takesBack: z.int(),
  /** The first hundred rows that do not fit, of `unfit`. */
  problems: z.array(UnfitGold),
  unfit: z.int(),
});
export type GoldCheck = z.infer<typeof GoldCheck>;

/**
 * What a closed batch found becomes gold: what adjudicators decided, or what at least two people said and nobody
 * else.
 */
export const GoldFromBatchBody = z.strictObject({
  batch: z.uuid(),
  from: z.enum(["adjudication", "consensus"]),
});
export type GoldFromBatchBody = z.infer<typeof GoldFromBatchBody>;

/** Which of two responses to a task is better: A is the first. */
export const GoldPreferenceBody = z.strictObject({
  pair: z.tuple([z.uuid(), z.uuid()]).refine(([a, b]) => a !== b, { error: "must name two responses" }),
  value: z.union([z.enum(["A", "B", "tie"]), z.int().min(1).max(5)]).nullable(),
  explanation,
});

/** The labels of an item of a task's rubrics, or (`item` null) of the task. An empty list says that none fits. */
export const GoldLabelsBody = z.strictObject({
  task: z.uuid(),
  item: z.uuid().nullable(),
  /** What the label step stores its labels under. */
  question: z.string().regex(/^[a-z0-9-]{1,40}$/),
  labels: z
    .array(z.string().min(1).max(120))
    .max(60)
    .refine((labels) => new Set(labels).size === labels.length, { error: "must not repeat a label" })
    .nullable(),
  explanation,
});

export const GoldBody = z.union([GoldValueBody, GoldPreferenceBody, GoldLabelsBody]);
export type GoldBody = z.infer<typeof GoldBody>;

/** What somebody says of something that has gold: a value, or labels. */
export const GoldAnswer = z.union([Value, z.array(z.string()).readonly()]);
export type GoldAnswer = z.infer<typeof GoldAnswer>;

/** A value of an item or the overall score, which of two responses is better, or labels. */
export const GoldAbout = z.enum(["value", "preference", "labels"]);
export type GoldAbout = z.infer<typeof GoldAbout>;

/** The gold values of a response as they stand, by item id; `overall` for the response as a whole. */
export type GoldValues = Record<string, { value: Value; explanation: string }>;

/** Which of two responses is better, by their ids. */
export type GoldPreference = { pair: [string, string]; value: Value; explanation: string };

/** The labels an item (null: the task) is to have in label steps of that name. */
export type GoldLabelling = { question: string; item: string | null; labels: string[]; explanation: string };

/** Everything gold says of a task. */
export type GoldOfTask = {
  values: Map<string, GoldValues>;
  preferences: GoldPreference[];
  labels: GoldLabelling[];
};

/** How one value of a submission compares with gold. Told after it was submitted, never before. */
export const Compared = z.object({
  about: GoldAbout,
  /** What the item asks; null for the overall score, a preference, and labels of the task. */
  item: z.string().nullable(),
  /** Of labels: what was asked. */
  question: z.string().nullable(),
  /** Null when the item was removed instead of answered. Preferences are said of the sides as they were shown. */
  given: GoldAnswer.nullable(),
  gold: GoldAnswer,
  explanation: z.string(),
  right: z.boolean(),
});
export type Compared = z.infer<typeof Compared>;

/** What an admin grants somebody who has not qualified: another attempt at the exam, or the work without it. */
export const QualificationBody = z.strictObject({
  grant: z.enum(["attempt", "admission"]),
  /** Why. Read by admins, and by the annotator in the copy of their own data. */
  note: z.string().trim().min(1, { error: "is missing" }).max(1000),
});
export type QualificationBody = z.infer<typeof QualificationBody>;

/** An attempt at an exam that came to its end. */
export type ExamOutcome = { attempt: number; asked: number; right: number; passed: boolean };

/** An error that was put into what an annotator was shown, told once the batch is over. */
export const Debriefed = z.object({
  about: GoldAbout,
  /** What the item asks; null for the overall score and a preference. */
  item: z.string().nullable(),
  /** What was shown, and what was drafted; null for an item that did not belong there. */
  shown: GoldAnswer.nullable(),
  drafted: GoldAnswer.nullable(),
  detected: z.boolean(),
});
export type Debriefed = z.infer<typeof Debriefed>;

/** One annotator's values on units with gold, on checks and on ordinary subjects alike. */
export type GoldResult = {
  code: string;
  /** For admins only. */
  name: string | null;
  /** Units compared. */
  n: number;
  agreed: number;
  /** Of scores, the mean distance from gold; null without any. */
  distance: number | null;
  /** Of labels, the mean share that is both given and expected; null without any. */
  shared: number | null;
};

/** Another value than the drafted one, an item of another task, or labels that are not the drafted ones. */
export const PLANTED_KINDS = ["verdict", "item", "labels"] as const;
export type PlantedKind = (typeof PLANTED_KINDS)[number];

/** What came of planted errors, and of what was left as it was drafted, for an arm or an annotator. */
export type PlantedResult = {
  kind: PlantedKind;
  arm: string;
  code: string;
  name: string | null;
  /** Planted errors that were shown and answered. */
  planted: number;
  detected: number;
  /** Drafts without one that were shown and answered, and how many of them were overruled all the same. */
  left: number;
  overruled: number;
};

/** On a share of the subjects so many more people judge without ever seeing a draft. */
export const Reserve = z.strictObject({ share: z.number().gt(0).max(1), k: z.int().min(2).max(10) });
export type Reserve = z.infer<typeof Reserve>;

/** What guards the quality of a batch's results; null for what it does without. */
export const Quality = z.strictObject({
  reserve: Reserve.nullable().default(null),
  /** So much of the work is on subjects whose gold values are known, to see how people do. */
  gold: z
    .strictObject({
      share: z.number().gt(0).max(0.5),
      /** Whoever submitted one is told how it compares. */
      feedback: z.boolean(),
    })
    .nullable()
    .default(null),
  /** In so much of what is shown as drafted there is an error on purpose. */
  planted: z
    .strictObject({
      share: z.number().gt(0).max(0.5),
      /** Once the batch is closed, annotators read in their past work where the errors were. */
      debrief: z.boolean(),
    })
    .nullable()
    .default(null),
  /** So many subjects with gold values come first, in the same order for everybody, each followed by what was expected. */
  training: z
    .strictObject({ subjects: z.int().min(1).max(50) })
    .nullable()
    .default(null),
  /** Then so many without a word, and only who does well enough on them is given the batch's own work. */
  exam: z
    .strictObject({
      subjects: z.int().min(1).max(100),
      /** Of the units with gold, at least so many percent have to be as gold has them. */
      pass: z.int().min(1).max(100),
      /** A score is right up to so many points from gold. */
      within: z.int().min(0).max(9),
      /** How often somebody may try. */
      attempts: z.int().min(1).max(10),
      /** Whoever is done with it, passed or not, reads what was expected. */
      reveal: z.boolean(),
    })
    .nullable()
    .default(null),
  /** Those who worked in an earlier version of the batch go through training and exam as well. */
  askAgain: z.boolean().default(false),
  /** Annotators read beside the guidelines, and before they consent, that there are checks or errors. */
  disclosed: z.boolean().default(true),
});
export type Quality = z.infer<typeof Quality>;
export const NO_MEASURES: Quality = Quality.parse({});

/** How many errors of each kind. */
export type PlantedCounts = { verdicts: number; items: number; labels: number };

/** So many times one rater said this of units of one task, in one arm, where gold says that. */
export interface ReportGold {
  rater: string;
  arm: string;
  task: string;
  about: GoldAbout;
  given: GoldAnswer;
  /** Of a preference, of the same sides. */
  gold: GoldAnswer;
  times: number;
}

/** What one rater made of one task's drafts in one arm: those with a planted error, and those left as drafted. */
export interface ReportPlanted {
  kind: PlantedKind;
  arm: string;
  rater: string;
  task: string;
  planted: number;
  /** Of them, overruled. */
  detected: number;
  left: number;
  /** Of them, overruled as well. */
  overruled: number;
}

/** Which part of training or an exam an assignment is. */
export const StageView = z.object({
  use: z.enum(["training", "exam"]),
  n: z.number(),
  of: z.number(),
  attempt: z.number(),
  attempts: z.number(),
  /** The attempt at the exam has come to its end. */
  isOver: z.boolean(),
});
export type StageView = z.infer<typeof StageView>;

/** An answer and its gold as they stand in the database. */
export const StoredAnswer = z.union([Value, z.array(z.string())]);

/** What a label step asks, as far as gold has to know. */
export type LabelQuestion = Pick<LabelStep, "id" | "question" | "kind" | "several" | "none"> & {
  labels: string[];
};

export const GoldMetadata = z.object({ explanation: z.string() }).partial().catch({});

export const StoredLabels = z.array(z.string()).catch([]);
