import type {
  DecisionRecord,
  DraftRecord,
  JudgementRecord,
  ResponseRecord,
  RubricRecord,
  TaskRecord,
} from "@/lib/dataset/schema";
import type { TrainingOrigin } from "@/lib/export/schema/training";

/** One task with everything about it that training data is made from. Checks and planted errors are not among it. */
export interface TaskData {
  task: TaskRecord;
  responses: ReadonlyMap<string, ResponseRecord>;
  drafts: readonly DraftRecord[];
  judgements: readonly JudgementRecord[];
  /** Criteria that were written for the task, or for responses and pairs of it, and those of the whole project. */
  criteria: readonly RubricWithDecisions[];
  /** The hash of the prompt that a draft answers; null when it is not known. */
  promptHash: (draft: DraftRecord) => string | null;
}

/** A rubric with people's decisions on its items. */
export interface RubricWithDecisions {
  rubric: RubricRecord;
  decisions: readonly DecisionRecord[];
}

/**
 * A source of values: the rater, and the way of judging. Values of different sources are never mixed in one set of
 * pairs.
 */
export interface Source {
  origin: TrainingOrigin;
  values: "scores" | "preferences";
  /** The model's name; null for people and gold. */
  rater: string | null;
  method: string | null;
  condition: string | null;
}

export const sourceKey = ({ origin, values, rater, method, condition }: Source): string =>
  JSON.stringify([origin, values, rater, method, condition]);
