import { z } from "zod";
import { Ends, ReportReason } from "@/lib/report/schema/values";

/** Values given without a draft in view, and how many of them the rater explained. */
export const ExplanationRow = z.object({
  scope: z.string(),
  values: z.number(),
  explained: z.number(),
  share: z.number().nullable(),
  ci: Ends.nullable(),
  reason: ReportReason.nullable(),
  /** Mean number of words of an explanation. */
  words: z.number().nullable(),
  wordsCi: Ends.nullable(),
  wordsReason: ReportReason.nullable(),
  tasks: z.number(),
});
export type ExplanationRow = z.infer<typeof ExplanationRow>;
