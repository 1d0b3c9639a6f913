import "server-only";
import type { Snapshot } from "@/lib/database/snapshot";
import { unlessEmpty } from "@/lib/dataset/data/records/fields";
import { RESPONSE_IN_SCOPE, TASK_IN_SCOPE, type Text } from "@/lib/dataset/data/study-scope";
import { INCLUSION_PROBABILITY } from "@/lib/dataset/rules/inclusion-probability";
import type { ResponseRecord, TaskRecord } from "@/lib/dataset/schema";
import type { JsonObject } from "@/lib/formats/json-value";
import { inTasks } from "@/lib/judgement/data/scope";

export interface TaskRow extends Pick<TaskRecord, "instruction"> {
  key: string;
  input: string | null;
  messages: TaskRecord["messages"] | null;
  reference: string | null;
  tags: string[];
  metadata: JsonObject;
}

export async function* tasks(snapshot: Snapshot, values: unknown[], text: Text): AsyncGenerator<TaskRecord> {
  const rows = snapshot.stream<TaskRow>(
    `SELECT t."key", t."instruction", ${text('t."input"')} AS "input",
       ${text('t."messages"') === "''" ? "NULL::jsonb" : 't."messages"'} AS "messages",
       ${text('t."reference"')} AS "reference", t."tags", t."metadata"
     FROM "Task" AS t WHERE t."datasetId" = $1 AND ${inTasks(values, 't."id"')} AND ${TASK_IN_SCOPE('t."id"')}
     ORDER BY t."position", t."id"`,
    values,
  );
  for await (const row of rows) yield taskRecord(row);
}

export function taskRecord({ key, input, messages, reference, tags, metadata, ...row }: TaskRow): TaskRecord {
  return {
    type: "task",
    id: key,
    instruction: row.instruction,
    input: input ?? undefined,
    messages: messages ?? undefined,
    reference: reference ?? undefined,
    tags: tags.length > 0 ? tags : undefined,
    metadata: unlessEmpty(metadata),
  };
}

export interface ResponseRow {
  key: string;
  task: string;
  model: string | null;
  text: string;
  metadata: JsonObject;
}

/** The chance of a response in the sample of the batch $2, if it was not certain to be drawn. */
const INCLUSION = `(SELECT jsonb_build_object('${INCLUSION_PROBABILITY}', s."probability") FROM "Subject" AS s
  WHERE s."batchId" = $2 AND s."taskId" = r."taskId" AND s."responseId" = r."id" AND s."kind" = 'response' AND s."use" = 'work'
    AND s."probability" < 1 LIMIT 1)`;

export async function* responses(
  snapshot: Snapshot,
  values: unknown[],
  text: Text,
): AsyncGenerator<ResponseRecord> {
  const rows = snapshot.stream<ResponseRow>(
    `SELECT r."key", t."key" AS "task", r."model", ${text('r."text"')} AS "text",
       r."metadata" || coalesce(${INCLUSION}, '{}') AS "metadata"
     FROM "Response" AS r JOIN "Task" AS t ON t."id" = r."taskId"
     WHERE r."datasetId" = $1 AND ${inTasks(values, 'r."taskId"')}
       AND ${RESPONSE_IN_SCOPE('r."id"', 'r."taskId"')}
     ORDER BY r."position", r."id"`,
    values,
  );
  for await (const row of rows) yield responseRecord(row);
}

export function responseRecord({ key, task, model, text, metadata }: ResponseRow): ResponseRecord {
  return {
    type: "response",
    id: key,
    task,
    model: model ?? undefined,
    text,
    metadata: unlessEmpty(metadata),
  };
}
