import { z } from "zod";
import type { Scale } from "@/lib/judgement/schema";
import type { AddTarget, DecisionReason, Op } from "@/lib/review/schema/operation";

/** What was decided about a drafted item or line; `at` is the browser's time of the gesture. */
export type Decided = {
  action: "accept" | "revise" | "remove";
  /** The new wording of a revision, else null. */
  text: string | null;
  reason: DecisionReason | null;
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
export type UnitAnswer = "yes" | "no" | "na" | "A" | "B" | number | readonly string[];

/** What was done with one item: as part of a rubric, as a question to answer, or both. */
export type ItemState = {
  decision: Decided | null;
  answer: UnitAnswer | null;
  /** By index of the draft's line. */
  lines: Record<number, Decided>;
  /**
   * Set when the draft was shown after the work had begun: the own value until then, which nothing changes any more;
   * null when there was none. From then on `answer` is the final one.
   */
  revealed: { initial: UnitAnswer | null; at: string } | null;
  /** Why the value is another than the drafted one. It counts as long as it is, see lib/review/rules/reasons. */
  why: DecisionReason | null;
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
