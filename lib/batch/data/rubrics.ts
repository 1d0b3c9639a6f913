import "server-only";
import type { db, Tx } from "@/lib/db";
import { Prisma } from "@/prisma/generated/client/client";

/**
 * Fixes which version of each of these rubrics a batch works with: the newest, unless one was fixed before. Whatever
 * becomes of the rubric later, everybody in the batch goes on with the same wording.
 */
export function pinRubrics(tx: Tx | typeof db, batchId: string, rubrics: readonly string[]) {
  return tx.$executeRaw`
    INSERT INTO "BatchRubric" ("batchId", "rubricId", "rubricVersionId")
    SELECT DISTINCT ON (v."rubricId") ${batchId}::uuid, v."rubricId", v."id"
    FROM "RubricVersion" v WHERE v."rubricId" = ANY (${rubrics}::uuid[])
    ORDER BY v."rubricId", v."version" DESC
    ON CONFLICT DO NOTHING`;
}

/** The same for every rubric of the batch's subjects and of its dataset as a whole, as far as its steps need them. */
export function pinAllRubrics(tx: Tx, batchId: string) {
  return tx.$executeRaw`
    INSERT INTO "BatchRubric" ("batchId", "rubricId", "rubricVersionId")
    SELECT DISTINCT ON (ru."id") b."id", ru."id", v."id"
    FROM "Batch" b JOIN "Rubric" ru ON ru."datasetId" = b."datasetId"
    JOIN "RubricVersion" v ON v."rubricId" = ru."id"
    WHERE b."id" = ${batchId}::uuid
      AND (ru."taskId" IS NULL
        OR ru."taskId" IN (SELECT s."taskId" FROM "Subject" s WHERE s."batchId" = b."id"))
      AND EXISTS (SELECT FROM "Arm" a CROSS JOIN LATERAL jsonb_array_elements(a."protocol" -> 'steps') AS step
        WHERE a."batchId" = b."id" AND step ->> 'kind' = ru."kind"::text)
    ORDER BY ru."id", v."version" DESC
    ON CONFLICT DO NOTHING`;
}

/** Whether a draft was made for an item in the wording of this version of it: not before it was first asked so. */
export function draftedFor(draft: Prisma.Sql, itemVersion: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(${itemVersion}."wording" = 1 OR ${draft}."createdAt" >= (
    SELECT since."createdAt" FROM "RubricVersion" since
    WHERE since."rubricId" = ${itemVersion}."rubricId" AND since."version" = ${itemVersion}."wording"))`;
}
