import { z } from "zod";
import type { Exposure, Points, RubricKind } from "@/lib/batch/schema";
import type { Scale } from "@/lib/dataset/schema";

/** Why a person overruled a draft. */
export const ReasonCode = z.enum([
  "wrong-fact",
  "too-harsh",
  "too-lenient",
  "not-required",
  "duplicate",
  "ambiguous",
  "not-verifiable",
  "other",
]);
export type ReasonCode = z.infer<typeof ReasonCode>;

export const Reason = z.strictObject({ code: ReasonCode, note: z.string().max(2000).optional() });
export type Reason = z.infer<typeof Reason>;

export const MAX_TEXT = 10_000;
const Text = z.string().max(MAX_TEXT);
const ItemKey = z.string().min(1).max(500);

/** What a decision or a new line is about: an item of the rubric under review, or a line of an item's draft. */
export const DecideTarget = z.union([
  z.strictObject({ item: ItemKey }),
  z.strictObject({ item: ItemKey, line: z.int().min(0).max(999) }),
]);
export const AddTarget = z.union([
  z.strictObject({ rubric: z.string().min(1).max(500) }),
  z.strictObject({ item: ItemKey, lines: z.literal(true) }),
]);

/** `item` of the overall score's draft, wherever an item is named: its lines are decided like any other's. */
export const OVERALL = "overall";

const stamp = { op: z.uuid(), at: z.iso.datetime({ offset: true }) };

/**
 * One gesture of an annotator. `op` is made by the browser and unique in the assignment, so a retry changes
 * nothing; `at` is the browser's clock. `action: null` on decide, and `value: null` on the others, takes back.
 */
export const Op = z.discriminatedUnion("type", [
  z.strictObject({
    ...stamp,
    type: z.literal("decide"),
    target: DecideTarget,
    action: z.enum(["accept", "revise", "remove"]).nullable(),
    text: Text.optional(),
    reason: Reason.optional(),
  }),
  z.strictObject({
    ...stamp,
    type: z.literal("add"),
    target: AddTarget,
    /** The new item's or line's id. */
    as: z.uuid(),
    /** Empty takes the addition back. */
    text: Text,
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
    type: z.literal("ask"),
    question: z.string().min(1).max(40),
    value: z.string().min(1).max(40).nullable(),
  }),
  z.strictObject({ ...stamp, type: z.literal("note"), text: Text }),
  z.strictObject({ ...stamp, type: z.literal("flag"), code: z.string().min(1).max(40), on: z.boolean() }),
  z.strictObject({
    ...stamp,
    type: z.literal("time"),
    /** Milliseconds since the previous time operation, by the item or step that had the focus. */
    spent: z
      .array(
        z.strictObject({
          on: z.string().min(1).max(500),
          activeMs: z.int().min(0).max(86_400_000),
          idleMs: z.int().min(0).max(86_400_000),
        }),
      )
      .max(200),
  }),
  z.strictObject({ ...stamp, type: z.literal("undo"), of: z.uuid() }),
]);
export type Op = z.infer<typeof Op>;

/** The draft of one unit, as far as the annotator may see it. */
export type DraftView = {
  id: string;
  /** Who drafted it: the model's name, "rules", or "sample drafter". */
  by: string;
  method: string | null;
  value: string | number | null;
  lines: string[];
  scoreLine: number | null;
};

export type ItemFrame = {
  /** The item's id in the study file, unique in the frame. */
  key: string;
  rubric: string;
  name: string | null;
  text: string;
  scale: Scale;
  category: string | null;
  /** In a judge step: what was drafted for it, null when there is none or it is not shown. */
  draft: DraftView | null;
};

export type RubricFrame = {
  key: string;
  /** Who wrote the items. */
  by: string;
  method: string | null;
  /** Empty when the exposure is none: the annotator writes from scratch. */
  items: ItemFrame[];
};

export type StepFrame =
  | { type: "rubric"; kind: RubricKind; exposure: Exposure; rubrics: RubricFrame[] }
  | { type: "judge"; kind: RubricKind; exposure: Exposure; items: ItemFrame[] }
  | {
      type: "score";
      question: string;
      scale: Points;
      exposure: Exposure;
      opens: "at-once" | "when-judged";
      draft: DraftView | null;
    }
  | { type: "ask"; id: string; question: string; options: { value: string; label: string }[] };

/** What an assignment is about: made by the server when it is opened, never changed by operations. */
export type ReviewFrame = { steps: StepFrame[] };
