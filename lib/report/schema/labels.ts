import { z } from "zod";
import { ReliabilityRow } from "@/lib/report/schema/reliability";
import { Ends, ReportReason } from "@/lib/report/schema/values";

/**
 * Agreement among people on labels: of one label, given or not, or (null) on all of a unit's labels together.
 */
export const LabelAgreementRow = ReliabilityRow.omit({ scope: true, raters: true, adjudicated: true }).extend(
  {
    question: z.string(),
    label: z.string().nullable(),
    /** α of whole sets by their MASI distance, where several labels may be given. */
    setAlpha: z
      .object({ value: z.number().nullable(), ci: Ends.nullable(), reason: ReportReason.nullable() })
      .optional(),
  },
);
export type LabelAgreementRow = z.infer<typeof LabelAgreementRow>;

/** Overlap of two lists of items according to people: all matches (`rater` null), or one person's. */
export const OverlapRow = z.object({
  question: z.string(),
  first: z.string(),
  second: z.string(),
  rater: z.string().nullable(),
  /** Items of the first list with a match, and without; items of the second without a match. */
  both: z.number(),
  firstOnly: z.number(),
  secondOnly: z.number(),
  firstShare: z.number().nullable(),
  firstCi: Ends.nullable(),
  secondShare: z.number().nullable(),
  secondCi: Ends.nullable(),
  secondReason: ReportReason.nullable(),
  tasks: z.number(),
});
export type OverlapRow = z.infer<typeof OverlapRow>;
