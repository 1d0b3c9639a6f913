import { z } from "zod";
import { ExposureClass } from "@/lib/judgement/schema";
import { PLANTED_KINDS } from "@/lib/quality/schema";
import { CONTRASTS, STANCES } from "@/lib/report/schema/codes";
import { Ends, Level, ReportReason } from "@/lib/report/schema/values";

/**
 * The statistic of a contrast: the mean value, agreement among people, or the share of values equal to the
 * draft's.
 */
export const Contrast = z.enum(CONTRASTS);
export type Contrast = z.infer<typeof Contrast>;

/** The kind of drafter of the drafts that people saw: rows of models and of the rules are never pooled. */
export const DraftOrigin = z.enum(["llm", "rules"]);
export type DraftOrigin = z.infer<typeof DraftOrigin>;

/** A contrast of two arms, or two exposure classes. */
export const ContrastRow = z.object({
  scope: z.string(),
  /** Null in a study without drafts; and of contrasts that are not about the draft. */
  origin: DraftOrigin.nullable(),
  by: z.enum(["arm", "exposure"]),
  first: z.string(),
  second: z.string(),
  statistic: Contrast,
  level: Level.nullable(),
  firstValue: z.number().nullable(),
  firstReason: ReportReason.nullable(),
  /** Number of values. */
  firstRatings: z.number(),
  secondValue: z.number().nullable(),
  secondReason: ReportReason.nullable(),
  secondRatings: z.number(),
  /** First - second; intervals draw the same tasks for both. */
  difference: z.number().nullable(),
  ci: Ends.nullable(),
  /** From a permutation test: tasks change sides as a whole, or within tasks when all are on both sides. */
  p: z.number().nullable(),
  /** The p-value corrected for all contrasts of the report, by Holm's method. */
  pHolm: z.number().nullable(),
  reason: ReportReason.nullable(),
  tasks: z.number(),
});
export type ContrastRow = z.infer<typeof ContrastRow>;

/** The share of people's agreement that is on the drafted value. */
export const OnDraftRow = z.object({
  scope: z.string(),
  /** Null in a study without drafts. */
  origin: DraftOrigin.nullable(),
  exposure: ExposureClass,
  /** Values of units with a drafted value, without n/a; and those equal to the drafted one. */
  values: z.number(),
  onDraft: z.number(),
  draftShare: z.number().nullable(),
  draftShareCi: Ends.nullable(),
  /** Pairs of people on a unit; the pairs that agree; and the pairs that agree on the drafted value. */
  pairs: z.number(),
  agreeing: z.number(),
  agreeingOnDraft: z.number(),
  agreeingShare: z.number().nullable(),
  agreeingShareCi: Ends.nullable(),
  /**
   * The share that would result if people gave their values independently of each other, each value as often
   * as it is given for such a draft.
   */
  expectedShare: z.number().nullable(),
  valuesReason: ReportReason.nullable(),
  pairsReason: ReportReason.nullable(),
  /** Tasks with any of them, from which intervals are drawn. */
  tasks: z.number(),
});
export type OnDraftRow = z.infer<typeof OnDraftRow>;

/** Changes of people's own values after they saw the draft. */
export const ChangeRow = z.object({
  scope: z.string(),
  /** Null in a study without drafts. */
  origin: DraftOrigin.nullable(),
  /**
   * Own values that differed from the draft; those of them that became the draft's value; and those that
   * changed at all.
   */
  differed: z.number(),
  switched: z.number(),
  changed: z.number(),
  switchRate: z.number().nullable(),
  switchRateCi: Ends.nullable(),
  changeRate: z.number().nullable(),
  changeRateCi: Ends.nullable(),
  differedReason: ReportReason.nullable(),
  /** Own values that equalled the draft; and those of them that changed. */
  agreed: z.number(),
  left: z.number(),
  leaveRate: z.number().nullable(),
  leaveRateCi: Ends.nullable(),
  agreedReason: ReportReason.nullable(),
  /** (final - own) / (draft - own), limited to 0 … 1, averaged; and how many were outside that range. */
  weightOfAdvice: z.number().nullable(),
  weightOfAdviceCi: Ends.nullable(),
  advised: z.number(),
  beyond: z.number(),
  adviceReason: ReportReason.nullable(),
  /** Tasks with any of them, from which intervals are drawn. */
  tasks: z.number(),
});
export type ChangeRow = z.infer<typeof ChangeRow>;

/** The four stances between a draft and the majority without it. */
export const Stance = z.enum(STANCES);
export type Stance = z.infer<typeof Stance>;

/** The share of each stance, among the values that could show it. */
export const StanceRow = z.object({
  scope: z.string(),
  /** Null in a study without drafts. */
  origin: DraftOrigin.nullable(),
  stance: Stance,
  qualified: z.number(),
  count: z.number(),
  share: z.number().nullable(),
  ci: Ends.nullable(),
  reason: ReportReason.nullable(),
  /** Tasks with any of them, from which intervals are drawn. */
  tasks: z.number(),
});
export type StanceRow = z.infer<typeof StanceRow>;

/** Adopted drafts, and how many of them faster than they can be read. */
export const ReadingRow = z.object({
  scope: z.string(),
  /** Null in a study without drafts. */
  origin: DraftOrigin.nullable(),
  accepted: z.number(),
  faster: z.number(),
  share: z.number().nullable(),
  ci: Ends.nullable(),
  medianSeconds: z.number().nullable(),
  medianWords: z.number().nullable(),
  reason: ReportReason.nullable(),
  /** Tasks with any of them, from which intervals are drawn. */
  tasks: z.number(),
});
export type ReadingRow = z.infer<typeof ReadingRow>;

/** Planted errors that were noticed, and correct drafts that were overruled. */
export const DetectionRow = z.object({
  kind: z.enum(PLANTED_KINDS),
  by: z.enum(["all", "arm", "rater"]),
  /** The arm, or the rater; null for all. */
  group: z.string().nullable(),
  detection: z.number().nullable(),
  detectionCi: Ends.nullable(),
  detectionReason: ReportReason.nullable(),
  /** Planted errors that were shown and answered. */
  planted: z.number(),
  falseAlarm: z.number().nullable(),
  falseAlarmCi: Ends.nullable(),
  falseAlarmReason: ReportReason.nullable(),
  /** Correct drafts that were shown and answered. */
  left: z.number(),
  tasks: z.number(),
});
export type DetectionRow = z.infer<typeof DetectionRow>;

export const Anchoring = z.object({
  reading: z.array(ReadingRow),
  contrasts: z.array(ContrastRow),
  onDraft: z.array(OnDraftRow),
  changes: z.array(ChangeRow),
  stances: z.array(StanceRow),
  detection: z.array(DetectionRow),
});
export type Anchoring = z.infer<typeof Anchoring>;
