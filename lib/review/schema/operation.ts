import { z } from "zod";
import { Answer } from "@/lib/protocol/schema";
import { MAX_FLAG_NOTE, MAX_TEXT, REASON_CODES } from "@/lib/review/schema/codes";

const ReasonCode = z.enum(REASON_CODES);
export const DecisionReason = z.strictObject({ code: ReasonCode, note: z.string().max(2000).optional() });
export type DecisionReason = z.infer<typeof DecisionReason>;

/** Most labels of one unit: those of a taxonomy, or the items of a list to find matches in. */
const MAX_LABELS = 500;
const Text = z.string().max(MAX_TEXT);
const ItemKey = z.string().min(1).max(500);

/** The key of an item, or of a labelled unit, which is longer because it contains the name of its step. */
const UnitKey = z.string().min(1).max(600);

/**
 * The target of a decision or a new line: an item of the rubric under review, or a line of an item's draft.
 */
const DecideTarget = z.union([
  z.strictObject({ item: ItemKey }),
  z.strictObject({ item: ItemKey, line: z.int().min(0).max(999) }),
]);
export const AddTarget = z.union([
  z.strictObject({ rubric: z.string().min(1).max(500) }),
  z.strictObject({ item: ItemKey, lines: z.literal(true) }),
]);

/** Most targets accepted in one operation. */
const MAX_AGREED = 1000;

/** Number of pastes and of pasted characters in own texts; number and duration of absences from the tab. */
export const SignalCounts = z.strictObject({
  pastes: z.int().min(0).max(100_000),
  pastedCharacters: z.int().min(0).max(1_000_000_000),
  timesAway: z.int().min(0).max(100_000),
  awayMs: z.int().min(0).max(2_000_000_000),
});
export type SignalCounts = z.infer<typeof SignalCounts>;

/**
 * A scale with its points. Objections decide which of these a criterion can have: a drafted meaning may be longer
 * than a written one.
 */
const PointScale = z.strictObject({
  type: z.literal("points"),
  min: z.int(),
  max: z.int(),
  labels: z.record(z.string(), z.string()).optional(),
});

const stamp = { op: z.uuid(), at: z.iso.datetime({ offset: true }) };

/**
 * For operations that save a text while it is typed. `continues` names the operation that saved the beginning of the
 * same text; both are undone together. It has no effect if that operation is missing or sets something else.
 */
const typed = { ...stamp, continues: z.uuid().optional() };

/**
 * One operation of an annotator. `op` is made by the browser and unique in the assignment, so a retry changes
 * nothing; `at` is the browser's clock. `action: null` on decide and `value: null` on the others clear the
 * value. `reveal` cannot be undone: a draft that was seen stays seen.
 */
export const Op = z.discriminatedUnion("type", [
  z.strictObject({
    ...typed,
    type: z.literal("decide"),
    target: DecideTarget,
    action: z.enum(["accept", "revise", "remove"]).nullable(),
    text: Text.optional(),
    /** With a revision of a criterion: its scale in place of the drafted one. */
    scale: PointScale.optional(),
    reason: DecisionReason.optional(),
  }),
  z.strictObject({
    ...typed,
    type: z.literal("add"),
    target: AddTarget,
    /** The new item's or line's id. */
    as: z.uuid(),
    /** Empty removes the addition. */
    text: Text,
    /**
     * The offered wording: a requirement of the instruction that no item covers, or an item of the library.
     */
    offered: Text.optional(),
    scale: z.union([z.strictObject({ type: z.enum(["yesno", "yesnona"]) }), PointScale]).optional(),
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
    /** For the sides as shown: A is on the left. */
    value: z.union([z.enum(["A", "B"]), z.int().min(1).max(5)]).nullable(),
  }),
  z.strictObject({
    ...stamp,
    type: z.literal("label"),
    question: z.string().min(1).max(40),
    /** Missing for the task or the response as a whole. */
    item: ItemKey.optional(),
    /** Empty: no label fits. */
    labels: z.array(z.string().min(1).max(500)).max(MAX_LABELS).nullable(),
  }),
  z.strictObject({
    ...typed,
    type: z.literal("why"),
    /** The unit whose drafted value was overruled, as in `reveal`. */
    item: UnitKey,
    reason: DecisionReason.nullable(),
  }),
  z.strictObject({
    ...typed,
    type: z.literal("ask"),
    question: z.string().min(1).max(40),
    value: Answer.nullable(),
  }),
  z.strictObject({
    ...stamp,
    type: z.literal("reveal"),
    /** Index of the protocol step. */
    step: z.int().min(0).max(99),
    /**
     * The item of a judge step, `overall` of a score step, `preference` of a comparison, the key of a
     * labelled unit; missing for a rubric step, which shows all its items.
     */
    item: UnitKey.optional(),
  }),
  z.strictObject({
    ...stamp,
    type: z.literal("agree"),
    /** The draft, as in `reveal`: the items of a rubric step, or the draft of a unit. */
    step: z.int().min(0).max(99),
    item: UnitKey.optional(),
    /** Everything in the draft that was undecided until then. */
    targets: z.array(DecideTarget).min(1).max(MAX_AGREED),
    /** The drafted value, if the unit had none. */
    value: z.union([z.enum(["yes", "no", "na", "A", "B"]), z.number()]).optional(),
  }),
  z.strictObject({ ...typed, type: z.literal("note"), text: Text }),
  z.strictObject({
    ...stamp,
    type: z.literal("flag"),
    /** A `FlagCode`; older recorded codes are read as they are. */
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
    /** Counts since the previous time operation, where the batch takes them. */
    signals: SignalCounts.optional(),
  }),
  z.strictObject({ ...stamp, type: z.literal("undo"), of: z.uuid() }),
]);
export type Op = z.infer<typeof Op>;

export type OpOf<T extends Op["type"]> = Extract<Op, { type: T }>;
