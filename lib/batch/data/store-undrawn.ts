import "server-only";
import { rubricsIn } from "@/lib/batch/rules/protocol-sources";
import type { Tx } from "@/lib/database/db";
import { chosenRubrics } from "@/lib/dataset/data/source-sql";
import type { Protocol } from "@/lib/protocol/schema";
import { Prisma, type SubjectKind } from "@/prisma/generated/client/client";

/** If more subjects pass its filter, a batch does not store which it did not draw. */
const MOST_PASSED = 100_000;

/**
 * WITH of a statement that inserts the subjects of a batch: stores all responses or pairs that pass its filter, as of the same
 * moment. `finishUndrawn` then removes those that were drawn. Tasks are not stored: nobody judges their responses.
 */
export function storeFilteredSql(batchId: string, kind: SubjectKind, passed: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`WITH "passed" AS MATERIALIZED (${passed}), "stored" AS (
    INSERT INTO "UndrawnSubject" ("id", "batchId", "taskId", "responseId", "responseBId")
    SELECT gen_random_uuid(), ${batchId}::uuid, "taskId", "responseId", "responseBId" FROM "passed"
    WHERE ${kind}::text <> 'task' AND (SELECT count(*) FROM "passed") <= ${MOST_PASSED}::int)`;
}

/**
 * Leaves the responses and pairs that the batch did not draw among the stored ones, in two steps: deletes those that became work
 * of the batch, and writes on each of the others which versions of rubrics the batch's steps would show for it.
 */
export async function finishUndrawn(
  tx: Tx,
  { id, datasetId }: { id: string; datasetId: string },
  protocols: readonly Protocol[],
): Promise<void> {
  await tx.$executeRaw`
    DELETE FROM "UndrawnSubject" u USING "Subject" s
    WHERE u."batchId" = ${id}::uuid AND s."batchId" = u."batchId" AND s."use" = 'work' AND s."taskId" = u."taskId"
      AND s."responseId" = u."responseId" AND s."responseBId" IS NOT DISTINCT FROM u."responseBId"`;
  const subject = {
    task: Prisma.sql`u."taskId"`,
    one: Prisma.sql`u."responseId"`,
    other: Prisma.sql`u."responseBId"`,
  };
  for (const { of: kind, source } of rubricsIn(protocols.flatMap(({ steps }) => steps)))
    await tx.$executeRaw`
      UPDATE "UndrawnSubject" u SET "rubricVersionIds" = u."rubricVersionIds" || ARRAY(
        SELECT chosen."versionId" FROM (${chosenRubrics(source, { datasetId, kind }, subject, id)}) chosen)
      WHERE u."batchId" = ${id}::uuid`;
}
