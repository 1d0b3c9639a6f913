import "server-only";
import type { Snapshot } from "@/lib/database/snapshot";
import { DRAFTS_IN_SCOPE } from "@/lib/dataset/data/records/drafts";
import type { StudyScope } from "@/lib/dataset/data/study-scope";
import type { StudyData } from "@/lib/report/schema/study";

/**
 * The price and time of each model's calls for its values in a study, by method and condition; undefined without calls. An
 * answer from the cache counts with what it cost when it was given.
 */
export async function machineWorkIn(
  snapshot: Snapshot,
  { datasetId, batchId }: StudyScope,
): Promise<StudyData["machineWork"]> {
  const rows = await snapshot.rows<NonNullable<StudyData["machineWork"]>[number]>(
    `WITH d AS (SELECT x."raterId", x."method", x."condition", x."unitId", count(*) AS "n"
       ${DRAFTS_IN_SCOPE} AND x."unitId" IS NOT NULL GROUP BY 1, 2, 3, 4),
     c AS (SELECT DISTINCT d."raterId", d."method", d."condition", l."id", l."costMicros", l."latencyMs", l."text"
       FROM d JOIN "DraftUnitCall" AS k ON k."unitId" = d."unitId" JOIN "LlmCall" AS l ON l."id" = k."callId")
     SELECT p."code" AS "rater", v."method", v."condition", v."values", w."dollars", w."seconds"
     FROM (SELECT "raterId", "method", "condition", sum("n")::int AS "values" FROM d GROUP BY 1, 2, 3) AS v
     JOIN (SELECT "raterId", "method", "condition",
         CASE WHEN NOT bool_or("costMicros" IS NULL AND "text" IS NOT NULL) THEN sum("costMicros")::float8 / 1e6 END AS "dollars",
         CASE WHEN NOT bool_or("latencyMs" IS NULL AND "text" IS NOT NULL) THEN sum("latencyMs")::float8 / 1e3 END AS "seconds"
       FROM c GROUP BY 1, 2, 3) AS w
       ON (w."raterId", w."method", w."condition") IS NOT DISTINCT FROM (v."raterId", v."method", v."condition")
     JOIN "Rater" AS p ON p."id" = v."raterId"`,
    [datasetId, batchId],
  );
  return rows.length === 0 ? undefined : rows;
}
