import "server-only";
import type { Member } from "@/lib/auth/actor";
import { pool } from "@/lib/database/db";
import { findScope, type StudyId } from "@/lib/dataset/data/scope";
import { EXPORT_CONTENTS, type ExportContent } from "@/lib/export/schema";
import { REPORTED, REPORTED_IMPORTED } from "@/lib/judgement/data/scope";
import { hasRatings } from "@/lib/judgement/data/sql-fragments";
import { hasDecidedPair } from "@/lib/judgement/data/votes";

type Kind = "dataset" | "batch";

/** The studies `s` of a kind, and the condition for rows made in them. */
const STUDIES: Record<Kind, string> = {
  dataset: `(SELECT "id", "id" AS "datasetId" FROM "Dataset" WHERE "id" = ANY ($1::uuid[])) AS s`,
  batch: `(SELECT "id", "datasetId" FROM "Batch" WHERE "id" = ANY ($1::uuid[])) AS s`,
};
const MADE_IN: Record<Kind, (row: string) => string> = {
  dataset: (row) => `${row}."datasetId" = s."datasetId" AND ${row}."batchId" IS NULL`,
  batch: (row) => `${row}."datasetId" = s."datasetId" AND ${row}."batchId" = s."id"`,
};

/** Condition that a judgement `x` was not made on a check or a planted error. */
const COUNTING: Record<Kind, string> = { dataset: REPORTED_IMPORTED, batch: REPORTED };

/** Condition for a row of the ratings table, as in `ratings`. */
const RATED: Record<Kind, string> = {
  dataset: hasRatings(MADE_IN.dataset),
  batch: `${hasRatings(MADE_IN.batch)} OR EXISTS (SELECT FROM "Labelling" AS x WHERE x."batchId" = s."id")`,
};

/** Condition that a study has a response. A batch about whole tasks may have none. */
const RESPONSES: Record<Kind, string> = {
  dataset: `EXISTS (SELECT FROM "Response" AS r WHERE r."datasetId" = s."id")`,
  batch: `EXISTS (SELECT FROM "Subject" AS u WHERE u."batchId" = s."id" AND u."use" IN ('work', 'check')
    AND (u."kind" <> 'task' OR EXISTS (SELECT FROM "Response" AS r WHERE r."taskId" = u."taskId")))`,
};

/** The kinds of data that each of these studies lacks, by the study's id. */
export async function listLacking(kind: Kind, ids: readonly string[]): Promise<Map<string, ExportContent[]>> {
  const { rows } = await pool.query<{ id: string } & Record<ExportContent, boolean>>(
    `SELECT s."id", ${RATED[kind]} AS "ratings", ${RESPONSES[kind]} AS "responses",
       ${hasDecidedPair(MADE_IN[kind], COUNTING[kind])} AS "preferences"
     FROM ${STUDIES[kind]}`,
    [ids],
  );
  return new Map(rows.map(({ id, ...has }) => [id, EXPORT_CONTENTS.filter((content) => !has[content])]));
}

/** The kinds of data that one study lacks; null when the actor may not read it. */
export async function findLacking(actor: Member<"researcher">, id: StudyId): Promise<ExportContent[] | null> {
  const scope = await findScope(actor, id);
  if (!scope) return null;
  const study = scope.batchId ?? scope.datasetId;
  return (await listLacking(scope.batchId ? "batch" : "dataset", [study])).get(study) ?? null;
}
