import { z } from "zod";
import { Ends, ReportReason } from "@/lib/report/schema/values";

/** The share of preferences for the response on the left, among preferences whose sides are known. */
export const SideRow = z.object({
  /** Null for all people together. */
  rater: z.string().nullable(),
  preferences: z.number(),
  left: z.number(),
  right: z.number(),
  /** Preferences for neither side. */
  ties: z.number(),
  /** Left of left and right. */
  leftShare: z.number().nullable(),
  ci: Ends.nullable(),
  reason: ReportReason.nullable(),
  tasks: z.number(),
});
export type SideRow = z.infer<typeof SideRow>;

/** People's work at one stage of their sessions: time, and what became of drafted values. */
export const PositionWorkRow = z.object({
  position: z.string(),
  judgements: z.number(),
  /** The median time of those with a known time. */
  medianSeconds: z.number().nullable(),
  timed: z.number(),
  /** Drafted values in view, and those that were taken over. */
  drafted: z.number(),
  accepted: z.number(),
  acceptedShare: z.number().nullable(),
  ci: Ends.nullable(),
  reason: ReportReason.nullable(),
  tasks: z.number(),
});
export type PositionWorkRow = z.infer<typeof PositionWorkRow>;
