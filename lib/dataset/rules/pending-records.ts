import type { Scale, Value } from "@/lib/judgement/schema";

/** The facts about a response, rubric or draft against which later records are checked. */
export interface Seen {
  /** The row of the file it came from. */
  row: number;
}
export interface SeenResponse extends Seen {
  task: string;
}
export interface SeenRubric extends Seen {
  task: string | null;
  /** The default scale of an added item. */
  scale: Scale;
}
export interface SeenDraft extends Seen, About {
  lines: number;
}

/** The unit of a draft or judgement. */
export interface About {
  task: string;
  item: string;
  response: string | undefined;
  pair: readonly [string, string] | undefined;
}

export interface PendingJudgement extends Seen, About {
  rater: string;
  raterKind: string;
  arm: string | undefined;
  draft: string | undefined;
  value: Value | null;
  initial: Value | null;
  /** The highest decided draft line, -1 for none, and its position among the lines. */
  lastLine: number;
  lastLineAt: number;
}

export interface PendingDraft extends Seen, About {
  value: Value | null;
}

/** A rubric that was written for one response or a pair. */
export interface PendingRubric extends Seen, Pick<About, "task" | "response" | "pair"> {}

export interface PendingLabels extends Seen {
  task: string;
  item: string | undefined;
  question: string;
  rater: string;
}

export interface PendingDecision extends Seen {
  rubric: string;
  item: string;
  rater: string;
  arm: string | undefined;
  adds: boolean;
  scale: Scale | undefined;
}

/** A pair regardless of which side is A. */
export function sides(pair: readonly [string, string] | undefined): string | undefined {
  return pair && JSON.stringify([...pair].sort());
}
