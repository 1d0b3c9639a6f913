import { z } from "zod";
import { ExposureClass, RaterKind } from "@/lib/judgement/schema";
import { Ends, ReportReason } from "@/lib/report/schema/values";

/** A number with its interval, the number of units behind it, or why there is none. */
export const CardNumber = z.object({
  value: z.number().nullable(),
  ci: Ends.nullable(),
  n: z.number(),
  reason: ReportReason.nullable(),
});
export type CardNumber = z.infer<typeof CardNumber>;

/** A range of stated confidence. */
const CalibrationRow = z.object({
  low: z.number(),
  high: z.number(),
  n: z.number(),
  confidence: z.number(),
  right: z.number(),
});

/** The fit of confidence to the share that is right. */
export const CardCalibration = z.object({
  bins: z.array(CalibrationRow),
  ece: z.number().nullable(),
  brier: z.number().nullable(),
  n: z.number(),
  reason: ReportReason.nullable(),
});
export type CardCalibration = z.infer<typeof CardCalibration>;

/** Agreement on the tasks with a tag. */
const TagRow = z.object({
  tag: z.string(),
  n: z.number(),
  accuracy: z.number().nullable(),
  ci: Ends.nullable(),
  /** True if enough units have the tag: fewer leave accuracy open by more than ten points to either side. */
  isReadable: z.boolean(),
});

/** The worth of one machine's values under one condition, against gold or the majority of people. */
export const JudgeCard = z.object({
  rater: z.string(),
  raterKind: RaterKind,
  method: z.string().nullable(),
  condition: z.string().nullable(),
  reference: z.enum(["gold", "people"]),
  /** The exposure class of people's values; null against gold. */
  exposure: ExposureClass.nullable(),
  /** Units of held-out tasks that the machine was asked about: they are left out before a final look at the judge's version. */
  heldOut: z.number(),
  /** Units with a reference, those of them that the machine was asked about, and those it gave a readable value. */
  units: z.number(),
  asked: z.number(),
  read: z.number(),
  coverage: CardNumber,
  abstention: CardNumber,
  accuracy: CardNumber,
  tpr: CardNumber,
  tnr: CardNumber,
  kappa: CardNumber,
  /** The mean κ of people, each against the same gold or the majority of the others. `n` counts people. */
  humanKappa: CardNumber,
  rmse: CardNumber,
  confidence: CardCalibration,
  /** With the share of samples that say the same as confidence. */
  samples: CardCalibration,
  /** The share of pairs with another verdict in the other order. */
  flips: CardNumber,
  /** Among verdicts for a side, the share for the response that was shown first. */
  firstSide: CardNumber,
  /** The difference to the reference for each doubling of a response's length. */
  lengthSlope: CardNumber,
  /** Its correlation with the reference, and the same with what both owe to length taken out. */
  correlation: CardNumber,
  lengthAdjusted: CardNumber,
  /** The difference to the reference for responses of models of its own family, compared with those of others. */
  ownFamily: CardNumber,
  family: z.string().nullable(),
  /** The mean share of samples that say the same. */
  stability: CardNumber,
  dollarsPerValue: CardNumber,
  secondsPerValue: CardNumber,
  tags: z.array(TagRow),
  /** The smallest number of units whose accuracy can be read by tag. */
  fewestPerTag: z.number().nullable(),
});
export type JudgeCard = z.infer<typeof JudgeCard>;
