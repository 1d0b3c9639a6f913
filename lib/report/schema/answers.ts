import { z } from "zod";
import { LabelAgreementRow } from "@/lib/report/schema/labels";
import { ReliabilityRow } from "@/lib/report/schema/reliability";
import { Ends, ReportReason } from "@/lib/report/schema/values";

/**
 * The share of one option of a question, or of one label: in all arms (`arm` null), or in one. Where several may be
 * given, shares add up to more than 1.
 */
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

/** Numbers given as answers: in all arms (`arm` null), or in one. */
export const AnswerNumberRow = z.object({
  question: z.string(),
  text: z.string(),
  arm: z.string().nullable(),
  mean: z.number().nullable(),
  ci: Ends.nullable(),
  reason: ReportReason.nullable(),
  /** Standard deviation of the answers as a population; null for a single one. */
  sd: z.number().nullable(),
  median: z.number().nullable(),
  min: z.number(),
  max: z.number(),
  answers: z.number(),
  raters: z.number(),
  tasks: z.number(),
});
export type AnswerNumberRow = z.infer<typeof AnswerNumberRow>;

/** Answers in free text, counted; the texts are in the ratings table. */
export const AnswerTextRow = AnswerNumberRow.pick({
  question: true,
  text: true,
  arm: true,
  answers: true,
  raters: true,
  tasks: true,
}).extend({ medianWords: z.number().nullable() });
export type AnswerTextRow = z.infer<typeof AnswerTextRow>;

/**
 * Agreement among people who were asked the same about the same response, pair or task. Where several options may be
 * chosen: on whole sets (`option` null), also by their MASI distance, and on each option, chosen or not.
 */
export const AnswerAgreementRow = ReliabilityRow.omit({
  scope: true,
  raters: true,
  exposure: true,
  adjudicated: true,
}).extend({
  question: z.string(),
  option: z.string().nullable(),
  setAlpha: LabelAgreementRow.shape.setAlpha,
});
export type AnswerAgreementRow = z.infer<typeof AnswerAgreementRow>;
