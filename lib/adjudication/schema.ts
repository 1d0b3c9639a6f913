import { z } from "zod";
import { type Scale, Value } from "@/lib/judgement/schema";
import type { Label } from "@/lib/protocol/schema";

/**
 * The rule for units of a batch to count as contested. A unit is one item or the overall score of a response, the
 * preference between two, or the labels of a task, a response or an item; its votes are the final values of the
 * people who judged it, including n/a, in any arm.
 */
export const AdjudicationRule = z
  .strictObject({
    /** Units whose share of agreeing pairs of votes is below this; null for no such threshold. */
    below: z.number().gt(0, "must be above 0").max(1, "must be at most 1").nullable(),
    /** Scores this many points apart count as agreeing. */
    tolerance: z.int().min(0).max(100),
    /** Units where two values were given equally often, and most often. */
    tied: z.boolean(),
    /** Units with a flagged vote. */
    flagged: z.boolean(),
  })
  .refine(({ below, tied, flagged }) => below !== null || tied || flagged, {
    error: "must choose at least one kind of case",
    path: ["below"],
  });
export type AdjudicationRule = z.infer<typeof AdjudicationRule>;

/** Why a unit is contested. */
const CASE_REASONS = ["disagreement", "tied", "flagged"] as const;
const CaseReason = z.enum(CASE_REASONS);
export type CaseReason = z.infer<typeof CaseReason>;

/** The values that a case can be decided with. */
export type CaseScale =
  | Scale
  | { type: "five-point" }
  | { type: "forced-choice" }
  | { type: "labels"; labels: readonly Label[]; several: boolean; none: boolean };

/** The number of units that become cases by each reason of a rule. A unit may have several reasons. */
export const RulePreview = z.object({
  /** Judged units, and those with at least two votes. */
  units: z.number(),
  compared: z.number(),
  cases: z.number(),
  reasons: z.record(CaseReason, z.number()),
});
export type RulePreview = z.infer<typeof RulePreview>;

export const CaseFilter = z.enum(["all", "mine", "undecided", "decided", "changed"]);
export type CaseFilter = z.infer<typeof CaseFilter>;

/** The position after which a page of cases begins; the first page unless it is valid. */
export const AfterCase = z.coerce
  .number()
  .int()
  .min(-1)
  .max(2 ** 31 - 1)
  .catch(-1);

export const CaseParams = z.strictObject({ id: z.uuid(), case: z.uuid() });

/** The rule in a URL. */
export const RuleQuery = z
  .strictObject({
    below: z.union([z.literal("").transform(() => null), z.coerce.number()]),
    tolerance: z.coerce.number(),
    tied: z.stringbool(),
    flagged: z.stringbool(),
  })
  .pipe(AdjudicationRule);

/** Starts an adjudication, or updates it to the current votes and the rule. */
export const AdjudicationBody = z.strictObject({
  rule: AdjudicationRule,
  /** Memberships that may adjudicate, in addition to the project's admins. */
  adjudicators: z.array(z.uuid()).max(1000),
});
export type AdjudicationBody = z.infer<typeof AdjudicationBody>;

/**
 * A ruling on one case; `value` null withdraws the last one. `after`: the number of rulings the caller has
 * seen.
 */
export const RulingBody = z.strictObject({
  value: z.union([Value, z.array(z.string().min(1).max(500)).max(60)]).nullable(),
  note: z.string().trim().max(5000).default(""),
  after: z.int().min(0),
});
export type RulingBody = z.infer<typeof RulingBody>;

/** Shares out the undecided cases that are not assigned yet; with `anew` also those that are. */
export const ShareBody = z.strictObject({
  /** The memberships of admins and named adjudicators; empty with `anew`: no case is assigned afterwards. */
  among: z.array(z.uuid()).max(1000),
  anew: z.boolean(),
});
export type ShareBody = z.infer<typeof ShareBody>;

/** Lets those who voted on undecided cases discuss them, or ends that. */
export const DiscussionBody = z.strictObject({ open: z.boolean() });

/** The most characters of a comment. */
export const LONGEST_COMMENT = 5000;

/** A comment on a case. Immutable. */
export const CommentBody = z.strictObject({
  text: z.string().trim().min(1, "must not be empty").max(LONGEST_COMMENT),
});

/** The result of starting or updating. */
export interface Refreshed {
  cases: number;
  joined: number;
  /** Undecided ones that are no longer contested. */
  left: number;
}
