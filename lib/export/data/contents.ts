import "server-only";
import type { Member } from "@/lib/auth/actor";
import { pool } from "@/lib/database/db";
import { findScope, type StudyId } from "@/lib/dataset/data/scope";
import { isRated } from "@/lib/export/data/ratings";
import { EXPORT_CONTENTS, type ExportContent } from "@/lib/export/schema";
import { REPORTED, REPORTED_IMPORTED } from "@/lib/judgement/data/scope";
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

/** Condition that statistics of a report count a judgement `x`: not a check, a planted error or a further annotator's. */
const COUNTING: Record<Kind, string> = { dataset: REPORTED_IMPORTED, batch: REPORTED };

/** Condition that a study has a response. A batch about whole tasks may have none. */
const RESPONSES: Record<Kind, string> = {
  dataset: `EXISTS (SELECT FROM "Response" AS r WHERE r."datasetId" = s."id")`,
  batch: `EXISTS (SELECT FROM "Subject" AS u WHERE u."batchId" = s."id" AND u."use" IN ('work', 'check')
    AND (u."kind" <> 'task' OR EXISTS (SELECT FROM "Response" AS r WHERE r."taskId" = u."taskId")))`,
};

/**
 * The kinds of data that each of these studies lacks, by the study's id. `rated` has their ids, and says which have
 * ratings.
 */
export async function listLacking(
  kind: Kind,
  rated: ReadonlyMap<string, boolean>,
): Promise<Map<string, ExportContent[]>> {
  const { rows } = await pool.query<{ id: string } & Record<Exclude<ExportContent, "ratings">, boolean>>(
    `SELECT s."id", ${RESPONSES[kind]} AS "responses",
       ${hasDecidedPair(MADE_IN[kind], COUNTING[kind])} AS "preferences"
     FROM ${STUDIES[kind]}`,
    [[...rated.keys()]],
  );
  return new Map(
    rows.map(({ id, ...others }) => {
      const has = { ...others, ratings: rated.get(id) ?? false };
      return [id, EXPORT_CONTENTS.filter((content) => !has[content])];
    }),
  );
}

/** The kinds of data that one study lacks; null when the actor may not read it. */
export async function findLacking(actor: Member<"researcher">, id: StudyId): Promise<ExportContent[] | null> {
  const scope = await findScope(actor, id);
  if (!scope) return null;
  const study = scope.batchId ?? scope.datasetId;
  const rated = new Map([[study, await isRated(scope)]]);
  return (await listLacking(scope.batchId ? "batch" : "dataset", rated)).get(study) ?? null;
}
