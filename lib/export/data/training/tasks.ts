import "server-only";
import type { Snapshot } from "@/lib/database/snapshot";
import { decisionRecords, recordsByTask } from "@/lib/dataset/data/records";
import type { AboutTasks, StudyScope } from "@/lib/dataset/data/study-scope";
import { groupInOrder } from "@/lib/dataset/rules/group-in-order";
import { isQualityControl } from "@/lib/dataset/rules/reported-records";
import type {
  DecisionRecord,
  DraftRecord,
  JudgementRecord,
  ResponseRecord,
  RubricRecord,
} from "@/lib/dataset/schema";
import type { RubricWithDecisions, TaskData } from "@/lib/export/rules/training/task-data";

/** The tasks of a study with everything that training data is made from. A hundred tasks are in memory at a time. */
export async function* tasksOf(snapshot: Snapshot, scope: StudyScope): AsyncGenerator<TaskData> {
  const decisions: DecisionRecord[] = [];
  for await (const decision of decisionRecords(snapshot, scope))
    if (!isQualityControl(decision)) decisions.push(decision);
  const byRubric = groupInOrder(decisions, ({ rubric }) => rubric);
  let criteria: Map<string | null, RubricWithDecisions[]> | undefined;
  for await (const records of recordsByTask(snapshot, scope, { contents: true })) {
    if (!criteria) {
      const rubrics = (records as (RubricRecord | DecisionRecord)[]).flatMap((record) =>
        record.type === "rubric" && record.kind === "criteria"
          ? [{ rubric: record, decisions: byRubric.get(record.id) ?? [] }]
          : [],
      );
      criteria = groupInOrder(rubrics, ({ rubric }) => rubric.task);
      continue;
    }
    yield* tasksIn(records as AboutTasks[], criteria, await promptHashes(snapshot, records as AboutTasks[]));
  }
}

function* tasksIn(
  records: readonly AboutTasks[],
  criteria: ReadonlyMap<string | null, RubricWithDecisions[]>,
  promptHash: TaskData["promptHash"],
): Generator<TaskData> {
  const responses: ResponseRecord[] = [];
  const drafts: DraftRecord[] = [];
  const judgements: JudgementRecord[] = [];
  for (const record of records) {
    if (record.type === "response") responses.push(record);
    if (record.type === "draft") drafts.push(record);
    if (record.type === "judgement" && !isQualityControl(record)) judgements.push(record);
  }
  const ofTask = ({ task }: { task: string }) => task;
  const [responsesOf, draftsOf, judgementsOf] = [
    groupInOrder(responses, ofTask),
    groupInOrder(drafts, ofTask),
    groupInOrder(judgements, ofTask),
  ];
  for (const task of records) {
    if (task.type !== "task") continue;
    yield {
      task,
      responses: new Map((responsesOf.get(task.id) ?? []).map((response) => [response.id, response])),
      drafts: draftsOf.get(task.id) ?? [],
      judgements: judgementsOf.get(task.id) ?? [],
      criteria: [...(criteria.get(task.id) ?? []), ...(criteria.get(null) ?? [])],
      promptHash,
    };
  }
}

/** The hashes of the prompts that drafts answer, by the first call of each. */
async function promptHashes(
  snapshot: Snapshot,
  records: readonly AboutTasks[],
): Promise<TaskData["promptHash"]> {
  const ids = records.flatMap((record) => (record.type === "draft" ? (firstCall(record) ?? []) : []));
  const rows =
    ids.length === 0
      ? []
      : await snapshot.rows<{ id: string; hash: string }>(
          `SELECT c."id", c."templateHash" AS "hash" FROM "LlmCall" AS c WHERE c."id" = ANY ($1::uuid[])`,
          [ids],
        );
  const hashes = new Map(rows.map(({ id, hash }) => [id, hash]));
  return (draft) => hashes.get(firstCall(draft) ?? "") ?? null;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Drafts of an imported study may have anything among their metadata. */
function firstCall({ metadata }: DraftRecord): string | null {
  const calls = metadata?.calls;
  const first = Array.isArray(calls) ? calls[0] : null;
  return typeof first === "string" && UUID.test(first) ? first : null;
}
