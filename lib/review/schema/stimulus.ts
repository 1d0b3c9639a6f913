import { z } from "zod";
import { FINDINGS, FOUND_UNITS, RULE_NOTES } from "@/lib/drafting/schema/notes";
import { Exposure, Scale } from "@/lib/judgement/schema";
import {
  Agreeing,
  Answering,
  conditional,
  Explanations,
  Label,
  LabelExposure,
  LabelSubject,
  Points,
  PreferForm,
  Reasons,
  RubricExposure,
  RubricKind,
} from "@/lib/protocol/schema";

/** A range of a text in UTF-16 units, end exclusive. */
export const Span = z.object({
  start: z.number(),
  end: z.number(),
});
export type Span = z.infer<typeof Span>;

/** Why the rules gave no value: a code with the measured values. For an imported draft, its text. */
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

/** A line of evidence in parts, so that it can be translated. */
const RuleEvidence = z.object({
  parts: z.array(RuleFinding),
  counts: z.string().nullable(),
  loose: RuleFinding.nullable(),
});

export const RulesNote = z.union([
  z.object({
    code: z.enum(RULE_NOTES),
    /** The original text, and its parts. */
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
  /** The model's name, "rules", or "sample drafter"; empty where the step hides it. */
  by: z.string(),
  /** Null also when the exposure withholds it. */
  value: z.union([z.string(), z.number()]).nullable(),
  /** For drafted labels: those of the taxonomy, in its order. */
  labels: z.array(z.string()).optional(),
  /** For a drafted preference whose explanation calls A the response shown on the right as B. */
  isMirrored: z.literal(true).optional(),
  /** The visible lines in order, starting with line `first` of the draft. */
  lines: z.array(z.string()),
  /** Index in the draft of the first visible line: above 0 when the exposure withholds earlier ones. */
  first: z.number(),
  /** Index in the draft of the line that states the value; null when there is none, or it is withheld. */
  scoreLine: z.number().nullable(),
  /** For a draft by rules: where to look in the response, and why there is no value. */
  rules: z
    .object({
      spans: z.array(Span),
      note: RulesNote.nullable(),
      flags: z.array(z.string()),
      /** The parts of each line; empty when the exposure withholds the value. */
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
  /** In a judge step: its draft, null when there is none or it is not shown. */
  draft: DraftView.nullable(),
  /** The draft by rules beside a model's. Visible exactly when drafts are. */
  beside: DraftView.optional(),
  /** The part of the instruction that the item quotes. */
  span: Span.optional(),
  /** There is a draft, but it is not shown yet. */
  withheld: z.literal(true).optional(),
});
export type ItemFrame = z.infer<typeof ItemFrame>;

export const RubricFrame = z.object({
  key: z.string(),
  /** Who wrote the items; empty where the step hides it. */
  by: z.string(),
  /** The items were written by the rules. */
  isRuleBased: z.literal(true).optional(),
  /** The items are the parts of an instance under curation, to which nothing is added. */
  isInstance: z.literal(true).optional(),
  /** Empty when the exposure is none: the annotator writes from scratch. */
  items: z.array(ItemFrame),
  /** Requirements of the instruction that no item covers and a program could check. */
  offered: z
    .array(
      z
        .object({
          text: z.string(),
        })
        .extend(Span.shape),
    )
    .optional(),
  /** General items to offer that neither an item nor a requirement of the instruction covers. */
  library: z.array(z.string()).optional(),
});
export type RubricFrame = z.infer<typeof RubricFrame>;

/** A label to choose: `name` is stored; for items, `text` is shown in its place. */
export const LabelChoice = Label.extend({
  text: z.string().optional(),
});
export type LabelChoice = z.infer<typeof LabelChoice>;

/** A unit to be labelled. */
export const LabelUnit = z.object({
  /** The unit's key, unique in the frame. */
  key: z.string(),
  /** The item's key; null for the task. */
  item: z.string().nullable(),
  name: z.string().nullable(),
  /** Null for the task, which is shown beside. */
  text: z.string().nullable(),
  draft: DraftView.nullable(),
  withheld: z.literal(true).optional(),
});
export type LabelUnit = z.infer<typeof LabelUnit>;

export const StepFrame = z.union([
  z.object({
    type: z.literal("rubric"),
    ...conditional,
    kind: RubricKind,
    exposure: RubricExposure,
    reasons: Reasons.optional(),
    agree: Agreeing.optional(),
    rubrics: z.array(RubricFrame),
    /** There are drafted items, but they are not shown yet. */
    withheld: z.literal(true).optional(),
  }),
  z.object({
    type: z.literal("judge"),
    ...conditional,
    kind: RubricKind,
    exposure: Exposure,
    reasons: Reasons.optional(),
    explanations: Explanations.optional(),
    agree: Agreeing.optional(),
    items: z.array(ItemFrame),
  }),
  z.object({
    type: z.literal("score"),
    ...conditional,
    question: z.string(),
    scale: Points,
    exposure: Exposure,
    opens: z.enum(["at-once", "when-judged"]),
    reasons: Reasons.optional(),
    explanations: Explanations.optional(),
    agree: Agreeing.optional(),
    draft: DraftView.nullable(),
    withheld: z.literal(true).optional(),
  }),
  z.object({
    type: z.literal("prefer"),
    ...conditional,
    question: z.string(),
    form: PreferForm,
    exposure: Exposure,
    reasons: Reasons.optional(),
    explanations: Explanations.optional(),
    agree: Agreeing.optional(),
    draft: DraftView.nullable(),
    withheld: z.literal(true).optional(),
  }),
  z.object({
    type: z.literal("label"),
    ...conditional,
    id: z.string(),
    question: z.string(),
    about: LabelSubject,
    /** The choices: names of a taxonomy, or keys of the items to find matches among. */
    labels: z.array(LabelChoice),
    several: z.boolean(),
    none: z.boolean(),
    exposure: LabelExposure,
    reasons: Reasons.optional(),
    /** The labelled units: items, or only the task or the response. */
    units: z.array(LabelUnit),
  }),
  z.object({
    type: z.literal("ask"),
    ...conditional,
    id: z.string(),
    question: z.string(),
    ...Answering.shape,
    optional: z.literal(true).optional(),
  }),
]);
export type StepFrame = z.infer<typeof StepFrame>;

/** The content of an assignment: made by the server when it is opened, never changed by operations. */
export const ReviewFrame = z.object({
  steps: z.array(StepFrame),
});
export type ReviewFrame = z.infer<typeof ReviewFrame>;
