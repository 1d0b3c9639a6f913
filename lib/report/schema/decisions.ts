import { z } from "zod";
import { Action, ExposureClass } from "@/lib/judgement/schema";
import { GROUPINGS } from "@/lib/report/schema/codes";
import { ReliabilityRow } from "@/lib/report/schema/reliability";
import { Ends, ReportReason } from "@/lib/report/schema/values";

/** Shares of the actions; they sum to 1, or are null without decisions. */
export const Shares = z.object({
  n: z.number(),
  accept: z.number().nullable(),
  revise: z.number().nullable(),
  remove: z.number().nullable(),
  add: z.number().nullable(),
  reason: ReportReason.nullable(),
  counts: z.record(Action, z.number()),
  /** Number of accepted ones that were accepted together with the rest of their draft. */
  bulk: z.number(),
  /** For each share, over tasks; an item of the project's rubric is its own cluster. */
  ci: z.record(Action, Ends.nullable()),
});
export type Shares = z.infer<typeof Shares>;

const LineShares = z.object({
  /** All decided or added lines. */
  lines: Shares,
  /** The lines that state the drafted value. */
  scoreLines: Shares,
  /** The lines after it, and the added ones. */
  evidenceLines: Shares,
});

export const ItemDecisions = LineShares.extend({
  /**
   * Numbers of final values above, below and equal to the draft's, by raters who saw the draft or may have
   * seen it.
   */
  values: z.object({
    raised: z.number(),
    lowered: z.number(),
    unchanged: z.number(),
  }),
});
export type ItemDecisions = z.infer<typeof ItemDecisions>;

/** The frequency of a reason for one kind of decision. */
export const ReasonRow = z.object({
  /** Values: those that differ from the drafted ones. */
  of: z.enum(["lines", "items", "values"]),
  action: Action,
  /** Null: decided without a reason. */
  code: z.string().nullable(),
  count: z.number(),
  /** Among all decisions of this kind. */
  share: z.number(),
});
export type ReasonRow = z.infer<typeof ReasonRow>;

/** The decisions on one drafted rubric item. */
export const SurvivalRow = z.object({
  item: z.string(),
  exposure: ExposureClass,
  /** People who decided on it, each with their first decision. */
  decided: z.number(),
  accepted: z.number(),
  revised: z.number(),
  removed: z.number(),
  /** The share of people who kept it, unchanged or revised. */
  kept: z.number().nullable(),
  reason: ReportReason.nullable(),
});
export type SurvivalRow = z.infer<typeof SurvivalRow>;

/** Groupings of decisions: the task's family, the criterion, the drafter, the response's model. */
export const Grouping = z.enum(GROUPINGS);
export type Grouping = z.infer<typeof Grouping>;

/** The decisions on drafted lines, or items, of one group. */
export const GroupRow = z.object({
  of: z.enum(["lines", "items"]),
  by: Grouping,
  group: z.string(),
  shares: Shares,
});
export type GroupRow = z.infer<typeof GroupRow>;

/** The frequency of edits to the drafts of an item, with example texts. */
export const EditedRow = z.object({
  item: z.string(),
  of: z.enum(["lines", "items"]),
  decided: z.number(),
  /** Revised or removed. */
  edited: z.number(),
  share: z.number(),
  /** Up to three of people's texts. */
  examples: z.array(z.string()),
});
export type EditedRow = z.infer<typeof EditedRow>;

/** The length of drafted rubrics, and after people's decisions. */
export const LengthRow = z.object({
  model: z.string().nullable(),
  method: z.string().nullable(),
  rubrics: z.number(),
  /** Items in all, and per rubric on average. */
  items: z.number(),
  drafted: z.number(),
  /** With n - 1. */
  sd: z.number().nullable(),
  sdReason: ReportReason.nullable(),
  shortest: z.number(),
  longest: z.number(),
  /** Number of reviews of such rubrics. */
  reviews: z.number(),
  /** Items after a review, on average. */
  final: z.number().nullable(),
  reason: ReportReason.nullable(),
});
export type LengthRow = z.infer<typeof LengthRow>;

/** A frequent word of instructions, and the criteria of the tasks that use it. */
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
  /** People's decisions on the items of drafted rubrics. */
  items: Shares,
  byItem: z.record(z.string(), ItemDecisions),
  /** Values accepted together with the rest of their draft. */
  valuesInBulk: z.number(),
  /** Judgements by people who had a draft in view, or may have, without a decision on any of its lines: in no share of lines. */
  withoutLines: z.number(),
  /** Agreement of people's decisions on the same drafted items (accept, revise or remove). */
  agreement: z.array(ReliabilityRow),
});
export type Decisions = z.infer<typeof Decisions>;
