import { z } from "zod";
import { ExposureClass, RaterKind } from "@/lib/judgement/schema";
import { Ends, Level, ReportReason } from "@/lib/report/schema/values";

/** Who rated: a person, a model with its method, or the rule engine. */
export const RaterName = z.object({
  rater: z.string(),
  kind: RaterKind,
  method: z.string().nullable(),
  /** Where a model and method have several, each is a rater of its own. */
  condition: z.string().optional(),
});
export type RaterName = z.infer<typeof RaterName>;

/** How far two raters agree on the units both rated. */
export const RaterPairRow = z.object({
  scope: z.string(),
  level: Level,
  exposure: ExposureClass,
  first: RaterName,
  second: RaterName,
  /** Krippendorff's alpha of the two. */
  value: z.number().nullable(),
  /** Computed for a dozen raters or fewer. */
  ci: Ends.nullable(),
  reason: ReportReason.nullable(),
  percentAgreement: z.number().nullable(),
  units: z.number(),
});
export type RaterPairRow = z.infer<typeof RaterPairRow>;

/**
 * One rater against the rest of the people. A machine is held against the same rests as each person: all people but
 * one, in turn, averaged; so what people reach is the ceiling it is measured by.
 */
export const RaterRow = z.object({
  scope: z.string(),
  level: Level,
  exposure: ExposureClass,
  /** Null: the mean over people. */
  rater: RaterName.nullable(),
  /** Units rated together with the rest. */
  units: z.number(),
  /** The mean share of the others who say the same. */
  agreement: z.number().nullable(),
  /** Pearson's r with the mean of the others. */
  correlation: z.number().nullable(),
  agreementCi: Ends.nullable(),
  correlationCi: Ends.nullable(),
  agreementReason: ReportReason.nullable(),
  correlationReason: ReportReason.nullable(),
  /** People whose correlations are averaged, weighted by their units; those with fewer than ten units are left out. */
  averaged: z.number(),
  leftOut: z.number(),
  /** Of a machine: values people gave with its own draft in view. With any, it spoke first and is not ranked. */
  draftSeen: z.number(),
  /** Krippendorff's alpha among people, without this person; for the mean over people, with everybody. */
  alpha: z.number().nullable(),
  alphaReason: ReportReason.nullable(),
});
export type RaterRow = z.infer<typeof RaterRow>;
