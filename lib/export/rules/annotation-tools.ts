import type { ResponseRecord, TaskRecord } from "@/lib/dataset/schema";
import { OWN } from "@/lib/dataset/schema/own-format";
import type { Value } from "@/lib/judgement/schema";

/** A drafted or judged value of a response, with the question's name in the report. */
export interface ToolValue {
  id: string;
  question: string;
  value: Value;
  rater: string;
  /** For drafts: the method. */
  method: string | null;
  /** For judgements: the id of the draft. */
  draft: string | null;
  activeMs: number | null;
  submittedAt: string | null;
}

/** A response with its task, drafts and judgements: one record of an annotation tool. */
export interface ToolRecord {
  task: TaskRecord;
  response: ResponseRecord;
  drafts: ToolValue[];
  judgements: ToolValue[];
}

/** A response as a task of Label Studio: drafts as predictions, people's judgements as annotations. */
export function labelStudioTask(record: ToolRecord, numbers: ReadonlyMap<string, number>): object {
  const { task, response, drafts, judgements } = record;
  const predictions = together(drafts, ({ rater, method }) => [rater, method]);
  const predictionOf = new Map(
    predictions.flatMap((group, n) => group.map(({ id }) => [id, n + 1] as const)),
  );
  const parentOf = ({ draft }: ToolValue) => predictionOf.get(draft ?? "") ?? null;
  return {
    data: {
      ...textsOf(task),
      tags: task.tags ?? [],
      countersign: OWN,
      task_id: task.id,
      response_id: response.id,
      response: response.text,
      ...(response.model !== undefined && { model: response.model }),
    },
    predictions: predictions.map((group, n) => ({
      id: n + 1,
      model_version: group[0]?.rater,
      result: group.map(resultOf),
    })),
    annotations: together(judgements, (given) => [given.rater, parentOf(given)]).map((group, n) => {
      const [first] = group;
      const parent = first ? parentOf(first) : null;
      const times = group.flatMap(({ activeMs }) => activeMs ?? []);
      const last = group
        .flatMap(({ submittedAt }) => submittedAt ?? [])
        .sort()
        .at(-1);
      return {
        id: n + 1,
        completed_by: numbers.get(first?.rater ?? "") ?? 0,
        countersign: { rater: first?.rater },
        was_cancelled: false,
        ...(parent !== null && { parent_prediction: parent }),
        ...(times.length > 0 && { lead_time: times.reduce((sum, ms) => sum + ms, 0) / 1000 }),
        ...(last !== undefined && { created_at: last }),
        result: group.map(resultOf),
      };
    }),
  };
}

/** A response as a record of Argilla: drafts as suggestions, people's judgements as responses. */
export function argillaRecord({ task, response, drafts, judgements }: ToolRecord): object {
  // Version 2 allows one suggestion per question; with more, version 1 is used.
  const questions = new Set(drafts.map(({ question }) => question));
  const suggestions = drafts.map(({ question, value, rater }) => ({
    question_name: question,
    value,
    agent: rater,
  }));
  const answers: Record<string, object[]> = {};
  for (const { question, value, rater } of judgements) {
    const list = Object.hasOwn(answers, question) ? (answers[question] ?? []) : [];
    answers[question] = list;
    list.push({ value, user_id: rater, countersign: { rater }, status: "submitted" });
  }
  return {
    id: response.id,
    fields: { ...textsOf(task), response: response.text },
    metadata: { countersign: OWN, task_id: task.id, model: response.model ?? null, tags: task.tags ?? [] },
    suggestions:
      questions.size === drafts.length
        ? Object.fromEntries(suggestions.map(({ question_name, ...rest }) => [question_name, rest]))
        : suggestions,
    responses: answers,
  };
}

function textsOf({ instruction, input, messages, reference }: TaskRecord) {
  return {
    instruction,
    ...(input !== undefined && { input }),
    ...(messages !== undefined && { messages }),
    ...(reference !== undefined && { reference }),
  };
}

function resultOf({ question, value }: ToolValue): object {
  const about = { from_name: question, to_name: "response" };
  return typeof value === "number"
    ? { ...about, type: "rating", value: { rating: value } }
    : { ...about, type: "choices", value: { choices: [value] } };
}

/** Groups values with equal keys, in order, so that no group has a question twice. */
function together(given: readonly ToolValue[], keyOf: (one: ToolValue) => unknown): ToolValue[][] {
  const open = new Map<string, ToolValue[]>();
  const groups: ToolValue[][] = [];
  for (const one of given) {
    const key = JSON.stringify(keyOf(one));
    const group = open.get(key);
    if (group && !group.some(({ question }) => question === one.question)) {
      group.push(one);
      continue;
    }
    const fresh = [one];
    open.set(key, fresh);
    groups.push(fresh);
  }
  return groups;
}
