import { z } from "zod";
import { ExposureClass } from "@/lib/judgement/schema";
import { Ends, Level, RaterSet, ReportReason, ValueCounts } from "@/lib/report/schema/values";

/** Agreement of several items, told without confusing one with another. */
export const ItemsTogether = z.object({
  /** Items with two comparable units or more, and how many of them have no alpha of their own. */
  count: z.number(),
  without: z.number(),
  /** Of the alphas of the others. */
  median: z.number().nullable(),
  lowest: z.number().nullable(),
  highest: z.number().nullable(),
  /** Alpha with expected disagreement taken within items. */
  stratified: z.number().nullable(),
  stratifiedCi: Ends.nullable(),
  stratifiedReason: ReportReason.nullable(),
  /** The plain pool has a higher alpha than every single item: it measures how items differ. */
  exceedsEvery: z.boolean(),
});
export type ItemsTogether = z.infer<typeof ItemsTogether>;

/** One number of agreement beyond chance, with everything needed to judge it. */
export const ReliabilityRow = z.object({
  scope: z.string(),
  level: Level,
  raters: RaterSet,
  exposure: ExposureClass,
  /** Krippendorff's alpha; of several items, all their values thrown together. */
  value: z.number().nullable(),
  ci: Ends.nullable(),
  /** Where the row is about several items: what to read before their plain pool. Null for a single one. */
  items: ItemsTogether.nullable(),
  /** Units with at least two ratings. */
  units: z.number(),
  /** Raters with at least one rating. */
  raterCount: z.number(),
  /** Ratings on those units. */
  pairable: z.number(),
  /** Mean over units of the share of agreeing pairs. */
  percentAgreement: z.number().nullable(),
  reason: ReportReason.nullable(),
  /** Gwet's AC1, on the declared categories. */
  ac1: z.number().nullable(),
  ac1Reason: ReportReason.nullable(),
  /** What the interval was drawn from: tasks, since items of one task resemble each other. Fewer than five give no interval. */
  clusters: z.number(),
  /** Fewer than 30 clusters: the interval is too narrow. */
  fewClusters: z.boolean(),
  /** Ratings by value, n/a left out. */
  values: ValueCounts,
  /** Ratings that say n/a: counted here, missing for every statistic. */
  na: z.number(),
  /** Units of the scope that an adjudicator decided: counted here, and in no statistic. */
  adjudicated: z.number(),
});
export type ReliabilityRow = z.infer<typeof ReliabilityRow>;

/** The same among people of one arm, by their final values. */
export const ArmRow = ReliabilityRow.extend({
  arm: z.string(),
});
export type ArmRow = z.infer<typeof ArmRow>;

/** The same among judgements given at one stage of each person's session: "1-5", "41 and later". */
export const PositionRow = ReliabilityRow.extend({
  position: z.string(),
  /** The share of agreeing pairs that the pairs of people who met here have over the whole session. */
  expectedAgreement: z.number().nullable(),
});
export type PositionRow = z.infer<typeof PositionRow>;
