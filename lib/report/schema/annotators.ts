import { z } from "zod";
import { ATTENTION_REASONS } from "@/lib/report/schema/codes";
import { Ends, ReportReason } from "@/lib/report/schema/values";

/** Why an annotator's work may be worth a look. Never a verdict. */
export const AttentionReason = z.enum(ATTENTION_REASONS);
export type AttentionReason = z.infer<typeof AttentionReason>;

/** One annotator's work, for the batch's admins. */
export const AnnotatorRow = z.object({
  rater: z.string(),
  judgements: z.number(),
  /**
   * Decisions on rubric items, and sets of labels: in no other number of this row but gold and planted
   * errors.
   */
  decisions: z.number(),
  labellings: z.number(),
  /** Active work on judgements, if measured. */
  activeHours: z.number().nullable(),
  activeReason: ReportReason.nullable(),
  /**
   * Judgements per hour, and the number of judgements with a time: active time, or otherwise elapsed time.
   */
  perHour: z.number().nullable(),
  medianSeconds: z.number().nullable(),
  timed: z.number(),
  timeReason: ReportReason.nullable(),
  /** The mean share of the others with the same value, whatever they saw; and the number of judgements. */
  agreement: z.number().nullable(),
  compared: z.number(),
  agreementCi: Ends.nullable(),
  agreementReason: ReportReason.nullable(),
  /** The later half of their work minus the earlier half. */
  drift: z.number().nullable(),
  driftCi: Ends.nullable(),
  driftReason: ReportReason.nullable(),
  /** Answers to units with gold, including checks and labels, and the share of right answers. */
  golds: z.number(),
  goldShare: z.number().nullable(),
  goldCi: Ends.nullable(),
  goldReason: ReportReason.nullable(),
  /** For scores the mean distance from gold in points; for sets of labels the mean share in common. */
  goldDistance: z.number().nullable(),
  goldShared: z.number().nullable(),
  /**
   * Planted errors that the annotator was shown, and the share they noticed; correct drafts that they were
   * shown, and the share they overruled.
   */
  planted: z.number(),
  detection: z.number().nullable(),
  detectionCi: Ends.nullable(),
  detectionReason: ReportReason.nullable(),
  left: z.number(),
  falseAlarm: z.number().nullable(),
  falseAlarmCi: Ends.nullable(),
  falseAlarmReason: ReportReason.nullable(),
  /**
   * Judgements on the annotator's most used scale, the share of their most frequent value, and the share of
   * that value among others' judgements of the same units.
   */
  judgementsOnScale: z.number(),
  topValue: z.string().nullable(),
  topShare: z.number().nullable(),
  othersShare: z.number().nullable(),
  topReason: ReportReason.nullable(),
  /** The longest run of the same value on one scale; null without times. */
  longestRun: z.number().nullable(),
  longestRunReason: ReportReason.nullable(),
  /** Adopted drafts with a measured time, and the share faster than readable. */
  takenOver: z.number(),
  unreadShare: z.number().nullable(),
  unreadReason: ReportReason.nullable(),
  /** Findings that may deserve a look, and their numbers. */
  looks: z.array(
    z.object({
      look: AttentionReason,
      why: z.string(),
    }),
  ),
});
export type AnnotatorRow = z.infer<typeof AnnotatorRow>;
