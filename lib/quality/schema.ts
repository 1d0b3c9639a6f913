import { z } from "zod";
import type { Value } from "@/lib/dataset/schema";

/** A gold value for one unit: an item of a response, or (`item` null) the response as a whole. Null takes it back. */
export const GoldBody = z.strictObject({
  response: z.uuid(),
  item: z.uuid().nullable(),
  value: z.union([z.enum(["yes", "no", "na"]), z.number().min(-1000).max(1000)]).nullable(),
  /** Why it is so: read by whoever gets feedback. */
  explanation: z.string().trim().max(2000).default(""),
});
export type GoldBody = z.infer<typeof GoldBody>;

/** The gold values of a response as they stand, by item id; `overall` for the response as a whole. */
export type GoldValues = Record<string, { value: Value; explanation: string }>;

/** How one value of a submission compares with gold. Told after it was submitted, never before. */
export type Compared = {
  /** What the item asks; null for the overall score. */
  item: string | null;
  /** Null when the item was removed instead of answered. */
  given: Value | null;
  gold: Value;
  explanation: string;
  right: boolean;
};

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
export type Debriefed = {
  /** What the item asks; null for the overall score. */
  item: string | null;
  /** The value that was shown, and the one that was drafted; null for an item that did not belong there. */
  shown: Value | null;
  drafted: Value | null;
  detected: boolean;
};

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
};

/** What came of planted errors, and of what was left as it was drafted, for an arm or an annotator. */
export type PlantedResult = {
  kind: "verdict" | "item";
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
