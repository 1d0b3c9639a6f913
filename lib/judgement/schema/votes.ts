import type { Action, Value } from "@/lib/judgement/schema";

/** The value or labels voted for, labels in the order of their taxonomy. */
export type VotedValue = Value | readonly string[];

/** One person's final value for a unit, under their pseudonym. */
export interface Vote {
  rater: string;
  value: VotedValue;
}

/** A unit of a batch, by ids: a value of a response, a preference between two, or labels. */
export interface UnitIds {
  taskId: string;
  /** Null for labels of the task or of an item. */
  responseId: string | null;
  /** The second response of a preference. */
  responseBId: string | null;
  /** Null for the overall score, a preference, and labels of a task or a response. */
  itemId: string | null;
  /** The label step; null for values. */
  question: string | null;
}

/** A unit with all votes on it. */
export interface VotedUnit extends UnitIds {
  votes: (Vote & { flagged: boolean })[];
}

/** The action on one line of the draft that a rater saw, or on a line they added. */
export interface DecidedLine {
  action: Action;
  /** The line as it was drafted; null for one that was added. */
  drafted: string | null;
  text: string | null;
  reasonCode: string | null;
  reasonNote: string | null;
  /** An added line that was written before the draft was shown: it explains the own value. */
  initial?: boolean | null;
}

/** A vote with everything around it: what an adjudicator reads. */
export interface ExplainedVote extends Vote {
  assignment: string;
  initial: VotedValue | null;
  note: string | null;
  flags: string[];
  lines: DecidedLine[];
}
