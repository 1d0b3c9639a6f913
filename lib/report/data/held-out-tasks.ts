import "server-only";
import type { Snapshot } from "@/lib/database/snapshot";
import { DRAFTS_IN_SCOPE } from "@/lib/dataset/data/records/drafts";
import type { StudyScope } from "@/lib/dataset/data/study-scope";
import { isHeldOutDraft } from "@/lib/drafting/data/held-out-drafts";
import type { HeldOutTasks, StudyData } from "@/lib/report/schema/study";

/** Condition that a draft (`x`) of a dataset is compared with no label before a final look. */
export async function heldOutDraftIn(snapshot: Snapshot, scope: StudyScope): Promise<string> {
  return (await hasLabelSplit(snapshot, scope)) ? isHeldOutDraft("x") : "FALSE";
}

/**
 * The held-out tasks of judges' versions before a final look; undefined without any. Study files do not say which they
 * are.
 */
export async function heldOutTasksIn(snapshot: Snapshot, scope: StudyScope): Promise<StudyData["heldOut"]> {
  if (!(await hasLabelSplit(snapshot, scope))) return undefined;
  const { datasetId, batchId } = scope;
  const rows = await snapshot.rows<HeldOutTasks>(
    `SELECT p."code" AS "rater", d."method", d."condition", array_agg(DISTINCT t."key" ORDER BY t."key") AS "tasks"
     FROM (SELECT x."raterId", x."method", x."condition", x."taskId" ${DRAFTS_IN_SCOPE} AND ${isHeldOutDraft("x")}) AS d
     JOIN "Rater" AS p ON p."id" = d."raterId" JOIN "Task" AS t ON t."id" = d."taskId"
     GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
    [datasetId, batchId],
  );
  return rows.length === 0 ? undefined : rows;
}

async function hasLabelSplit(snapshot: Snapshot, { datasetId }: StudyScope): Promise<boolean> {
  const splits = await snapshot.rows(`SELECT 1 FROM "LabelSplit" WHERE "datasetId" = $1`, [datasetId]);
  return splits.length > 0;
}
