import "server-only";
import type { Snapshot } from "@/lib/database/snapshot";
import type { StudyScope } from "@/lib/dataset/data/study-scope";
import { MOST_HASHES, MOST_RUNS } from "@/lib/export/rules/listed-runs";
import { SamplingCount } from "@/lib/export/rules/sampling-count";
import type { RunHeader, RunList } from "@/lib/export/schema/run-header";

interface HeaderRow extends Omit<RunHeader, "samplings" | "samplingsLeftOut"> {
  /** The samplings of the run's answered calls, without seeds. */
  asked: (Parameters<SamplingCount["add"]>[0] & { calls: number })[];
  /** All runs of the study, also those that are not listed. */
  of: number;
}

/** The published runs of a study's dataset, newest first: how everything that a model drafted was asked. */
export async function runHeaders(snapshot: Snapshot, { datasetId }: StudyScope): Promise<RunList> {
  const rows = await snapshot.rows<HeaderRow>(
    `SELECT r."id" AS "run", r."name", r."method", r."methodVersion", r."program", r."programBuild", r."profile", r."params",
       r."model" AS "modelRequested", r."units", r."price", r."costMicros"::float8 AS "costMicros",
       to_char(r."finishedAt" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS "finishedAt",
       (SELECT count(*)::int FROM "DraftUnit" AS u WHERE u."runId" = r."id" AND u."state" = 'failed') AS "failed",
       coalesce(c."modelsReturned", '{}') AS "modelsReturned", coalesce(c."hashes"[1:${MOST_HASHES}], '{}') AS "templateHashes",
       greatest(coalesce(cardinality(c."hashes"), 0) - ${MOST_HASHES}, 0) AS "templateHashesLeftOut",
       s."asked", r."of"
     FROM (
       SELECT d.*, (count(*) OVER ())::int AS "of" FROM "DraftRun" AS d
       WHERE d."datasetId" = $1 AND d."published" AND d."state" <> 'draft'
       ORDER BY d."createdAt" DESC, d."id" LIMIT ${MOST_RUNS}
     ) AS r
     LEFT JOIN LATERAL (
       SELECT array_agg(DISTINCT l."modelReturned") FILTER (WHERE l."modelReturned" IS NOT NULL) AS "modelsReturned",
         array_agg(DISTINCT l."templateHash") AS "hashes"
       FROM "LlmCall" AS l WHERE l."runId" = r."id"
     ) AS c ON TRUE
     CROSS JOIN LATERAL (
       SELECT coalesce(jsonb_agg(to_jsonb(g)), '[]') AS "asked" FROM (
         SELECT l."samplingRequested" - 'seed' AS "samplingRequested", l."samplingSent" - 'seed' AS "samplingSent",
           coalesce(l."samplingDropped", '{}') AS "samplingDropped", count(*)::int AS "calls"
         FROM "LlmCall" AS l WHERE l."runId" = r."id" AND l."samplingSent" IS NOT NULL
         GROUP BY 1, 2, 3
       ) AS g
     ) AS s
     ORDER BY r."createdAt" DESC, r."id"`,
    [datasetId],
  );
  const [first] = rows;
  return {
    runs: rows.map(({ of: _, asked, ...run }) => ({ ...run, ...listedSamplings(asked) })),
    olderRunsLeftOut: first ? first.of - rows.length : 0,
  };
}

function listedSamplings(asked: HeaderRow["asked"]) {
  const count = new SamplingCount();
  for (const { calls, ...sampling } of asked) count.add(sampling, calls);
  return count.listed();
}
