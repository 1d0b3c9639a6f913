import type {
  DecisionRecord,
  DraftRecord,
  JudgementRecord,
  ResponseRecord,
  RubricRecord,
  TaskRecord,
} from "@/lib/dataset/schema";
import type { TaskData } from "@/lib/export/rules/training/task-data";
import { TrainingOptions } from "@/lib/export/schema/training";

/** One task with responses a, b, c, … and what was said about them. */
export function taskData({
  task = {},
  texts = ["first", "second", "third"],
  drafts = [],
  judgements = [],
  criteria = [],
}: {
  task?: Partial<TaskRecord>;
  texts?: readonly string[];
  drafts?: readonly DraftRecord[];
  judgements?: readonly JudgementRecord[];
  criteria?: readonly { rubric: RubricRecord; decisions?: readonly DecisionRecord[] }[];
}): TaskData {
  const responses = texts.map(
    (text, n): ResponseRecord => ({ type: "response", id: "abcdefgh"[n] ?? `r${n}`, task: "t1", text }),
  );
  return {
    task: { type: "task", id: "t1", instruction: "Why is the sky blue?", ...task },
    responses: new Map(responses.map((response) => [response.id, response])),
    drafts,
    judgements,
    criteria: criteria.map(({ rubric, decisions = [] }) => ({ rubric, decisions })),
    promptHash: ({ id }) => `hash of ${id}`,
  };
}

let next = 0;

/** A model's overall score, or its preference on a pair. */
export function draftOf(about: Partial<DraftRecord>): DraftRecord {
  return {
    ...{ type: "draft", id: `d${++next}`, task: "t1", item: "overall", rater: "gpt", raterKind: "llm" },
    ...{ method: "salc.evaluate_absolute", value: null },
    ...about,
  };
}

/** A person's overall score, or preference on a pair. */
export function judgementOf(about: Partial<JudgementRecord>): JudgementRecord {
  return {
    ...{ type: "judgement", id: `j${++next}`, task: "t1", item: "overall", rater: "A01", raterKind: "human" },
    ...{ value: null },
    ...about,
  };
}

export const trainingOptionsOf = (given: object = {}): TrainingOptions => TrainingOptions.parse(given);
