import { z } from "zod";
import { Value } from "@/lib/judgement/schema";
import type { LabelStep } from "@/lib/protocol/schema";

/** Why the value is correct: shown with feedback. */
const explanation = z.string().trim().max(2000).default("");

/** A gold value for one unit: an item of a response, or (`item` null) the whole response. Null removes it. */
export const GoldValueBody = z.strictObject({
  response: z.uuid(),
  item: z.uuid().nullable(),
  value: z.union([z.enum(["yes", "no", "na"]), z.number().min(-1000).max(1000)]).nullable(),
  explanation,
});

/** One of many values: response and item by id or by key of the study file; no item for the overall score. */
export const GoldRow = z.strictObject({
  response: z.string().min(1).max(500),
  item: z.string().min(1).max(500).nullable(),
  value: GoldValueBody.shape.value,
  explanation,
});
export type GoldRow = z.infer<typeof GoldRow>;

/** Most values marked in one transaction. */
export const MAX_GOLD_ROWS = 2000;

export const ManyGoldBody = z.strictObject({ rows: z.array(GoldRow).min(1).max(MAX_GOLD_ROWS) });

/** A row that cannot be marked, by its position from 1, and why. */
export const UnfitGold = z.object({ row: z.int(), reason: z.string() });
export type UnfitGold = z.infer<typeof UnfitGold>;

/** The effect of marking many values. */
export const GoldCheck = z.object({
  fits: z.int(),
  /** Numbers of rows that replace a value marked here, and that remove one. */
  replaces: z.int(),
  takesBack: z.int(),
  /** The first hundred rows that do not fit; `unfit` counts all. */
  problems: z.array(UnfitGold),
  unfit: z.int(),
});
export type GoldCheck = z.infer<typeof GoldCheck>;

/**
 * Turns a closed batch's results into gold: adjudicators' rulings, or values that at least two people gave
 * unanimously.
 */
export const GoldFromBatchBody = z.strictObject({
  batch: z.uuid(),
  from: z.enum(["adjudication", "consensus"]),
});
export type GoldFromBatchBody = z.infer<typeof GoldFromBatchBody>;

/** The gold preference between two responses to a task: A is the first. */
export const GoldPreferenceBody = z.strictObject({
  pair: z.tuple([z.uuid(), z.uuid()]).refine(([a, b]) => a !== b, { error: "must name two responses" }),
  value: z.union([z.enum(["A", "B", "tie"]), z.int().min(1).max(5)]).nullable(),
  explanation,
});

/**
 * The labels of an item of a task's rubrics, or (`item` null) of the task. An empty list means that none
 * fits.
 */
