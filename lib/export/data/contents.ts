import "server-only";
import type { Member } from "@/lib/auth/actor";
import { pool } from "@/lib/database/db";
import { findScope, type StudyId } from "@/lib/dataset/data/scope";
import { COUNTS, COUNTS_IMPORTED } from "@/lib/dataset/data/study-scope";
import { EXPORT_CONTENTS, type ExportContent } from "@/lib/export/schema";

type Kind = "dataset" | "batch";

/** The studies `s` of a kind, and which rows of a table were made in them. */
const STUDIES: Record<Kind, string> = {
  dataset: `(SELECT "id", "id" AS "datasetId" FROM "Dataset" WHERE "id" = ANY ($1::uuid[])) AS s`,
  batch: `(SELECT "id", "datasetId" FROM "Batch" WHERE "id" = ANY ($1::uuid[])) AS s`,
};
const MADE_IN: Record<Kind, (row: string) => string> = {
  dataset: (row) => `${row}."datasetId" = s."datasetId" AND ${row}."batchId" IS NULL`,
  batch: (row) => `${row}."datasetId" = s."datasetId" AND ${row}."batchId" = s."id"`,
};

/** Of a judgement `x`: it was not made on a check or a planted error. */
const COUNTING: Record<Kind, string> = { dataset: COUNTS_IMPORTED, batch: COUNTS };

/** A row of the ratings table, as `ratings` has it. */
const RATED: Record<Kind, string> = {
  dataset: rated(MADE_IN.dataset),
  batch: `${rated(MADE_IN.batch)} OR EXISTS (SELECT FROM "Labelling" AS x WHERE x."batchId" = s."id")`,
};
function rated(madeIn: (row: string) => string) {
  return `EXISTS (SELECT FROM "Judgement" AS x WHERE ${madeIn("x")})
    OR EXISTS (SELECT FROM "Decision" AS x WHERE ${madeIn("x")} AND x."judgementId" IS NULL)`;
}

/** A response that the study is about. A batch about whole tasks may be about none. */
const RESPONSES: Record<Kind, string> = {
  dataset: `EXISTS (SELECT FROM "Response" AS r WHERE r."datasetId" = s."id")`,
  batch: `EXISTS (SELECT FROM "Subject" AS u WHERE u."batchId" = s."id" AND u."use" IN ('work', 'check')
    AND (u."kind" <> 'task' OR EXISTS (SELECT FROM "Response" AS r WHERE r."taskId" = u."taskId")))`,
};

/** Which response the preference `x` is for, as `sideOf` has it: 1 the one of the lesser id, -1 the other, 0 neither. */
const SIDE = `(CASE WHEN x."responseId" < x."responseBId" THEN 1 ELSE -1 END) * (CASE
    WHEN x."value" = '"A"' OR jsonb_typeof(x."value") = 'number' AND x."value" < '3' THEN 1
    WHEN x."value" = '"B"' OR jsonb_typeof(x."value") = 'number' AND x."value" > '3' THEN -1
    ELSE 0 END)`;

/**
 * A pair that gold or a majority of people decided, as `preferenceRow` has it. Sought task by task, until the first one
 * is found.
 */
const decidedPair = (madeIn: (row: string) => string, counts: string) => `EXISTS (
  SELECT FROM (SELECT DISTINCT x."taskId" FROM "Judgement" AS x
    WHERE ${madeIn("x")} AND x."target" = 'preference') AS t
  WHERE EXISTS (
    SELECT FROM "Judgement" AS x JOIN "Rater" AS p ON p."id" = x."raterId"
    WHERE ${madeIn("x")} AND x."target" = 'preference' AND x."taskId" = t."taskId" AND ${counts}
    GROUP BY least(x."responseId", x."responseBId"), greatest(x."responseId", x."responseBId")
    HAVING CASE WHEN bool_or(p."kind" = 'gold') THEN sum(${SIDE}) FILTER (WHERE p."kind" = 'gold')
      ELSE sum(${SIDE}) FILTER (WHERE p."kind" = 'human') END <> 0))`;

/** What there is none of in each of these studies, by the study's id. */
export async function listLacking(kind: Kind, ids: readonly string[]): Promise<Map<string, ExportContent[]>> {
  const { rows } = await pool.query<{ id: string } & Record<ExportContent, boolean>>(
    `SELECT s."id", ${RATED[kind]} AS "ratings", ${RESPONSES[kind]} AS "responses",
       ${decidedPair(MADE_IN[kind], COUNTING[kind])} AS "preferences"
     FROM ${STUDIES[kind]}`,
    [ids],
  );
  return new Map(rows.map(({ id, ...has }) => [id, EXPORT_CONTENTS.filter((content) => !has[content])]));
}

/** The same of one study; null when there is none of that id for the actor. */
export async function findLacking(actor: Member<"researcher">, id: StudyId): Promise<ExportContent[] | null> {
  const scope = await findScope(actor, id);
  if (!scope) return null;
  const study = scope.batchId ?? scope.datasetId;
  return (await listLacking(scope.batchId ? "batch" : "dataset", [study])).get(study) ?? null;
}
