import { z } from "zod";
import { Exposure, Scale } from "@/lib/dataset/schema";
import { FINDINGS, FOUND_UNITS, RULE_NOTES } from "@/lib/drafting/schema/notes";
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
import { Compared, Debriefed, StageView } from "@/lib/quality/schema";
import { MAX_FLAG_NOTE, MAX_TEXT, REASON_CODES } from "@/lib/review/schema/codes";

const ReasonCode = z.enum(REASON_CODES);
export const Reason = z.strictObject({ code: ReasonCode, note: z.string().max(2000).optional() });
export type Reason = z.infer<typeof Reason>;

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
    reason: Reason.nullable(),
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

/** What was decided about a drafted item or line; `at` is the browser's time of the gesture. */
export type Decided = {
  action: "accept" | "revise" | "remove";
  /** The new wording of a revision, else null. */
  text: string | null;
  reason: Reason | null;
  at: string;
  /** Accepted together with the rest of its draft, in one gesture. */
  bulk?: true;
};

/** An item or explanation line the annotator wrote. */
export type Added = {
  target: z.infer<typeof AddTarget>;
  text: string;
  /** The wording it was offered in, when it was not the annotator's own idea. */
  offered?: string;
  /** What an added item is to be answered on; null for a line. */
  scale: Scale | null;
  /** When it was first written: additions are shown in this order. */
  at: string;
};

/** The value of one unit: on an item's scale, of a comparison as it is shown, or the labels of something. */
export type Answer = "yes" | "no" | "na" | "A" | "B" | number | readonly string[];

/** What was done with one item: as part of a rubric, as a question to answer, or both. */
export type ItemState = {
  decision: Decided | null;
  answer: Answer | null;
  /** By index of the draft's line. */
  lines: Record<number, Decided>;
  /**
   * Set when the draft was shown after the work had begun: the own value until then, which nothing changes any more;
   * null when there was none. From then on `answer` is the final one.
   */
  revealed: { initial: Answer | null; at: string } | null;
  /** Why the value is another than the drafted one. It counts as long as it is, see lib/review/rules/reasons. */
  why: Reason | null;
  /** The value is the drafted one, taken over together with the rest of the draft in one gesture. */
  bulk?: true;
};

/**
 * An annotator's work on one assignment: the fold of its operations. Everything but `ops` is what the operations
 * still in force amount to. Item keys are data: read records through lib/review/rules/read, never by index.
 */
export type ReviewDocument = {
  /** Every operation, in order, also those undone. */
  ops: Op[];
  items: Record<string, ItemState>;
  /** By the id the browser gave the addition. */
  added: Record<string, Added>;
  score: number | null;
  /** The rubric steps whose drafted items were asked for, by index. */
  shownSteps: number[];
  asks: Record<string, string>;
  note: string;
  /** The flags that are up, each with its note; empty when it has none. */
  flags: Record<string, string>;
  /** Milliseconds by what had the focus: an item, `overall`, or whatever else the workbench names. */
  times: Record<string, { activeMs: number; idleMs: number }>;
};

/** Why an operation does not fit the document. */
export const OpRefusal = z.enum([
  "unknown-item",
  "unknown-line",
  "unknown-rubric",
  "unknown-question",
  "unknown-operation",
  "unknown-flag",
  "off-scale",
  "no-option",
  "no-label",
  "one-label",
  "text-missing",
  "text-unchanged",
  "bad-scale",
  "not-open",
  "id-taken",
  "not-undoable",
  "answer-first",
  "nothing-to-reveal",
  "already-revealed",
  "not-revealed",
  "locked",
  "already-undone",
  "too-many",
  "not-in-bulk",
  "nothing-to-agree",
  "not-whole",
  "too-early",
]);
export type OpRefusal = z.infer<typeof OpRefusal>;

/**
 * One thing an assignment asks for: a decision on an item or line, the reason for it, an answer, a score, the reason for
 * a value that is not the drafted one (`why`), a look at the draft, a reply.
 */
export type Requirement = {
  /** Index of the protocol step. */
  step: number;
  what: "decision" | "reason" | "why" | "item" | "answer" | "score" | "prefer" | "label" | "reveal" | "ask";
  item?: string;
  line?: number;
};

