import { z } from "zod";
import { ExposureClass } from "@/lib/judgement/schema";
import { Ends, Level, RaterSet, ReportReason, ValueCounts } from "@/lib/report/schema/values";

/** Agreement of several items, computed within items. */
export const ItemsTogether = z.object({
  /** Items with at least two comparable units, and how many of them have no alpha. */
  count: z.number(),
  without: z.number(),
  /** The median of the alphas that are defined. */
  median: z.number().nullable(),
  lowest: z.number().nullable(),
  highest: z.number().nullable(),
  /** Alpha with expected disagreement computed within items. */
  stratified: z.number().nullable(),
  stratifiedCi: Ends.nullable(),
  stratifiedReason: ReportReason.nullable(),
  /**
   * True if alpha of all items pooled is higher than that of every single item; it then measures how items
   * differ.
   */
  exceedsEvery: z.boolean(),
});
export type ItemsTogether = z.infer<typeof ItemsTogether>;

/** One coefficient of agreement beyond chance, with everything needed to judge it. */
export const ReliabilityRow = z.object({
  scope: z.string(),
  level: Level,
  raters: RaterSet,
  exposure: ExposureClass,
  /** Krippendorff's alpha; for several items, of their pooled values. */
  value: z.number().nullable(),
  ci: Ends.nullable(),
  /** For several items: agreement within items, to be read before their plain pool. Null for a single one. */
  items: ItemsTogether.nullable(),
  /** Units with at least two ratings. */
  units: z.number(),
  /** Raters with at least one rating. */
  raterCount: z.number(),
  /** Ratings on those units. */
  pairable: z.number(),
  /** Mean over units of the share of agreeing pairs. */
  percentAgreement: z.number().nullable(),
  percentCi: Ends.nullable(),
  reason: ReportReason.nullable(),
  /** Gwet's AC1, on the declared categories. */
  ac1: z.number().nullable(),
  ac1Ci: Ends.nullable(),
  ac1Reason: ReportReason.nullable(),
  /**
   * Percent agreement and Gwet's AC2 with the credit for near misses of the row's level, on the declared
   * categories. Null without a reason at the nominal level, which gives no such credit.
   */
  weightedPercent: z.number().nullable(),
  weightedPercentCi: Ends.nullable(),
  ac2: z.number().nullable(),
  ac2Ci: Ends.nullable(),
  ac2Reason: ReportReason.nullable(),
  /**
   * The tasks from which the interval was drawn, since items of one task resemble each other. Fewer than five
   * give no interval.
   */
  clusters: z.number(),
  /** Fewer than 30 clusters: the interval is too narrow. */
  fewClusters: z.boolean(),
  /** Ratings by value, without n/a. */
  values: ValueCounts,
  /** n/a ratings: counted here, missing for every statistic. */
  na: z.number(),
  /** Units of the scope with an adjudicator's ruling: counted here, and in no statistic. */
  adjudicated: z.number(),
});
export type ReliabilityRow = z.infer<typeof ReliabilityRow>;

/** Agreement among people of one arm, by their final values. */
export const ArmRow = ReliabilityRow.extend({
  arm: z.string(),
});
export type ArmRow = z.infer<typeof ArmRow>;

/** Agreement among judgements at one stage of each person's session: "1-5", "41 and later". */
export const PositionRow = ReliabilityRow.extend({
  position: z.string(),
  /** The share of agreeing pairs that the pairs of people who met here have over the whole session. */
  expectedAgreement: z.number().nullable(),
});
export type PositionRow = z.infer<typeof PositionRow>;
