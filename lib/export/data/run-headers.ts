import "server-only";
import type { Snapshot } from "@/lib/database/snapshot";
import type { StudyScope } from "@/lib/dataset/data/study-scope";
import type { RunHeader } from "@/lib/export/schema/run-header";

/** More are not listed with a table. */
const MOST_RUNS = 50;
/** More hashes of one run say nothing: prompts differ with the items they ask about. */
const MOST_HASHES = 20;

/** The published runs of a study's dataset, newest first: how everything that a model drafted was asked. */
export function runHeaders(snapshot: Snapshot, { datasetId }: StudyScope): Promise<RunHeader[]> {
  return snapshot.rows<RunHeader>(
    `SELECT r."id" AS "run", r."name", r."method", r."methodVersion", r."profile", r."params",
       r."model" AS "modelRequested", r."units", r."price", r."costMicros"::float8 AS "costMicros",
       to_char(r."finishedAt" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS "finishedAt",
       (SELECT count(*)::int FROM "DraftUnit" AS u WHERE u."runId" = r."id" AND u."state" = 'failed') AS "failed",
       coalesce(c."modelsReturned", '{}') AS "modelsReturned", coalesce(c."hashes"[1:${MOST_HASHES}], '{}') AS "templateHashes",
       c."samplingRequested", c."samplingSent", coalesce(c."samplingDropped", '[]') AS "samplingDropped"
     FROM "DraftRun" AS r
     LEFT JOIN LATERAL (
       SELECT array_agg(DISTINCT l."modelReturned") FILTER (WHERE l."modelReturned" IS NOT NULL) AS "modelsReturned",
         array_agg(DISTINCT l."templateHash") AS "hashes",
         (array_agg(l."samplingRequested" ORDER BY l."id"))[1] AS "samplingRequested",
         (array_agg(l."samplingSent" ORDER BY l."id") FILTER (WHERE l."samplingSent" IS NOT NULL))[1] AS "samplingSent",
         (array_agg(to_jsonb(l."samplingDropped") ORDER BY l."id") FILTER (WHERE l."samplingDropped" <> '{}'))[1] AS "samplingDropped"
       FROM "LlmCall" AS l WHERE l."runId" = r."id"
     ) AS c ON TRUE
     WHERE r."datasetId" = $1 AND r."published" AND r."state" <> 'draft'
     ORDER BY r."createdAt" DESC, r."id" LIMIT ${MOST_RUNS}`,
    [datasetId],
  );
}
