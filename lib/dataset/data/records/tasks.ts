import "server-only";
import type { Snapshot } from "@/lib/database/snapshot";
import { unlessEmpty } from "@/lib/dataset/data/records/fields";
import { RESPONSE_IN_SCOPE, TASK_IN_SCOPE, type Text } from "@/lib/dataset/data/study-scope";
import {
  INCLUSION_PROBABILITY,
  SAMPLED_PAIRS,
  SAMPLING_STRATUM,
} from "@/lib/dataset/rules/sampling-metadata";
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

/** The chance in a sample `s` of a batch `b`, if it was not certain to be drawn, and the tags `t` if each set had its share. */
const INCLUDED = `'${INCLUSION_PROBABILITY}', nullif(s."probability", 1),
    '${SAMPLING_STRATUM}', CASE WHEN b."selection" #>> '{sample,by}' = 'tag'
      THEN array_to_string(ARRAY(SELECT unnest(t."tags") ORDER BY 1), ' ') END`;

/** The pairs of a task in the sample of the batch $2; null if the batch is not about pairs. */
const PAIRS_INCLUDED = `(SELECT CASE WHEN count(*) > 0 THEN jsonb_strip_nulls(jsonb_build_object('${SAMPLED_PAIRS}',
    jsonb_agg(jsonb_build_object('pair', jsonb_build_array(one."key", other."key"), ${INCLUDED}) ORDER BY s."position")
      FILTER (WHERE s."probability" < 1 OR b."selection" #>> '{sample,by}' = 'tag'))) END
  FROM "Subject" AS s JOIN "Batch" AS b ON b."id" = s."batchId"
  JOIN "Response" AS one ON one."id" = s."responseId" JOIN "Response" AS other ON other."id" = s."responseBId"
  WHERE s."batchId" = $2 AND s."taskId" = t."id" AND s."kind" = 'pair' AND s."use" = 'work' AND s."probability" IS NOT NULL)`;

export async function* tasks(snapshot: Snapshot, values: unknown[], text: Text): AsyncGenerator<TaskRecord> {
  const rows = snapshot.stream<TaskRow>(
    `SELECT t."key", t."instruction", ${text('t."input"')} AS "input",
       ${text('t."messages"') === "''" ? "NULL::jsonb" : 't."messages"'} AS "messages",
       ${text('t."reference"')} AS "reference", t."tags",
       coalesce((t."metadata" - '${SAMPLED_PAIRS}') || ${PAIRS_INCLUDED}, t."metadata") AS "metadata"
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

/** The chance of a response in the sample of the batch $2; null if it is not of the batch's work. */
const INCLUSION = `(SELECT jsonb_strip_nulls(jsonb_build_object(${INCLUDED}))
  FROM "Subject" AS s JOIN "Batch" AS b ON b."id" = s."batchId"
  WHERE s."batchId" = $2 AND s."taskId" = r."taskId" AND s."responseId" = r."id" AND s."kind" = 'response' AND s."use" = 'work'
    AND s."probability" IS NOT NULL LIMIT 1)`;

export async function* responses(
  snapshot: Snapshot,
  values: unknown[],
  text: Text,
): AsyncGenerator<ResponseRecord> {
  const rows = snapshot.stream<ResponseRow>(
    `SELECT r."key", t."key" AS "task", r."model", ${text('r."text"')} AS "text",
       coalesce((r."metadata" - ARRAY['${INCLUSION_PROBABILITY}', '${SAMPLING_STRATUM}']) || ${INCLUSION}, r."metadata") AS "metadata"
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
