import { z } from "zod";
import type {
  Label,
  LabelExposure,
  Points,
  PreferForm,
  Reasons,
  RubricExposure,
  RubricKind,
} from "@/lib/batch/schema";
import type { Exposure, Scale } from "@/lib/dataset/schema";
import type { RuleNote } from "@/lib/drafting/schema/notes";
import type { Compared, Debriefed } from "@/lib/quality/schema";
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

/** The draft of one unit, as far as the annotator may see it. */
export type DraftView = {
  id: string;
  /** Who drafted it: the model's name, "rules", or "sample drafter". */
  by: string;
  /** Null also where the exposure withholds it. */
  value: string | number | null;
  /** Of drafted labels: those of the taxonomy, in its order. */
  labels?: string[];
  /** Of a drafted preference: its explanation calls A what stands on the right here, as B. */
  isMirrored?: true;
  /** The lines that are shown, in order: those of the draft from `first` on. */
  lines: string[];
  /** Index of the first shown line in the draft: above 0 where the exposure withholds those before. */
  first: number;
  /** Index in the draft of the line that states the value; null when there is none, or it is withheld. */
  scoreLine: number | null;
  /** Of a draft made without a language model: where to look in the response, and why there is no value. */
  rules?: { spans: Span[]; note: RulesNote | null; flags: string[] };
};

/** Why rules gave no value: a code with what was measured all the same, or the words of a file it came in. */
export type RulesNote = { code: RuleNote; measured: string | null } | { text: string };

/** A stretch of a text, in UTF-16 units, the end not included. */
export type Span = { start: number; end: number };

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
  /** What the rules found where the draft is somebody else's. Shown exactly when a draft may be. */
  beside?: DraftView;
  /** The words of the instruction that the item quotes. */
  span?: Span;
  /** There is a draft, and it is not shown yet. */
  withheld?: true;
};

export type RubricFrame = {
  key: string;
  /** Who wrote the items. */
  by: string;
  /** The items were written by the rules. */
  isRuleBased?: true;
  /** Empty when the exposure is none: the annotator writes from scratch. */
  items: ItemFrame[];
  /** Requirements of the instruction that no item is about and a program could check. */
  offered?: ({ text: string } & Span)[];
  /** General items that can be added, of which no item and no requirement of the instruction speaks. */
  library?: string[];
};

export type StepFrame =
  | {
      type: "rubric";
      kind: RubricKind;
      exposure: RubricExposure;
      reasons?: Reasons;
      rubrics: RubricFrame[];
      /** There are drafted items, and they are not shown yet. */
      withheld?: true;
    }
  | { type: "judge"; kind: RubricKind; exposure: Exposure; reasons?: Reasons; items: ItemFrame[] }
  | {
      type: "score";
      question: string;
      scale: Points;
      exposure: Exposure;
      opens: "at-once" | "when-judged";
      reasons?: Reasons;
      draft: DraftView | null;
      withheld?: true;
    }
  | {
      type: "prefer";
      question: string;
      form: PreferForm;
      exposure: Exposure;
      reasons?: Reasons;
      draft: DraftView | null;
      withheld?: true;
    }
  | {
      type: "label";
      id: string;
      question: string;
      about: "task" | "items" | "matches";
      /** What can be chosen: the names of a taxonomy, or the keys of the items to find matches among. */
      labels: LabelChoice[];
      several: boolean;
      none: boolean;
      exposure: LabelExposure;
      reasons?: Reasons;
      /** What is labelled: items, or the task alone. */
      units: LabelUnit[];
    }
  | { type: "ask"; id: string; question: string; options: { value: string; label: string }[] };

/** A label that can be chosen: `name` is stored, `text` is shown in its place where it is an item. */
export type LabelChoice = Label & { text?: string };

/** Something that gets labels. */
export type LabelUnit = {
  /** Of the unit, unique in the frame. */
  key: string;
  /** The item's key; null for the task. */
  item: string | null;
  name: string | null;
  /** Null for the task, which stands beside. */
  text: string | null;
  draft: DraftView | null;
  withheld?: true;
};

/** What an assignment is about: made by the server when it is opened, never changed by operations. */
export type ReviewFrame = { steps: StepFrame[] };

/** What was decided about a drafted item or line; `at` is the browser's time of the gesture. */
export type Decided = {
  action: "accept" | "revise" | "remove";
  /** The new wording of a revision, else null. */
  text: string | null;
  reason: Reason | null;
  at: string;
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
export type AssignmentView = {
  id: string;
  state: "reserved" | "open" | "submitted" | "skipped" | "expired" | "returned" | "reopened";
  /** The how-manieth assignment of this annotator in the batch, from 1. */
  position: number;
  /** Every write must carry it; null while nothing can be written. */
  lease: string | null;
  leaseUntil: Date | null;
  submittedAt: Date | null;
  /** Until then the submission can be taken back. */
  undoUntil: Date | null;
  skipReason: string | null;
  /** Of training and exams: which of them it is, and which of how many. */
  stage?: {
    use: "training" | "exam";
    n: number;
    of: number;
    attempt: number;
    attempts: number;
    /** The attempt at the exam has come to its end. */
    isOver: boolean;
  };
  /** Of a submitted check that gives feedback, and of training: how it compares with gold. */
  feedback?: Compared[];
  /** Of a submission of a batch that is over and says so: where drafts were wrong on purpose. */
  debrief?: Debriefed[];
  /** Why it was sent back to be done again, until it is. */
  reopened: { note: string; at: Date } | null;
  batch: {
    id: string;
    name: string;
    state: "draft" | "open" | "paused" | "closed" | "archived";
    sample: boolean;
    /** Of an archived project nothing can be written, whatever the batch's state. */
    projectArchived: boolean;
    /** How long an assignment is kept for somebody who does nothing. */
    leaseMinutes: number;
  };
  /** Markdown, in the version this assignment was opened with. */
  guidelines: string;
  task: {
    instruction: string;
    input: string | null;
    messages: { role: string; content: string }[] | null;
    reference: string | null;
    tags: string[];
  };
  /** Null when the assignment is about the task, or a pair. */
  response: { text: string } | null;
  /** Two responses to compare, as they are to be shown: A on the left. */
  pair: { a: string; b: string } | null;
  /** The texts above as they are shown, by their places in `textsOf`; null for those that are not formatted unasked. */
  prepared?: Readonly<Record<number, string | null | undefined>>;
  frame: ReviewFrame;
  /** How many operations the server holds; the document is their fold. */
  version: number;
  savedAt: Date | null;
  ops: Op[];
};

/** One line in an annotator's list of their own work. */
export type OwnAssignment = Pick<
  AssignmentView,
  "id" | "state" | "position" | "version" | "submittedAt" | "leaseUntil"
> & { title: string };

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
