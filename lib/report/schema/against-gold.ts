import { z } from "zod";
import { VERDICT_MEASURES } from "@/lib/agreement/verdicts";
import { ExposureClass, RaterKind } from "@/lib/judgement/schema";
import { Ends, ReportReason } from "@/lib/report/schema/values";

/** Precision, recall and F1 of one value. */
const ClassScoreRow = z.object({
  value: z.string(),
  /** Units whose answer it is. */
  n: z.number(),
  precision: z.number().nullable(),
  recall: z.number().nullable(),
  f1: z.number().nullable(),
});

/**
 * One machine, under one condition, or one person, compared with gold or with the majority of people.
 * `subset` is `all`, an item as `item:C1`, the tasks with a tag as `tag:math`, `macro`, the unweighted mean
 * over all tags, or `macro:NAME`, the same over a named set of tags.
 */
export const AgainstGoldRow = z.object({
  rater: z.string(),
  raterKind: RaterKind,
  method: z.string().nullable(),
  condition: z.string().nullable(),
  subset: z.string(),
  /**
   * Units with an answer for which a verdict of the rater was requested; unreadable verdicts are included.
   */
  n: z.number(),
  /** Strict accuracy: an unreadable verdict is wrong, and so is a tie where the answer is a side. */
  exposed: z.number(),
  /** Strict: what could not be read is wrong, and so is a tie where the answer is a side. */
  accuracy: z.number().nullable(),
  /** Accuracy with such a tie as one half. */
  accuracyTiesHalf: z.number().nullable(),
  /** The share of pairs with the right verdict in both orders, among the pairs that were judged in both. */
  accuracyBoth: z.number().nullable(),
  /** The share of pairs with the same verdict in both orders, among the pairs that were judged in both. */
  positionalAgreement: z.number().nullable(),
  /** The share of ties among readable verdicts; null for anything but preferences. */
  hedging: z.number().nullable(),
  /** Share of verdicts that could not be read. */
  unparsed: z.number().nullable(),
  precisionMacro: z.number().nullable(),
  recallMacro: z.number().nullable(),
  f1Macro: z.number().nullable(),
  /** Weighted by squared distance if values are points. */
  kappa: z.number().nullable(),
  /** Ordinal if values are points, otherwise nominal. */
  alpha: z.number().nullable(),
  mae: z.number().nullable(),
  rmse: z.number().nullable(),
  /**
   * The mean spread of several samples of one unit: the standard deviation of numbers, or the share of words
   * that differ from the most frequent one.
   */
  spread: z.number().nullable(),
  /** By value. Empty for a macro average, and if there are too many values. */
  classes: z.array(ClassScoreRow),
  ci: z.record(z.enum(VERDICT_MEASURES), Ends.nullable()),
  /** Why κ is null, or, if only α is, why α is. */
  reason: ReportReason.nullable(),
});
export type AgainstGoldRow = z.infer<typeof AgainstGoldRow>;

/** A comparison with the majority of people; for a person with the majority of the others. */
export const AgainstMajorityRow = AgainstGoldRow.extend({
  /** The exposure class of the people's values that form the majority. */
  exposure: ExposureClass,
});
export type AgainstMajorityRow = z.infer<typeof AgainstMajorityRow>;
