import { z } from "zod";
import { ATTENTION_REASONS } from "@/lib/report/schema/codes";
import { Ends, ReportReason } from "@/lib/report/schema/values";

/** Why a person's work may be worth a look. Never a verdict. */
export const AttentionReason = z.enum(ATTENTION_REASONS);
export type AttentionReason = z.infer<typeof AttentionReason>;

/** How one person worked, for whoever looks after a batch. */
export const AnnotatorRow = z.object({
  rater: z.string(),
  judgements: z.number(),
  /** Decisions on the items of rubrics, and sets of labels: in no other number of this row but gold and planted errors. */
  decisions: z.number(),
  labellings: z.number(),
  /** Active work on judgements, where it was measured. */
  activeHours: z.number().nullable(),
  activeReason: ReportReason.nullable(),
  /** Judgements in an hour of work, and how many of them have a time: active, or else all that passed. */
  perHour: z.number().nullable(),
  medianSeconds: z.number().nullable(),
  timed: z.number(),
  timeReason: ReportReason.nullable(),
  /** The mean share of the others who say the same, whatever they had seen; and of how many judgements. */
  agreement: z.number().nullable(),
  compared: z.number(),
  agreementCi: Ends.nullable(),
  agreementReason: ReportReason.nullable(),
  /** The same for the later half of their work, less the earlier half. */
  drift: z.number().nullable(),
  driftCi: Ends.nullable(),
  driftReason: ReportReason.nullable(),
  /** What was said where gold has something to say, checks and labels included, and the share that is the same. */
  golds: z.number(),
  goldShare: z.number().nullable(),
  goldCi: Ends.nullable(),
  goldReason: ReportReason.nullable(),
  /** Of scores among them the mean distance from gold in points; of sets of labels the mean share in common. */
  goldDistance: z.number().nullable(),
  goldShared: z.number().nullable(),
  /** Planted errors they were shown, and the share they noticed; the same of drafts without one they overruled. */
  planted: z.number(),
  detection: z.number().nullable(),
  detectionCi: Ends.nullable(),
  detectionReason: ReportReason.nullable(),
  left: z.number(),
  falseAlarm: z.number().nullable(),
  falseAlarmCi: Ends.nullable(),
  falseAlarmReason: ReportReason.nullable(),
  /** Judgements on the scale used most, the share of their most frequent value, and of that value among others. */
  isWithinScale: z.number(),
  topValue: z.string().nullable(),
  topShare: z.number().nullable(),
  othersShare: z.number().nullable(),
  topReason: ReportReason.nullable(),
  /** The most judgements of one scale in a row with the same value; null where nobody recorded a time. */
  longestRun: z.number().nullable(),
  longestRunReason: ReportReason.nullable(),
  /** Drafts taken over whole with a measured time, and the share faster than readable. */
  takenOver: z.number(),
  unreadShare: z.number().nullable(),
  unreadReason: ReportReason.nullable(),
  /** Where to look, and the numbers that say so. */
  looks: z.array(
    z.object({
      look: AttentionReason,
      why: z.string(),
    }),
  ),
});
export type AnnotatorRow = z.infer<typeof AnnotatorRow>;
