import { z } from "zod";
import { ReliabilityRow } from "@/lib/report/schema/reliability";
import { Ends, ReportReason } from "@/lib/report/schema/values";

/** How often one answer to a question was given: in all arms (`arm` null), or in one. */
export const AnswerRow = z.object({
  question: z.string(),
  /** The question in words. */
  text: z.string(),
  arm: z.string().nullable(),
  value: z.string(),
  label: z.string(),
  count: z.number(),
  answers: z.number(),
  share: z.number().nullable(),
  ci: Ends.nullable(),
  reason: ReportReason.nullable(),
  tasks: z.number(),
});
export type AnswerRow = z.infer<typeof AnswerRow>;

/** Agreement among people who were asked the same about the same response, pair or task. */
export const AnswerAgreementRow = ReliabilityRow.omit({
  scope: true,
  raters: true,
  exposure: true,
  adjudicated: true,
}).extend({ question: z.string() });
export type AnswerAgreementRow = z.infer<typeof AnswerAgreementRow>;
