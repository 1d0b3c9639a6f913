import "server-only";
import type { Snapshot } from "@/lib/database/snapshot";
import { aboutOf, unlessEmpty } from "@/lib/dataset/data/records/fields";
import { VERSION_IN_SCOPE } from "@/lib/dataset/data/records/rubrics";
import {
  DRAFT_COUNTS,
  RESPONSE_IN_SCOPE,
  RUBRIC_IN_SCOPE,
  STEP_IN_SCOPE,
} from "@/lib/dataset/data/study-scope";
import type { DraftRecord, SideOrder } from "@/lib/dataset/schema";
import type { JsonObject } from "@/lib/formats/json-value";
import { ABOUT, ABOUT_JOINS } from "@/lib/judgement/data/records";
import { inTasks } from "@/lib/judgement/data/scope";
import type { RaterKind, Value } from "@/lib/judgement/schema";
import type { JudgementUnit } from "@/lib/judgement/schema/row";

/** Condition that a draft was made for the wording of its item in one of these versions of rubrics. */
export const DRAFTED_FOR = (versions: string) => `EXISTS (
    SELECT 1 FROM (${versions}) AS v
    JOIN "ItemVersion" AS iv ON iv."rubricVersionId" = v."id" AND iv."itemId" = x."itemId"
    WHERE iv."wording" = 1 OR x."createdAt" >= (
      SELECT since."createdAt" FROM "RubricVersion" AS since
      WHERE since."rubricId" = v."rubricId" AND since."version" = iv."wording"))`;

export interface DraftRow extends JudgementUnit {
  key: string;
  rater: string;
  raterKind: RaterKind;
  method: string | null;
  value: Value | null;
  lines: string[];
  scoreLine: number | null;
  condition: string | null;
  order: SideOrder | null;
  sample: number | null;
  confidence: number | null;
  metadata: JsonObject;
}

/** Condition that a step of the batch judges what a draft is about. */
export const DRAFT_OF_STEP = STEP_IN_SCOPE(
  `CASE x."target" WHEN 'item' THEN step ->> 'type' = 'judge' AND step ->> 'kind' = u."kind"::text
    WHEN 'overall' THEN step ->> 'type' = 'score' ELSE step ->> 'type' = 'prefer' END`,
);

/** The drafts of a study: `x`, with their item `i`, if any. */
export const DRAFTS_IN_SCOPE = `
     FROM "Draft" AS x
     LEFT JOIN "Item" AS i ON i."id" = x."itemId"
     LEFT JOIN "Rubric" AS u ON u."id" = i."rubricId"
     WHERE x."datasetId" = $1 AND ${RESPONSE_IN_SCOPE('x."responseId"', 'x."taskId"')}
       AND (x."responseBId" IS NULL OR ${RESPONSE_IN_SCOPE('x."responseBId"', 'x."taskId"')})
       AND ${DRAFT_OF_STEP}
       AND (x."itemId" IS NULL OR ${RUBRIC_IN_SCOPE('u."id"')}) AND ${DRAFT_COUNTS}
       AND ($2::uuid IS NULL OR x."itemId" IS NULL OR ${DRAFTED_FOR(VERSION_IN_SCOPE('i."rubricId"'))})`;

export async function* drafts(snapshot: Snapshot, values: unknown[]): AsyncGenerator<DraftRecord> {
  const rows = snapshot.stream<DraftRow>(
    `SELECT x."key", ${ABOUT}, p."code" AS "rater", p."kind" AS "raterKind", x."method", x."value",
       x."lines", x."scoreLine", x."condition", x."order", x."sample", x."confidence", x."provenance" AS "metadata"
     FROM (SELECT x.* ${DRAFTS_IN_SCOPE} AND ${inTasks(values)}) AS x ${ABOUT_JOINS}
     ORDER BY x."position", x."id"`,
    values,
  );
  for await (const row of rows) yield draftRecord(row);
}

export function draftRecord(row: DraftRow): DraftRecord {
  return {
    type: "draft",
    id: row.key,
    ...aboutOf(row),
    rater: row.rater,
    raterKind: row.raterKind,
    method: row.method ?? undefined,
    value: row.value,
    lines: row.lines.length > 0 ? row.lines : undefined,
    scoreLine: row.scoreLine ?? undefined,
    condition: row.condition ?? undefined,
    order: row.order ?? undefined,
    sample: row.sample ?? undefined,
    confidence: row.confidence ?? undefined,
    metadata: unlessEmpty(row.metadata),
  };
}
