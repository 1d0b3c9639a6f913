import { z } from "zod";
import { FINDINGS, FOUND_UNITS, RULE_NOTES } from "@/lib/drafting/schema/notes";
import { Exposure, Scale } from "@/lib/judgement/schema";
import {
  Agreeing,
  Label,
  LabelExposure,
  Points,
  PreferForm,
  Reasons,
  RubricExposure,
  RubricKind,
} from "@/lib/protocol/schema";

/** A stretch of a text, in UTF-16 units, the end not included. */
export const Span = z.object({
  start: z.number(),
  end: z.number(),
});
export type Span = z.infer<typeof Span>;

/** Why rules gave no value: a code with what was measured all the same, or the words of a file it came in. */
const RuleFinding = z.union([
  z.object({
    code: z.enum(FINDINGS),
    n: z.string(),
    m: z.string(),
    text: z.string(),
    unit: z.enum(FOUND_UNITS).nullable(),
  }),
  z.object({ words: z.string() }),
]);

/** A line of evidence as what it says, so that it can be said in another language. */
const RuleEvidence = z.object({
  parts: z.array(RuleFinding),
  counts: z.string().nullable(),
  loose: RuleFinding.nullable(),
});

export const RulesNote = z.union([
  z.object({
    code: z.enum(RULE_NOTES),
    /** In its own words, and as what they say. */
    measured: z.object({ words: z.string(), evidence: RuleEvidence }).nullable(),
  }),
  z.object({
    text: z.string(),
  }),
]);
export type RulesNote = z.infer<typeof RulesNote>;

/** The draft of one unit, as far as the annotator may see it. */
export const DraftView = z.object({
  id: z.string(),
  /** Who drafted it: the model's name, "rules", or "sample drafter"; empty where the step does not name it. */
  by: z.string(),
  /** Null also where the exposure withholds it. */
  value: z.union([z.string(), z.number()]).nullable(),
  /** Of drafted labels: those of the taxonomy, in its order. */
  labels: z.array(z.string()).optional(),
  /** Of a drafted preference: its explanation calls A what stands on the right here, as B. */
  isMirrored: z.literal(true).optional(),
  /** The lines that are shown, in order: those of the draft from `first` on. */
  lines: z.array(z.string()),
  /** Index of the first shown line in the draft: above 0 where the exposure withholds those before. */
  first: z.number(),
  /** Index in the draft of the line that states the value; null when there is none, or it is withheld. */
  scoreLine: z.number().nullable(),
  /** Of a draft made without a language model: where to look in the response, and why there is no value. */
  rules: z
    .object({
      spans: z.array(Span),
      note: RulesNote.nullable(),
      flags: z.array(z.string()),
      /** What its lines say, line by line; none where the exposure withholds the value. */
      evidence: z.array(RuleEvidence),
    })
    .optional(),
});
export type DraftView = z.infer<typeof DraftView>;

export const ItemFrame = z.object({
  /** The item's id in the study file, unique in the frame. */
  key: z.string(),
  rubric: z.string(),
  name: z.string().nullable(),
  text: z.string(),
  scale: Scale,
  category: z.string().nullable(),
  /** In a judge step: what was drafted for it, null when there is none or it is not shown. */
  draft: DraftView.nullable(),
  /** What the rules found where the draft is somebody else's. Shown exactly when a draft may be. */
  beside: DraftView.optional(),
  /** The words of the instruction that the item quotes. */
  span: Span.optional(),
  /** There is a draft, and it is not shown yet. */
  withheld: z.literal(true).optional(),
});
export type ItemFrame = z.infer<typeof ItemFrame>;

export const RubricFrame = z.object({
  key: z.string(),
  /** Who wrote the items; empty where the step does not name it. */
  by: z.string(),
  /** The items were written by the rules. */
  isRuleBased: z.literal(true).optional(),
  /** Empty when the exposure is none: the annotator writes from scratch. */
  items: z.array(ItemFrame),
  /** Requirements of the instruction that no item is about and a program could check. */
  offered: z
    .array(
      z
        .object({
          text: z.string(),
        })
        .extend(Span.shape),
    )
    .optional(),
  /** General items that can be added, of which no item and no requirement of the instruction speaks. */
  library: z.array(z.string()).optional(),
});
export type RubricFrame = z.infer<typeof RubricFrame>;

/** A label that can be chosen: `name` is stored, `text` is shown in its place where it is an item. */
export const LabelChoice = Label.extend({
  text: z.string().optional(),
});
export type LabelChoice = z.infer<typeof LabelChoice>;

/** Something that gets labels. */
export const LabelUnit = z.object({
  /** Of the unit, unique in the frame. */
  key: z.string(),
  /** The item's key; null for the task. */
  item: z.string().nullable(),
  name: z.string().nullable(),
  /** Null for the task, which stands beside. */
  text: z.string().nullable(),
  draft: DraftView.nullable(),
  withheld: z.literal(true).optional(),
});
export type LabelUnit = z.infer<typeof LabelUnit>;

export const StepFrame = z.union([
  z.object({
    type: z.literal("rubric"),
    kind: RubricKind,
    exposure: RubricExposure,
    reasons: Reasons.optional(),
    agree: Agreeing.optional(),
    rubrics: z.array(RubricFrame),
    /** There are drafted items, and they are not shown yet. */
    withheld: z.literal(true).optional(),
  }),
  z.object({
    type: z.literal("judge"),
    kind: RubricKind,
    exposure: Exposure,
    reasons: Reasons.optional(),
    agree: Agreeing.optional(),
    items: z.array(ItemFrame),
  }),
  z.object({
    type: z.literal("score"),
    question: z.string(),
    scale: Points,
    exposure: Exposure,
    opens: z.enum(["at-once", "when-judged"]),
    reasons: Reasons.optional(),
    agree: Agreeing.optional(),
    draft: DraftView.nullable(),
    withheld: z.literal(true).optional(),
  }),
  z.object({
    type: z.literal("prefer"),
    question: z.string(),
    form: PreferForm,
    exposure: Exposure,
    reasons: Reasons.optional(),
    agree: Agreeing.optional(),
    draft: DraftView.nullable(),
    withheld: z.literal(true).optional(),
  }),
  z.object({
    type: z.literal("label"),
    id: z.string(),
    question: z.string(),
    about: z.enum(["task", "items", "matches"]),
    /** What can be chosen: the names of a taxonomy, or the keys of the items to find matches among. */
    labels: z.array(LabelChoice),
    several: z.boolean(),
    none: z.boolean(),
    exposure: LabelExposure,
    reasons: Reasons.optional(),
    /** What is labelled: items, or the task alone. */
    units: z.array(LabelUnit),
  }),
  z.object({
    type: z.literal("ask"),
    id: z.string(),
    question: z.string(),
    options: z.array(
      z.object({
        value: z.string(),
        label: z.string(),
      }),
    ),
  }),
]);
export type StepFrame = z.infer<typeof StepFrame>;

/** What an assignment is about: made by the server when it is opened, never changed by operations. */
export const ReviewFrame = z.object({
  steps: z.array(StepFrame),
});
export type ReviewFrame = z.infer<typeof ReviewFrame>;
