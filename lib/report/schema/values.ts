import { z } from "zod";
import { UNDEFINED_REASONS } from "@/lib/agreement/estimate";
import { LEVELS } from "@/lib/agreement/krippendorff";
import { RATER_SETS } from "@/lib/report/schema/codes";

export const Level = z.enum(LEVELS);

export const RaterSet = z.enum(RATER_SETS);
export type RaterSet = z.infer<typeof RaterSet>;

/**
 * Why a number of the report is null, besides the reasons of the statistics.
 *
 * - `mixed-scales`: the pooled items are not answered on one scale
 * - `open-scale`: the statistic needs a declared list of categories, and there is none
 * - `nothing-decided`: there is no decision to take a share of
 * - `none-qualify`: no value or pair meets the condition a share is taken of
 * - `too-many-values`: a table of every value against every other would be too large to read
 * - `unequal-chances`: responses were sampled with unequal chances, and the statistic needs equal ones
 * - `drafts-in-view`: all values were given with a draft in view, and the statistic needs others
 * - `exposure-unknown`: it was not recorded whether a draft was in view, and the statistic needs values given
 * without
 * - `fewer-than-2-values`: a single value does not vary
 * - `fewer-than-10-units`: too few units rated together; a correlation of two is 1 or -1 by construction
 * - `fewer-than-3-raters`, `fewer-than-30-units`: too few people, or units rated together, for the test
 * - `no-time`: the time or the duration was not recorded
 * - `not-measured`: active work, or a model's work, was not measured
 * - `no-lengths`: the lengths of responses are not known
 * - `no-family`: a model's family is not known from its name, or no response is of it, or none of another
 */
export const ReportReason = z.enum([
  ...UNDEFINED_REASONS,
  "mixed-scales",
  "open-scale",
  "nothing-decided",
  "none-qualify",
  "too-many-values",
  "drafts-in-view",
  "unequal-chances",
  "exposure-unknown",
  "fewer-than-2-values",
  "fewer-than-10-units",
  "fewer-than-3-raters",
  "fewer-than-30-units",
  "no-time",
  "not-measured",
  "no-lengths",
  "no-family",
]);
export type ReportReason = z.infer<typeof ReportReason>;

/** The frequency of each value, as text. */
export const ValueCounts = z.record(z.string(), z.number());
export type ValueCounts = z.infer<typeof ValueCounts>;

/** Low and high end of a 95 % interval, and the number of tasks (or clusters of units) it was drawn from. */
export const Ends = z.tuple([z.number(), z.number(), z.number()]);
export type Ends = z.infer<typeof Ends>;
