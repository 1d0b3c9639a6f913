import "server-only";
import type { Snapshot } from "@/lib/database/snapshot";
import { aboutOf, lineOf, timeOf, unlessEmpty } from "@/lib/dataset/data/records/fields";
import { VERSION_IN_SCOPE } from "@/lib/dataset/data/records/rubrics";
import { RESPONSE_IN_SCOPE, RUBRIC_IN_SCOPE, STEP_IN_SCOPE } from "@/lib/dataset/data/study-scope";
import type { JudgementRecord } from "@/lib/dataset/schema";
import { judgementRows } from "@/lib/judgement/data/records";
import { inScope } from "@/lib/judgement/data/scope";

/** Condition that the two responses of a preference are compared in the batch. */
const PAIR_IN_SCOPE = (row: string) => `EXISTS (SELECT FROM "Subject" AS s
  WHERE s."batchId" = $2 AND s."taskId" = ${row}."taskId" AND s."use" IN ('work', 'check')
    AND (s."kind" = 'task' OR s."responseId" = ${row}."responseId" AND s."responseBId" = ${row}."responseBId"
      OR s."responseId" = ${row}."responseBId" AND s."responseBId" = ${row}."responseId"))`;

/**
 * Condition that a judgement is gold of the dataset about something that people judge in the batch: a response,
 * a pair, an item in the version in use. Gold of training and exams is not, unless the batch's work has it too.
 */
const GOLD_IN_SCOPE = (row: string) => `(${row}."batchId" IS NULL AND ${row}."value" IS NOT NULL
  AND ${row}."raterId" = ANY (ARRAY(SELECT gr."id" FROM "Rater" AS gr WHERE gr."datasetId" = $1 AND gr."kind" = 'gold'))
  AND CASE ${row}."target"
    WHEN 'preference' THEN ${PAIR_IN_SCOPE(row)} AND ${STEP_IN_SCOPE("step ->> 'type' = 'prefer'")}
    WHEN 'overall' THEN ${RESPONSE_IN_SCOPE(`${row}."responseId"`, `${row}."taskId"`)}
      AND ${STEP_IN_SCOPE("step ->> 'type' = 'score'")}
    ELSE ${RESPONSE_IN_SCOPE(`${row}."responseId"`, `${row}."taskId"`)} AND EXISTS (
      SELECT FROM "Item" AS gi JOIN "Rubric" AS gu ON gu."id" = gi."rubricId"
      JOIN LATERAL (${VERSION_IN_SCOPE('gu."id"')}) AS gv ON TRUE
      JOIN "ItemVersion" AS giv ON giv."rubricVersionId" = gv."id" AND giv."itemId" = gi."id"
      WHERE gi."id" = ${row}."itemId" AND ${RUBRIC_IN_SCOPE('gu."id"')}
        AND ${STEP_IN_SCOPE(`step ->> 'type' = 'judge' AND step ->> 'kind' = gu."kind"::text`)}) END)`;

/**
 * Condition that a judgement belongs to the records of a study: those of a batch and the gold that its drafts and
 * people are compared with, or what a dataset was imported with. For researchers alone: gold is never part of what
 * an annotator reads.
 */
export const JUDGEMENT_IN_SCOPE = (row: string) =>
  `(${inScope(row)} OR $2::uuid IS NOT NULL AND ${row}."datasetId" = $1 AND ${GOLD_IN_SCOPE(row)})`;

export async function* judgements(snapshot: Snapshot, values: unknown[]): AsyncGenerator<JudgementRecord> {
  for await (const row of judgementRows(snapshot, values, JUDGEMENT_IN_SCOPE)) {
    yield {
      type: "judgement",
      id: row.id,
      ...aboutOf(row),
      rater: row.rater,
      raterKind: row.raterKind,
      arm: row.arm ?? undefined,
      exposure: row.exposure ?? undefined,
      draft: row.draft ?? undefined,
      initial: row.revealedFirst ? null : (row.initial ?? undefined),
      value: row.value,
      lines: row.lines?.map(lineOf),
      bulk: row.bulk || undefined,
      activeMs: row.activeMs ?? undefined,
      startedAt: timeOf(row.startedAt),
      submittedAt: timeOf(row.submittedAt),
      metadata: unlessEmpty(row.metadata),
    };
  }
}
