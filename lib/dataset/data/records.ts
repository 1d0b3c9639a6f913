import "server-only";
import type { Snapshot } from "@/lib/database/snapshot";
import { decisions } from "@/lib/dataset/data/records/decisions";
import { drafts } from "@/lib/dataset/data/records/drafts";
import { unlessEmpty } from "@/lib/dataset/data/records/fields";
import { goldLabels } from "@/lib/dataset/data/records/gold-labels";
import { judgements } from "@/lib/dataset/data/records/judgements";
import { rubrics } from "@/lib/dataset/data/records/rubrics";
import { responses, tasks } from "@/lib/dataset/data/records/tasks";
import {
  type AboutTasks,
  ALL_TEXT,
  RESPONSE_IN_SCOPE,
  type StudyScope,
  TASK_IN_SCOPE,
} from "@/lib/dataset/data/study-scope";
import type {
  DecisionRecord,
  DraftRecord,
  ResponseRecord,
  RubricRecord,
  StudyHeader,
  StudyRecord,
  TaskRecord,
} from "@/lib/dataset/schema";
import type { JsonObject } from "@/lib/formats/json-value";

/**
 * The records of a study in the order of its file: the study, tasks, responses, rubrics, drafts, judgements,
 * decisions, and for an imported study the labels of gold. Raters appear under their pseudonyms. Records made
 * in a batch have the database's ids; others have those of their file.
 */
export async function* studyRecords(snapshot: Snapshot, scope: StudyScope): AsyncGenerator<StudyRecord> {
  const values = [scope.datasetId, scope.batchId];
  yield* studyHeader(snapshot, values);
  yield* tasks(snapshot, values, ALL_TEXT);
  yield* responses(snapshot, values, ALL_TEXT);
  yield* rubrics(snapshot, values);
  yield* drafts(snapshot, values);
  yield* judgements(snapshot, values);
  yield* decisions(snapshot, values);
  if (scope.batchId === null) yield* goldLabels(snapshot, values);
}

/** The tasks and responses of a study without the judged texts; instructions are included. */
export async function* contentRecords(
  snapshot: Snapshot,
  scope: StudyScope,
): AsyncGenerator<TaskRecord | ResponseRecord> {
  const values = [scope.datasetId, scope.batchId];
  yield* tasks(snapshot, values, () => "''");
  yield* responses(snapshot, values, () => "''");
}

/**
 * The same study in groups of tasks, for statistics that need all values of a unit at once, but not the whole
 * study: the drafts and judgements of each group, and with `contents` also its tasks and responses. Rubrics,
 * and the items people added to them, come first.
 */
export async function* recordsByTask(
  snapshot: Snapshot,
  scope: StudyScope,
  { contents = false } = {},
): AsyncGenerator<(RubricRecord | DecisionRecord)[] | AboutTasks[]> {
  const values = [scope.datasetId, scope.batchId];
  const defining: (RubricRecord | DecisionRecord)[] = [];
  for await (const rubric of rubrics(snapshot, values)) defining.push(rubric);
  for await (const decision of decisions(snapshot, values)) {
    if (decision.action === "add") defining.push(decision);
  }
  yield defining;
  const ids = snapshot.stream<{ id: string }>(
    `SELECT t."id" FROM "Task" AS t WHERE t."datasetId" = $1 AND ${TASK_IN_SCOPE('t."id"')}
     ORDER BY t."position", t."id"`,
    values,
  );
  let group: string[] = [];
  const judged = async () => {
    const records: AboutTasks[] = [];
    const own = [...values, group];
    if (contents) {
      for await (const task of tasks(snapshot, own, ALL_TEXT)) records.push(task);
      for await (const response of responses(snapshot, own, ALL_TEXT)) records.push(response);
    }
    for await (const draft of drafts(snapshot, own)) records.push(draft);
    for await (const judgement of judgements(snapshot, own)) records.push(judgement);
    group = [];
    return records;
  };
  for await (const { id } of ids) {
    if (group.push(id) === TASKS_TOGETHER) yield await judged();
  }
  if (group.length > 0) yield await judged();
}

/** All drafts of a study with their provenance. */
export function draftRecords(snapshot: Snapshot, scope: StudyScope): AsyncGenerator<DraftRecord> {
  return drafts(snapshot, [scope.datasetId, scope.batchId]);
}

/** People's decisions on the items of drafted rubrics. */
export function decisionRecords(snapshot: Snapshot, scope: StudyScope): AsyncGenerator<DecisionRecord> {
  return decisions(snapshot, [scope.datasetId, scope.batchId]);
}

const TASKS_TOGETHER = 100;

/** The records that define what is asked: the study, its rubrics, and the decisions on their items. */
export async function* frameRecords(snapshot: Snapshot, scope: StudyScope): AsyncGenerator<StudyRecord> {
  const values = [scope.datasetId, scope.batchId];
  yield* studyHeader(snapshot, values);
  yield* rubrics(snapshot, values);
  yield* decisions(snapshot, values);
}

/** The number of tasks and responses in a study. */
export async function countRecords(
  snapshot: Snapshot,
  scope: StudyScope,
): Promise<{ tasks: number; responses: number }> {
  const [counts] = await snapshot.rows<{ tasks: number; responses: number }>(
    `SELECT (SELECT count(*) FROM "Task" AS t WHERE t."datasetId" = $1 AND ${TASK_IN_SCOPE('t."id"')})::int AS "tasks",
       (SELECT count(*) FROM "Response" AS r
         WHERE r."datasetId" = $1 AND ${RESPONSE_IN_SCOPE('r."id"', 'r."taskId"')})::int AS "responses"`,
    [scope.datasetId, scope.batchId],
  );
  return counts ?? { tasks: 0, responses: 0 };
}

async function* studyHeader(snapshot: Snapshot, values: unknown[]): AsyncGenerator<StudyHeader> {
  const [study] = await snapshot.rows<{ name: string; source: string | null; metadata: JsonObject }>(
    `SELECT coalesce(b."name", d."name") AS "name",
       CASE WHEN b."id" IS NULL THEN d."source" ELSE d."name" END AS "source",
       CASE WHEN b."id" IS NULL THEN d."metadata"
         ELSE jsonb_strip_nulls(jsonb_build_object('preset', b."preset",
           'ratersPerArm', (SELECT jsonb_object_agg(a."name", a."k") FROM "Arm" AS a WHERE a."batchId" = b."id"),
           'unblindedAt', (SELECT u."startedAt" FROM "Adjudication" AS u WHERE u."batchId" = b."id"))) END
         AS "metadata"
     FROM "Dataset" AS d LEFT JOIN "Batch" AS b ON b."datasetId" = d."id" AND b."id" = $2
     WHERE d."id" = $1`,
    values,
  );
  if (!study) return;
  yield {
    type: "study",
    version: 1,
    name: study.name,
    source: study.source ?? undefined,
    metadata: unlessEmpty(study.metadata),
  };
}
