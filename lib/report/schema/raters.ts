import { z } from "zod";
import { ExposureClass, RaterKind } from "@/lib/judgement/schema";
import { Ends, Level, ReportReason } from "@/lib/report/schema/values";

/** A rater: a person, a model with its method, or the rule engine. */
export const RaterName = z.object({
  rater: z.string(),
  kind: RaterKind,
  method: z.string().nullable(),
  /** If a model and method have several, each is a rater of its own. */
  condition: z.string().optional(),
});
export type RaterName = z.infer<typeof RaterName>;

/** Agreement of two raters on the units both rated. */
export const RaterPairRow = z.object({
  scope: z.string(),
  level: Level,
  exposure: ExposureClass,
  first: RaterName,
  second: RaterName,
  /** Krippendorff's alpha of the two. */
  value: z.number().nullable(),
  /** Computed for up to a dozen raters. */
  ci: Ends.nullable(),
  reason: ReportReason.nullable(),
  percentAgreement: z.number().nullable(),
  units: z.number(),
});
export type RaterPairRow = z.infer<typeof RaterPairRow>;

/**
 * One rater compared with the other people. A model is compared with the same groups as each person: all
 * people but one, in turn, averaged; so people's own result is the ceiling it is measured by.
 */
export const RaterRow = z.object({
  scope: z.string(),
  level: Level,
  exposure: ExposureClass,
  /** Null: the mean over people. */
  rater: RaterName.nullable(),
  /** Units also rated by others. */
  units: z.number(),
  /** The mean share of the others with the same value. */
  agreement: z.number().nullable(),
  /** Pearson's r with the mean of the others. */
  correlation: z.number().nullable(),
  agreementCi: Ends.nullable(),
  correlationCi: Ends.nullable(),
  agreementReason: ReportReason.nullable(),
  correlationReason: ReportReason.nullable(),
  /**
   * People whose correlations are averaged, weighted by units; those with fewer than ten units are left out.
   */
  averaged: z.number(),
  leftOut: z.number(),
  /**
   * For a model: the number of values that people gave with its draft in view. If there are any, the model is
   * not ranked.
   */
  draftSeen: z.number(),
  /**
   * Krippendorff's alpha of the other people without this person. In the row of the mean: alpha of all
   * people.
   */
  alpha: z.number().nullable(),
  alphaReason: ReportReason.nullable(),
  /**
   * In the row of the mean: standard error of alpha over raters, by jackknife. Null for fewer than three
   * people.
   */
  alphaError: z.number().nullable(),
  alphaErrorReason: ReportReason.nullable(),
  /** For the mean over people: intervals of alpha for other raters, and for other raters and tasks together. */
  alphaRatersCi: Ends.nullable(),
  alphaBothCi: Ends.nullable(),
});
export type RaterRow = z.infer<typeof RaterRow>;
