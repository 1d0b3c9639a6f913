import type { CaseReason, CaseScale } from "@/lib/adjudication/schema";
import type { ExplainedVote, Vote, VotedValue } from "@/lib/judgement/schema/votes";

export interface CaseView {
  id: string;
  place: number;
  previous: string | null;
  next: string | null;
  /** The next undecided case, after this one or else from the beginning. */
  nextUndecided: string | null;
  cases: number;
  decided: number;
  task: {
    instruction: string;
    input: string | null;
    messages: { role: string; content: string }[] | null;
    reference: string | null;
    tags: string[];
  };
  /** Null where the labels of a task or of an item are decided, or a preference. */
  response: { text: string } | null;
  /** The two responses of a preference, in the order of its values. */
  pair: { a: string; b: string } | null;
  guidelines: string;
  question: string;
  name: string | null;
  scale: CaseScale;
  reasons: CaseReason[];
  agreement: number | null;
  /** The labelled or judged item in words, where the question does not name it. */
  about: string | null;
  /** The item's id in the study file, `overall` or `preference`; the key of labels. */
  item: string;
  /** The pseudonym of the adjudicator who has it, if it was shared out. */
  assignee: string | null;
  votes: ExplainedVote[];
  /** Oldest first. */
  rulings: { n: number; value: VotedValue | null; note: string; by: string; at: Date }[];
  /** Oldest first. */
  comments: DiscussionComment[];
  changed: boolean;
}

/** A comment of an annotator or adjudicator on a case, under a pseudonym. */
export interface DiscussionComment {
  id: string;
  by: string;
  text: string;
  at: Date;
}

/** A case as those who voted on it discuss it. */
export interface DiscussedCase {
  id: string;
  position: number;
  instruction: string;
  input: string | null;
  /** Earlier turns. */
  messages: CaseView["task"]["messages"];
  /** One response, both of a pair in the order of the values, or none. */
  responses: string[];
  /** The item's text, or the name of the label step; null for an overall score or a preference. */
  about: string | null;
  votes: Vote[];
  comments: DiscussionComment[];
}
