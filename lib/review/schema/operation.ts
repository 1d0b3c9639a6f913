import { z } from "zod";
import { MAX_FLAG_NOTE, MAX_TEXT, REASON_CODES } from "@/lib/review/schema/codes";

const ReasonCode = z.enum(REASON_CODES);
export const DecisionReason = z.strictObject({ code: ReasonCode, note: z.string().max(2000).optional() });
export type DecisionReason = z.infer<typeof DecisionReason>;

/** As many labels as one thing can be given: those of a taxonomy, or the items of a list to find matches in. */
export const MAX_LABELS = 500;
const Text = z.string().max(MAX_TEXT);
const ItemKey = z.string().min(1).max(500);

/** The key of an item, or of what is labelled, which is longer by the name of its step. */
const UnitKey = z.string().min(1).max(600);

/** What a decision or a new line is about: an item of the rubric under review, or a line of an item's draft. */
export const DecideTarget = z.union([
  z.strictObject({ item: ItemKey }),
  z.strictObject({ item: ItemKey, line: z.int().min(0).max(999) }),
]);
export const AddTarget = z.union([
  z.strictObject({ rubric: z.string().min(1).max(500) }),
  z.strictObject({ item: ItemKey, lines: z.literal(true) }),
]);

/** As much of a draft as can be agreed with in one gesture. */
const MAX_AGREED = 1000;

const stamp = { op: z.uuid(), at: z.iso.datetime({ offset: true }) };

/**
 * One gesture of an annotator. `op` is made by the browser and unique in the assignment, so a retry changes
 * nothing; `at` is the browser's clock. `action: null` on decide, and `value: null` on the others, takes back. What
 * was shown cannot be unseen: there is no way back from `reveal`.
 */
export const Op = z.discriminatedUnion("type", [
  z.strictObject({
    ...stamp,
    type: z.literal("decide"),
    target: DecideTarget,
    action: z.enum(["accept", "revise", "remove"]).nullable(),
    text: Text.optional(),
    reason: DecisionReason.optional(),
  }),
  z.strictObject({
    ...stamp,
    type: z.literal("add"),
    target: AddTarget,
    /** The new item's or line's id. */
    as: z.uuid(),
    /** Empty takes the addition back. */
    text: Text,
    /** The wording it was offered in: a requirement of the instruction that nothing asks about, or one of the library. */
    offered: Text.optional(),
    scale: z
      .union([
        z.strictObject({ type: z.enum(["yesno", "yesnona"]) }),
        z.strictObject({
          type: z.literal("points"),
          min: z.int(),
          max: z.int(),
          labels: z.record(z.string(), z.string()).optional(),
        }),
      ])
      .optional(),
  }),
  z.strictObject({
    ...stamp,
    type: z.literal("answer"),
    item: ItemKey,
    value: z.union([z.enum(["yes", "no", "na"]), z.number()]).nullable(),
  }),
  z.strictObject({ ...stamp, type: z.literal("score"), value: z.number().nullable() }),
  z.strictObject({
    ...stamp,
    type: z.literal("prefer"),
    /** Of the sides as they are shown: A is on the left. */
    value: z.union([z.enum(["A", "B"]), z.int().min(1).max(5)]).nullable(),
  }),
  z.strictObject({
    ...stamp,
    type: z.literal("label"),
    question: z.string().min(1).max(40),
    /** Left out for the task. */
    item: ItemKey.optional(),
    /** Empty: none of them fits. */
    labels: z.array(z.string().min(1).max(500)).max(MAX_LABELS).nullable(),
  }),
  z.strictObject({
    ...stamp,
    type: z.literal("why"),
    /** The unit whose drafted value was overruled: as of `reveal`. */
    item: UnitKey,
    reason: DecisionReason.nullable(),
  }),
  z.strictObject({
    ...stamp,
    type: z.literal("ask"),
    question: z.string().min(1).max(40),
    value: z.string().min(1).max(40).nullable(),
  }),
  z.strictObject({
    ...stamp,
    type: z.literal("reveal"),
    /** Index of the protocol step. */
    step: z.int().min(0).max(99),
    /**
     * The item of a judge step, `overall` of a score step, `preference` of a comparison, the key of what is labelled;
     * left out for a rubric step, which shows all its items.
     */
    item: UnitKey.optional(),
  }),
  z.strictObject({
    ...stamp,
    type: z.literal("agree"),
    /** Of whose draft, as of `reveal`: the items of a rubric step, or what was drafted for a unit. */
    step: z.int().min(0).max(99),
    item: UnitKey.optional(),
    /** Everything of the draft that was undecided until then. */
    targets: z.array(DecideTarget).min(1).max(MAX_AGREED),
    /** The drafted value, where the unit had none. */
    value: z.union([z.enum(["yes", "no", "na", "A", "B"]), z.number()]).optional(),
  }),
  z.strictObject({ ...stamp, type: z.literal("note"), text: Text }),
  z.strictObject({
    ...stamp,
    type: z.literal("flag"),
    /** A `FlagCode`; what was recorded before there were codes is read as it is. */
    code: z.string().min(1).max(40),
    on: z.boolean(),
    note: z.string().max(MAX_FLAG_NOTE).optional(),
  }),
  z.strictObject({
    ...stamp,
    type: z.literal("time"),
    /** Milliseconds since the previous time operation, by the item or step that had the focus. */
    spent: z
      .array(
        z.strictObject({
          on: UnitKey,
          activeMs: z.int().min(0).max(86_400_000),
          idleMs: z.int().min(0).max(86_400_000),
        }),
      )
      .max(200),
  }),
  z.strictObject({ ...stamp, type: z.literal("undo"), of: z.uuid() }),
]);
export type Op = z.infer<typeof Op>;
