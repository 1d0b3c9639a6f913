import "server-only";
import type { Snapshot } from "@/lib/database/snapshot";
import { type StudyScope, TASK_IN_SCOPE } from "@/lib/dataset/data/study-scope";
import { categoriesOf } from "@/lib/drafting/rules/methods/tick/categorise";
import { conditionOf } from "@/lib/drafting/rules/run-condition";
import type { MethodMeasure, ModelLabelling } from "@/lib/report/schema/paper-table";

/**
 * The categories that published runs gave to items of a study, those of the newest run last. They are no drafts: a study file
 * has no records for them.
 */
export async function modelLabelsIn(
  snapshot: Snapshot,
  { datasetId, batchId }: StudyScope,
): Promise<ModelLabelling[]> {
  const rows = await snapshot.rows<{
    model: string;
    method: string;
    version: string;
    params: { categories?: string };
    task: string;
    item: [string, string];
    labels: string[];
  }>(
    `SELECT r."model", r."method", r."methodVersion" AS "version", r."params", t."key" AS "task",
       jsonb_build_array(ru."key", i."key") AS "item", said."labels"
     FROM "DraftRun" AS r JOIN "DraftUnit" AS u ON u."runId" = r."id" AND u."state" = 'done'
     CROSS JOIN LATERAL jsonb_to_recordset(u."result" -> 'labels') AS said ("item" uuid, "labels" jsonb)
     JOIN "Item" AS i ON i."id" = said."item" JOIN "Rubric" AS ru ON ru."id" = i."rubricId"
     JOIN "Task" AS t ON t."id" = u."taskId"
     WHERE r."datasetId" = $1 AND r."published" AND r."method" LIKE 'tick.categorise%'
       AND ${TASK_IN_SCOPE('u."taskId"')}
     ORDER BY r."createdAt", r."id", t."position", u."id", i."id"`,
    [datasetId, batchId],
  );
  return rows.map(({ version, params, item, ...row }) => ({
    ...row,
    item: JSON.stringify(item),
    condition: conditionOf(version, params),
    categories: categoriesOf(params),
  }));
}

/** The measurements that published runs of a study made of their own method, such as the consistency of criteria. */
export async function measuresIn(
  snapshot: Snapshot,
  { datasetId, batchId }: StudyScope,
): Promise<MethodMeasure[]> {
  const rows = await snapshot.rows<
    Omit<MethodMeasure, "condition"> & { version: string; params: Record<string, unknown> }
  >(
    `SELECT r."model", r."method", r."methodVersion" AS "version", r."params", t."key" AS "task",
       said."name", said."value", said."note"
     FROM "DraftRun" AS r JOIN "DraftUnit" AS u ON u."runId" = r."id" AND u."state" = 'done'
     CROSS JOIN LATERAL jsonb_to_recordset(u."result" -> 'measures') AS said ("name" text, "value" float8, "note" text)
     JOIN "Task" AS t ON t."id" = u."taskId"
     WHERE r."datasetId" = $1 AND r."published" AND ${TASK_IN_SCOPE('u."taskId"')}
     ORDER BY r."createdAt", r."id", t."position", u."id", said."name"`,
    [datasetId, batchId],
  );
  return rows.map(({ version, params, ...row }) => ({ ...row, condition: conditionOf(version, params) }));
}