export const GoldLabelsBody = z.strictObject({
  task: z.uuid(),
  item: z.uuid().nullable(),
  /** The key that the label step stores its labels under. */
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

/** An answer to a unit with gold: a value, or labels. */
export const GoldAnswer = z.union([Value, z.array(z.string()).readonly()]);
export type GoldAnswer = z.infer<typeof GoldAnswer>;

/** A value of an item or the overall score, a preference, or labels. */
export const GoldAbout = z.enum(["value", "preference", "labels"]);
export type GoldAbout = z.infer<typeof GoldAbout>;

/** The current gold values of a response by item id; `overall` for the whole response. */
export type GoldValues = Record<string, { value: Value; explanation: string }>;

/** The gold preference between two responses, by id. */
export type GoldPreference = { pair: [string, string]; value: Value; explanation: string };

/** The gold labels of an item (null: the task) for label steps with this key. */
export type GoldLabelling = { question: string; item: string | null; labels: string[]; explanation: string };

/** All gold of a task. */
export type GoldOfTask = {
  values: Map<string, GoldValues>;
  preferences: GoldPreference[];
  labels: GoldLabelling[];
};

/** The comparison of one submitted value with gold. Shown only after submission. */
export const Compared = z.object({
  about: GoldAbout,
  /** The item's text; null for the overall score, a preference, and labels of the task. */
  item: z.string().nullable(),
  /** For labels: the question. */
  question: z.string().nullable(),
  /** Null when the item was removed instead of answered. Preferences are for the sides as shown. */
  given: GoldAnswer.nullable(),
  gold: GoldAnswer,
  explanation: z.string(),
  right: z.boolean(),
});
export type Compared = z.infer<typeof Compared>;

/** An admin's grant to an annotator who has not qualified: another attempt at the exam, or admission without it. */
export const QualificationBody = z.strictObject({
  grant: z.enum(["attempt", "admission"]),
  /** The reason. Read by admins, and by the annotator in the copy of their own data. */
  note: z.string().trim().min(1, { error: "is missing" }).max(1000),
});
export type QualificationBody = z.infer<typeof QualificationBody>;

/** A completed attempt at an exam. */
export type ExamOutcome = { attempt: number; asked: number; right: number; passed: boolean };

/** A planted error that an annotator was shown, disclosed once the batch is over. */
export const Debriefed = z.object({
  about: GoldAbout,
  /** The item's text; null for the overall score and a preference. */
  item: z.string().nullable(),
  /** The shown and the drafted value; null for a planted item. */
  shown: GoldAnswer.nullable(),
  drafted: GoldAnswer.nullable(),
  detected: z.boolean(),
});
export type Debriefed = z.infer<typeof Debriefed>;

/** One annotator's answers to units with gold, on checks and ordinary subjects. */
export type GoldResult = {
  code: string;
  /** For admins only. */
  name: string | null;
  /** Units compared. */
  n: number;
  agreed: number;
  /** For scores, the mean distance from gold; null without scores. */
  distance: number | null;
  /** For labels, the mean share both given and expected; null without labels. */
  shared: number | null;
};

/** Kinds of planted errors: a wrong value, an item of another task, wrong labels. */
export const PLANTED_KINDS = ["verdict", "item", "labels"] as const;
export type PlantedKind = (typeof PLANTED_KINDS)[number];

/** Responses to planted errors and to correct drafts, for an arm or an annotator. */
export type PlantedResult = {
  kind: PlantedKind;
  arm: string;
  code: string;
  name: string | null;
  /** Planted errors that were shown and answered. */
  planted: number;
  detected: number;
  /** Correct drafts that were shown and answered, and how many of them were overruled too. */
  left: number;
  overruled: number;
};

/** A share of the subjects is also judged by k more people without drafts. */
export const Reserve = z.strictObject({ share: z.number().gt(0).max(1), k: z.int().min(2).max(10) });
export type Reserve = z.infer<typeof Reserve>;

/**
 * Further annotators where the first ones of an arm disagree, one after another: at most so many. Scores disagree from
 * `points` on.
 */
export const Overlap = z.strictObject({
  most: z.int().min(1).max(5),
  points: z.int().min(1).max(9).default(1),
});
export type Overlap = z.infer<typeof Overlap>;

/** The quality measures of a batch; null for those it does not use. */
export const Quality = z.strictObject({
  reserve: Reserve.nullable().default(null),
  overlap: Overlap.nullable().default(null),
  /** The share of work on subjects with known gold values. */
  gold: z
    .strictObject({
      share: z.number().gt(0).max(0.5),
      /** True if annotators see the comparison with gold after submitting. */
      feedback: z.boolean(),
    })
    .nullable()
    .default(null),
  /** The share of drafts shown with a planted error. */
  planted: z
    .strictObject({
      share: z.number().gt(0).max(0.5),
      /** True if annotators can see, after the batch is closed, where the errors were. */
      debrief: z.boolean(),
    })
    .nullable()
    .default(null),
  /**
   * Number of subjects with gold at the start, in the same order for all annotators, each followed by the
   * expected answers.
   */
  training: z
    .strictObject({ subjects: z.int().min(1).max(50) })
    .nullable()
    .default(null),
  /**
   * The number of exam subjects, which follow without feedback; only annotators who pass get the batch's
   * work.
   */
  exam: z
    .strictObject({
      subjects: z.int().min(1).max(100),
      /** The percentage of units with gold that have to be correct. */
      pass: z.int().min(1).max(100),
      /** A score counts as correct up to this many points from gold. */
      within: z.int().min(0).max(9),
      /** Number of attempts an annotator has. */
      attempts: z.int().min(1).max(10),
      /** True if annotators see the expected answers once they are done, passed or not. */
      reveal: z.boolean(),
    })
    .nullable()
    .default(null),
  /** True if annotators of an earlier version of the batch repeat training and exam. */
  askAgain: z.boolean().default(false),
  /**
   * True if the guidelines page informs annotators, before they consent, that there are checks or planted
   * errors.
   */
  disclosed: z.boolean().default(true),
  /**
   * True if annotators may reopen their own submissions until the batch is closed. A reopened submission counts until
   * it is submitted again.
   */
  reopening: z.boolean().default(true),
  /** True if pasting and leaving the tab are counted. Always disclosed; never a measure of quality. */
  signals: z.boolean().default(false),
});
export type Quality = z.infer<typeof Quality>;
export const NO_MEASURES: Quality = Quality.parse({});

/** A fact about a batch that its annotators read beforehand, each in their language. */
export const Disclosure = z.discriminatedUnion("about", [
  z.object({ about: z.literal("training"), subjects: z.int() }),
  z.object({
    about: z.literal("exam"),
    afterTraining: z.boolean(),
    subjects: z.int(),
    /** The percentage that has to be right. */
    percent: z.int(),
    attempts: z.int(),
  }),
  z.object({ about: z.literal("signals") }),
  z.object({ about: z.literal("gold") }),
  z.object({ about: z.literal("errors"), shownLater: z.boolean() }),
]);
export type Disclosure = z.infer<typeof Disclosure>;

/** Number of errors of each kind. */
export type PlantedCounts = { verdicts: number; items: number; labels: number };

/** Number of times a rater gave this answer to units of one task, in one arm, with this gold. */
export interface ReportGold {
  rater: string;
  arm: string;
  task: string;
  about: GoldAbout;
  given: GoldAnswer;
  /** For a preference, in the same order of sides. */
  gold: GoldAnswer;
  times: number;
}

/** A rater's responses to one task's drafts in one arm: those with a planted error, and correct ones. */
export interface ReportPlanted {
  kind: PlantedKind;
  arm: string;
  rater: string;
  task: string;
  planted: number;
  /** Number of planted errors that were overruled. */
  detected: number;
  left: number;
  /** Number of those that were overruled too. */
  overruled: number;
}

/** The stage of a training or exam assignment. */
export const StageView = z.object({
  use: z.enum(["training", "exam"]),
  n: z.number(),
  of: z.number(),
  attempt: z.number(),
  attempts: z.number(),
  /** True if the exam attempt has ended. */
  isOver: z.boolean(),
});
export type StageView = z.infer<typeof StageView>;

/** An answer and its gold as stored in the database. */
export const StoredAnswer = z.union([Value, z.array(z.string())]);

/** The parts of a label step that matter for gold. */
export type LabelQuestion = Pick<LabelStep, "id" | "question" | "kind" | "several" | "none"> & {
  labels: string[];
};

export const GoldMetadata = z.object({ explanation: z.string() }).partial().catch({});

export const StoredLabels = z.array(z.string()).catch([]);