/** What the API gives of one assignment to the annotator whose it is. */
export const AssignmentView = z.object({
  id: z.string(),
  state: z.enum(["reserved", "open", "submitted", "skipped", "expired", "returned", "reopened"]),
  /** The how-manieth assignment of this annotator in the batch, from 1. */
  position: z.number(),
  /** Every write must carry it; null while nothing can be written. */
  lease: z.string().nullable(),
  leaseUntil: z.date().nullable(),
  submittedAt: z.date().nullable(),
  /** Until then the submission can be taken back. */
  undoUntil: z.date().nullable(),
  skipReason: z.string().nullable(),
  /** Of training and exams: which of them it is, and which of how many. */
  stage: StageView.optional(),
  /** Of a submitted check that gives feedback, and of training: how it compares with gold. */
  feedback: z.array(Compared).optional(),
  /** Of a submission of a batch that is over and says so: where drafts were wrong on purpose. */
  debrief: z.array(Debriefed).optional(),
  /** Why it was sent back to be done again, until it is. */
  reopened: z
    .object({
      note: z.string(),
      at: z.date(),
    })
    .nullable(),
  batch: z.object({
    id: z.string(),
    name: z.string(),
    state: z.enum(["draft", "open", "paused", "closed", "archived"]),
    sample: z.boolean(),
    /** Of an archived project nothing can be written, whatever the batch's state. */
    projectArchived: z.boolean(),
    /** How long an assignment is kept for somebody who does nothing. */
    leaseMinutes: z.number(),
  }),
  /** Markdown, in the version this assignment was opened with. */
  guidelines: z.string(),
  task: z.object({
    instruction: z.string(),
    input: z.string().nullable(),
    messages: z
      .array(
        z.object({
          role: z.string(),
          content: z.string(),
        }),
      )
      .nullable(),
    reference: z.string().nullable(),
    tags: z.array(z.string()),
  }),
  /** Null when the assignment is about the task, or a pair. */
  response: z
    .object({
      text: z.string(),
    })
    .nullable(),
  /** Two responses to compare, as they are to be shown: A on the left. */
  pair: z
    .object({
      a: z.string(),
      b: z.string(),
    })
    .nullable(),
  /** The texts above as they are shown, by their places in `textsOf`; null for those that are not formatted unasked. */
  prepared: z.record(z.string(), z.string().nullable().optional()).readonly().optional(),
  frame: ReviewFrame,
  /** How many operations the server holds; the document is their fold. */
  version: z.number(),
  savedAt: z.date().nullable(),
  ops: z.array(Op),
});
export type AssignmentView = z.infer<typeof AssignmentView>;

/** One line in an annotator's list of their own work. */
export const OwnAssignment = AssignmentView.pick({
  id: true,
  state: true,
  position: true,
  version: true,
  submittedAt: true,
  leaseUntil: true,
}).extend({
  title: z.string(),
});
export type OwnAssignment = z.infer<typeof OwnAssignment>;

/** One submission in the list of everything an annotator has finished. */
export type PastWork = { id: string; position: number; submittedAt: Date; title: string; batch: string };

export const PastWorkQuery = z.strictObject({
  batch: z.uuid().optional(),
  /** Words of the task or the response. */
  q: z.string().max(200).optional(),
  /** The last one of the page before. */
  after: z.uuid().optional(),
});
export type PastWorkQuery = z.infer<typeof PastWorkQuery>;

/** A submission that was sent back, in the list of its annotator. */
export type ReopenedWork = Pick<AssignmentView, "id" | "state"> & {
  title: string;
  reopened: { note: string; at: Date };
  batch: Pick<AssignmentView["batch"], "id" | "name" | "state">;
};

export const ReopenBody = z.strictObject({
  /** For the annotator: what to look at again. */
  note: z.string().trim().min(1, "Say what to look at again.").max(2000),
});

export const AssignmentParams = z.strictObject({ id: z.uuid() });
export const OwnWorkQuery = z.strictObject({ batch: z.uuid() });

const Lease = z.uuid();
/** `base` is the version the operations were made on. */
export const OpsBody = z.strictObject({
  lease: Lease,
  base: z.int().min(0),
  ops: z.array(Op).min(1).max(200),
});
/** `base` is the version the sender has seen: with it, a submission is refused when another tab wrote since. */
export const SubmitBody = z.strictObject({ lease: Lease, base: z.int().min(0).optional() });
export const HeartbeatBody = z.strictObject({ lease: Lease });
export const SkipBody = z.strictObject({ lease: Lease, reason: z.string().trim().min(1).max(2000) });

/** What a submission is read together with: everything of its batch, the same annotator's, or others on its subject. */
export const SubmissionsAmong = z.enum(["batch", "annotator", "subject"]);
export type SubmissionsAmong = z.infer<typeof SubmissionsAmong>;

export const RemarkFilter = z.enum(["flags", "resolved", "skips", "notes"]);
export type RemarkFilter = z.infer<typeof RemarkFilter>;

/** A flag, a skip or a note, as whoever runs the batch reads it. */
export type Remark = {
  /** The flag's id; of a skip or a note the assignment's. */
  id: string;
  at: Date;
  /** Of a flag. */
  code: string | null;
  /** The flag's note, the skip's reason, or the note; written by the annotator. */
  text: string;
  resolvedAt: Date | null;
  resolution: string | null;
  state: string;
  /** The assignment, where it was submitted and can be read. */
  submission: string | null;
  /** The pseudonym; the name is for admins. */
  rater: string;
  name: string | null;
  /** Ids of the study file. */
  task: string;
  response: string | null;
  title: string;
};

export const FlagParams = z.strictObject({ flag: z.uuid() });
export const ResolveBody = z.strictObject({
  resolution: z.string().trim().min(1, "Say what was done about it.").max(MAX_FLAG_NOTE),
});

export const Saved = z.object({
  /** How many operations the document holds: the base of the next ones. */
  version: z.number(),
  savedAt: z.date(),
  leaseUntil: z.date().nullable(),
  /** Operations recorded since the base by another tab, which the sender lacks. They come before the sender's. */
  merged: z.array(Op),
  /** The frame, when it shows a draft that was withheld at the base. */
  revealed: ReviewFrame.optional(),
});
export type Saved = z.infer<typeof Saved>;

export type Recorded = { op: Op; seq: number; recordedAt: Date };

export const RecordedOps = z.array(z.object({ payload: Op, seq: z.int(), recordedAt: z.date() }));
