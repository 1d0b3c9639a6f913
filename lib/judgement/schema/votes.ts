import type { Action, Value } from "@/lib/judgement/schema";

/** One person's final value for a unit, under their pseudonym. */
export interface Vote {
  rater: string;
  value: Value;
}

/** A unit with all votes on it. */
export interface VotedUnit {
  task: string;
  response: string;
  /** Null for the overall score. */
  item: string | null;
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
  initial: Value | null;
  note: string | null;
  flags: string[];
  lines: DecidedLine[];
}
