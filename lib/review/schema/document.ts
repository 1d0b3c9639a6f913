import { z } from "zod";
import type { Scale } from "@/lib/judgement/schema";
import type { Answer, Points } from "@/lib/protocol/schema";
import type { AddTarget, DecisionReason, Op, SignalCounts } from "@/lib/review/schema/operation";

/** A decision on a drafted item or line; `at` is the browser's time. */
export type Decided = {
  action: "accept" | "revise" | "remove";
  /** The new wording of a revision, otherwise null. */
  text: string | null;
  /** The scale of a revised criterion, where it is not the drafted one. */
  scale?: Points;
  reason: DecisionReason | null;
  at: string;
  /** Accepted together with the rest of its draft, in one operation. */
  bulk?: true;
};

/** An item or explanation line the annotator wrote. */
export type Added = {
  target: z.infer<typeof AddTarget>;
  text: string;
  /** The offered wording, when the annotator added an offered item. */
  offered?: string;
  /** The scale of an added item; null for a line. */
  scale: Scale | null;
  /** When it was added: additions are shown in this order. */
  at: string;
};

/** The value of one unit: on an item's scale, of a comparison as shown, or labels. */
export type UnitAnswer = "yes" | "no" | "na" | "A" | "B" | number | readonly string[];

/** The state of one item, as part of a rubric, as a question to answer, or as both. */
export type ItemState = {
  decision: Decided | null;
  answer: UnitAnswer | null;
  /** By index of the draft's line. */
  lines: Record<number, Decided>;
  /**
   * Set when the draft was revealed after work had begun: the own value until then, which never changes
   * again; null when there was none. From then on `answer` is the final value.
   */
  revealed: { initial: UnitAnswer | null; at: string } | null;
  /**
   * The reason for differing from the drafted value. Ignored once the value equals it, see
   * lib/review/rules/reasons.
   */
  why: DecisionReason | null;
  /** The drafted value was accepted together with the rest of the draft, in one operation. */
  bulk?: true;
};

/**
 * An annotator's work on one assignment: the fold of its operations. All fields but `ops` reflect the
 * operations that are not undone. Item keys are user data: read records through lib/review/rules/selectors,
 * never by index.
 */
export type ReviewDocument = {
  /** Every operation in order, including undone ones. */
  ops: Op[];
  items: Record<string, ItemState>;
  /** By the id that the browser gave the addition. */
  added: Record<string, Added>;
  score: number | null;
  /** Indices of rubric steps whose drafted items were revealed. */
  shownSteps: number[];
  asks: Record<string, Answer>;
  note: string;
  /** Active flags with their notes, which may be empty. */
  flags: Record<string, string>;
  /**
   * Milliseconds of active and idle time by the part of the workbench that had the focus: an item, `overall`,
   * or another part.
   */
  times: Record<string, { activeMs: number; idleMs: number }>;
  /** Missing until something was counted. */
  signals?: SignalCounts;
};

/** Why an operation does not fit the document. */
export const OpRefusal = z.enum([
  "unknown-item",
  "unknown-line",
  "unknown-rubric",
  "no-addition",
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
  "explain-first",
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
 * Something an assignment still requires: a decision on an item or line, its reason, an answer, a score, the reason
 * for a value that differs from the draft (`why`), the explanation of a value without a draft (`explanation`), looking
 * at a draft, or an answer to a question.
 */
export type Requirement = {
  /** Index of the protocol step. */
  step: number;
  what:
    | "decision"
    | "reason"
    | "why"
    | "explanation"
    | "item"
    | "answer"
    | "score"
    | "prefer"
    | "label"
    | "reveal"
    | "ask";
  item?: string;
  line?: number;
};
