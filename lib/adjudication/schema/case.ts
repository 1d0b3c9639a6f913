import type { CaseReason, Vote } from "@/lib/adjudication/schema";
import type { Action, Scale, Value } from "@/lib/judgement/schema";

/** A decision on one line of the draft a voter saw, or a line they added. */
export interface VoteLine {
  action: Action;
  drafted: string | null;
  text: string | null;
  reasonCode: string | null;
  reasonNote: string | null;
}

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
  response: { text: string };
  guidelines: string;
  question: string;
  name: string | null;
  scale: Scale;
  reasons: CaseReason[];
  agreement: number | null;
  /** The item's id in the study file, or `overall`. */
  item: string;
  votes: (Vote & {
    assignment: string;
    initial: Value | null;
    note: string | null;
    flags: string[];
    lines: VoteLine[];
  })[];
  /** Oldest first. */
  rulings: { n: number; value: Value | null; note: string; by: string; at: Date }[];
  changed: boolean;
}
