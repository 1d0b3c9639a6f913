import type { CaseReason } from "@/lib/adjudication/schema";
import type { Scale, Value } from "@/lib/judgement/schema";
import type { ExplainedVote } from "@/lib/judgement/schema/votes";

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
  votes: ExplainedVote[];
  /** Oldest first. */
  rulings: { n: number; value: Value | null; note: string; by: string; at: Date }[];
  changed: boolean;
}
