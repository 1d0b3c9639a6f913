import { z } from "zod";
import { ExposureClass, RaterKind } from "@/lib/judgement/schema";
import { Ends, ReportReason } from "@/lib/report/schema/values";

/** The machine whose values are corrected by people. */
const judge = {
  rater: z.string(),
  raterKind: RaterKind,
  method: z.string().nullable(),
  condition: z.string().nullable(),
};

/**
 * The quantity estimated. `mean`: of points; `drfr`: the share of questions answered yes; `pass-rate`: the same, averaged
 * over responses; `win-rate`: of preferences, with a tie as half a win.
 */
export const ModelMeasure = z.enum(["mean", "drfr", "pass-rate", "win-rate"]);
export type ModelMeasure = z.infer<typeof ModelMeasure>;

/** An estimate in three ways, each with its interval. */
const threeWays = {
  /** By people alone, where they judged independently. */
  human: z.number().nullable(),
  humanCi: Ends.nullable(),
  /** By the machine alone, on all units. */
  judge: z.number().nullable(),
  judgeCi: Ends.nullable(),
  /** By the machine on all units, corrected by people on some. */
  powered: z.number().nullable(),
  poweredCi: Ends.nullable(),
  /** Why there is no human and no corrected value. */
  reason: ReportReason.nullable(),
};

/** One model's responses, as a machine judges them and people correct it. */
export const ModelEstimateRow = z.object({
  ...judge,
  measure: ModelMeasure,
  scope: z.string(),
  responseModel: z.string(),
  /** Units that the machine was asked about or that people judged independently. */
  units: z.number(),
  /** Those without a value of the machine that is a number: not asked, not readable, or n/a. */
  unread: z.number(),
  /** Those with independent values of people. */
  labelled: z.number(),
  ...threeWays,
  /** The machine's weight, from 0 to 1. */
  lambda: z.number().nullable(),
  /** The number of human labels with which people alone would be as certain. */
  effective: z.number().nullable(),
  /** The rate corrected for the machine's errors, its TPR and TNR; null for anything but yes and no. */
  corrected: z.number().nullable(),
  correctedCi: Ends.nullable(),
  correctedReason: ReportReason.nullable(),
  tpr: z.number().nullable(),
  tnr: z.number().nullable(),
});
export type ModelEstimateRow = z.infer<typeof ModelEstimateRow>;

/** The difference of two models: the first less the second. */
export const ModelDifferenceRow = z.object({
  ...judge,
  measure: ModelMeasure,
  scope: z.string(),
  first: z.string(),
  second: z.string(),
  ...threeWays,
});
export type ModelDifferenceRow = z.infer<typeof ModelDifferenceRow>;

/** The value of a judge's values beside people's; null where there is only one of them, or no estimate. */
const worth = {
  /** The judge's weight, from 0 to 1. */
  lambda: z.number().nullable(),
  /** The number of pairs with which people alone would be as certain. */
  effective: z.number().nullable(),
};

/** `people`: from human preferences. `judge`: from a machine's. `corrected`: from a machine's, corrected by people. */
const RankingSource = z.enum(["people", "judge", "corrected"]);

/** A model's place in a ranking by preferences. */
export const RankingRow = z.object({
  source: RankingSource,
  /** Null for people. */
  rater: z.string().nullable(),
  method: z.string().nullable(),
  condition: z.string().nullable(),
  /** The exposure class of people's values; `any` for a machine's alone. */
  exposure: ExposureClass,
  responseModel: z.string(),
  rank: z.number(),
  /** The log of the strength; the mean over all models is 0. */
  strength: z.number().nullable(),
  ci: Ends.nullable(),
  /** Davidson's ν; 0 without ties. */
  ties: z.number().nullable(),
  /** Pairs, and those of them that people judged. */
  comparisons: z.number(),
  labelled: z.number(),
  ...worth,
  reason: ReportReason.nullable(),
});
export type RankingRow = z.infer<typeof RankingRow>;

/** The share of comparisons in which one model's response was preferred to another's, a tie as half. */
export const WinRateRow = z.object({
  source: RankingSource,
  rater: z.string().nullable(),
  method: z.string().nullable(),
  condition: z.string().nullable(),
  exposure: ExposureClass,
  first: z.string(),
  second: z.string(),
  rate: z.number(),
  ci: Ends.nullable(),
  /** Pairs, and those of them that people judged. */
  comparisons: z.number(),
  labelled: z.number(),
  ...worth,
});
export type WinRateRow = z.infer<typeof WinRateRow>;
