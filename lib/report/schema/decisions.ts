import { z } from "zod";
import { Action, ExposureClass } from "@/lib/judgement/schema";
import { GROUPINGS } from "@/lib/report/schema/codes";
import { ReliabilityRow } from "@/lib/report/schema/reliability";
import { Ends, ReportReason } from "@/lib/report/schema/values";

/** Shares of what people did; they sum to 1, or are null when there is nothing. */
export const Shares = z.object({
  n: z.number(),
  accept: z.number().nullable(),
  revise: z.number().nullable(),
  remove: z.number().nullable(),
  add: z.number().nullable(),
  reason: ReportReason.nullable(),
  counts: z.record(Action, z.number()),
  /** Of the accepted ones, those that were agreed with together with the rest of their draft. */
  bulk: z.number(),
  /** Of each share, drawn over tasks; an item of the project's rubric is drawn by itself. */
  ci: z.record(Action, Ends.nullable()),
});
export type Shares = z.infer<typeof Shares>;

export const LineShares = z.object({
  /** Every decided or added line. */
  lines: Shares,
  /** The lines that state the drafted value. */
  scoreLines: Shares,
  /** The lines after it, and the added ones. */
  evidenceLines: Shares,
});
export type LineShares = z.infer<typeof LineShares>;

export const ItemDecisions = LineShares.extend({
  /** Final values above, below and equal to the draft's, among raters who saw it or may have. */
  values: z.object({
    raised: z.number(),
    lowered: z.number(),
    unchanged: z.number(),
  }),
});
export type ItemDecisions = z.infer<typeof ItemDecisions>;

/** How often a reason was given for one kind of decision. */
export const ReasonRow = z.object({
  /** Values: those that are not the drafted ones. */
  of: z.enum(["lines", "items", "values"]),
  action: Action,
  /** Null: decided without giving a reason. */
  code: z.string().nullable(),
  count: z.number(),
  /** Of all decisions of this kind on such things. */
  share: z.number(),
});
export type ReasonRow = z.infer<typeof ReasonRow>;

/** What became of one drafted rubric item. */
export const SurvivalRow = z.object({
  item: z.string(),
  exposure: ExposureClass,
  /** People who decided on it, each with their first decision. */
  decided: z.number(),
  accepted: z.number(),
  revised: z.number(),
  removed: z.number(),
  /** The share that kept it, as it was or revised. */
  kept: z.number().nullable(),
  reason: ReportReason.nullable(),
});
export type SurvivalRow = z.infer<typeof SurvivalRow>;

/** By what decisions are divided: a task's family, the criterion, who drafted and how, who wrote the response. */
export const Grouping = z.enum(GROUPINGS);
export type Grouping = z.infer<typeof Grouping>;

/** What people did to the drafted lines, or items, of one group. */
export const GroupRow = z.object({
  of: z.enum(["lines", "items"]),
  by: Grouping,
  group: z.string(),
  shares: Shares,
});
export type GroupRow = z.infer<typeof GroupRow>;

/** How often people changed what was drafted for an item, with what they wrote. */
export const EditedRow = z.object({
  item: z.string(),
  of: z.enum(["lines", "items"]),
  decided: z.number(),
  /** Revised or removed. */
  edited: z.number(),
  share: z.number(),
  /** Up to three texts people wrote instead. */
  examples: z.array(z.string()),
});
export type EditedRow = z.infer<typeof EditedRow>;

/** How long drafted rubrics are, and what people leave of them. */
export const LengthRow = z.object({
  model: z.string().nullable(),
  method: z.string().nullable(),
  rubrics: z.number(),
  /** Items of all of them, and of one on average. */
  items: z.number(),
  drafted: z.number(),
  /** With n - 1. */
  sd: z.number().nullable(),
  sdReason: ReportReason.nullable(),
  shortest: z.number(),
  longest: z.number(),
  /** People who went through such a rubric. */
  reviews: z.number(),
  /** Items after a person's decisions, on average. */
  final: z.number().nullable(),
  reason: ReportReason.nullable(),
});
export type LengthRow = z.infer<typeof LengthRow>;

/** A word that instructions are built on, and the criteria of the tasks that use it. */
export const WordRow = z.object({
  kind: z.enum(["verb", "noun"]),
  word: z.string(),
  tasks: z.number(),
  /** The most frequent criteria of those tasks, as scopes or categories, with the number of tasks. */
  criteria: z.array(
    z.object({
      name: z.string(),
      tasks: z.number(),
    }),
  ),
});
export type WordRow = z.infer<typeof WordRow>;

export const Decisions = LineShares.extend({
  groups: z.array(GroupRow),
  edited: z.array(EditedRow),
  lengths: z.array(LengthRow),
  words: z.array(WordRow),
  reasons: z.array(ReasonRow),
  survival: z.array(SurvivalRow),
  /** What people did to the items of drafted rubrics. */
  items: Shares,
  byItem: z.record(z.string(), ItemDecisions),
  /** Values that were taken over together with the rest of their draft. */
  valuesInBulk: z.number(),
  /** Whether people decided alike on the same drafted items (accept, revise or remove). */
  agreement: z.array(ReliabilityRow),
});
export type Decisions = z.infer<typeof Decisions>;
