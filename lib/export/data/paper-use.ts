import "server-only";
import type { Snapshot } from "@/lib/database/snapshot";
import { RUBRICS_IN_SCOPE } from "@/lib/dataset/data/records/rubrics";
import { RESPONSE_IN_SCOPE, type StudyScope } from "@/lib/dataset/data/study-scope";
import type { PresetId } from "@/lib/protocol/schema";
import { methodsInReport } from "@/lib/report/rules/papers/used-methods";
import type { Report } from "@/lib/report/schema";
import type { PaperUse } from "@/lib/report/schema/paper-table";

/**
 * The methods and the protocol that a study was made by. Methods of drafts are in the report on it, those of rubrics and
 * generated responses are not.
 */
export async function paperUse(
  snapshot: Snapshot,
  { datasetId, batchId }: StudyScope,
  report: Report,
): Promise<PaperUse> {
  const of = [datasetId, batchId];
  const wrote = await snapshot.rows<{ method: string }>(
    `SELECT DISTINCT v."method" FROM "Rubric" AS r JOIN "RubricVersion" AS v ON v."rubricId" = r."id"
     LEFT JOIN "DraftUnit" AS made ON made."id" = v."unitId" LEFT JOIN "DraftRun" AS run ON run."id" = made."runId"
     WHERE ${RUBRICS_IN_SCOPE} AND v."method" IS NOT NULL AND coalesce(run."published", TRUE)
     UNION
     SELECT r."metadata" ->> 'method' FROM "Response" AS r
     WHERE r."datasetId" = $1 AND r."metadata" ? 'role' AND jsonb_typeof(r."metadata" -> 'method') = 'string'
       AND ${RESPONSE_IN_SCOPE('r."id"', 'r."taskId"')}`,
    of,
  );
  const [batch] =
    batchId === null
      ? []
      : await snapshot.rows<{ preset: PresetId }>(`SELECT "preset" FROM "Batch" WHERE "id" = $1`, [batchId]);
  return {
    methods: [...methodsInReport(report), ...wrote.map(({ method }) => ({ method, condition: null }))],
    preset: batch?.preset ?? null,
    labels: report.labels,
    overlap: report.overlap,
  };
}
