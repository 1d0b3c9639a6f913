import { z } from "zod";
import { JudgeSpec } from "@/lib/drafting/schema/judge-spec";
import { LabelConfusion } from "@/lib/judge/schema/confusion";
import { TunedOn } from "@/lib/judge/schema/tuned-on";
import {
  CriterionFigures,
  HeldOutLookView,
  JudgeFigures,
  PeoplesKappa,
  VersionFigures,
} from "@/lib/judge/schema/workshop";
import { JudgeCard } from "@/lib/report/schema/judge-cards";

/** The worth of a version's values on the development part, besides agreement. */
const VersionDetails = JudgeCard.pick({
  coverage: true,
  abstention: true,
  tpr: true,
  tnr: true,
  rmse: true,
  flips: true,
  firstSide: true,
  lengthSlope: true,
  correlation: true,
  lengthAdjusted: true,
  ownFamily: true,
  family: true,
  stability: true,
  dollarsPerValue: true,
  secondsPerValue: true,
  tags: true,
  fewestPerTag: true,
}).extend({
  /** With the share of samples that say the same as confidence. */
  calibration: JudgeCard.shape.samples,
});
export type VersionDetails = z.infer<typeof VersionDetails>;

/** The card of a judge's version on a dataset: what it sends, what it was tuned on, and what it is worth. */
export const VersionCard = z.object({
  format: z.literal("countersign-judge-card"),
  formatVersion: z.literal(1),
  /** The version of the rules that computed it. */
  rules: z.number(),
  madeAt: z.date(),
  judge: z.object({ id: z.string(), name: z.string() }),
  version: z.object({
    id: z.string(),
    number: z.number(),
    parent: z.number().nullable(),
    hash: z.string(),
    model: z.string(),
    endpoint: z.string(),
    origin: z.string().nullable(),
    isModified: z.boolean(),
    note: z.string(),
    createdAt: z.date(),
    /** Everything that it sends. */
    spec: JudgeSpec,
  }),
  dataset: z.object({ id: z.string(), name: z.string() }),
  /** The split of the labels: its seed, and the labelled tasks of each part. */
  split: z.object({
    seed: z.number(),
    labelled: z.object({ examples: z.number(), development: z.number(), "held-out": z.number() }),
  }),
  tunedOn: TunedOn,
  /** On labels that its author could see: too good. */
  development: z.object({
    figures: JudgeFigures,
    change: VersionFigures.shape.change,
    /** The mean κ of people, each against the others. */
    humanKappa: PeoplesKappa.nullable(),
    /** The judge's values beside people's. */
    confusion: LabelConfusion,
    /** Figures on each criterion that several tasks share; empty for a judge of something else. */
    criteria: z.array(CriterionFigures),
    /** Null if the version was not run on any of these labels. */
    details: VersionDetails.nullable(),
  }),
  /** The recorded looks at labels that nobody could see, the first one first; without the names of those who looked. */
  heldOut: z.array(HeldOutLookView.omit({ by: true })),
});
export type VersionCard = z.infer<typeof VersionCard>;

export const VersionCardQuery = z.strictObject({
  dataset: z.uuid(),
  format: z.enum(["json", "markdown"]).default("json"),
});
