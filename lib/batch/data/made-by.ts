import "server-only";
import type { Tx } from "@/lib/database/db";
import { Prisma } from "@/prisma/generated/client/client";

/**
 * True if an annotator made a subject: the field `madeBy` of its task, or of one of its responses, is their pseudonym or
 * a list that contains it. Nobody judges what they made.
 */
export function madeBy(subjectId: Prisma.Sql, code: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`EXISTS (
    SELECT FROM "Subject" made JOIN "Task" t ON t."id" = made."taskId"
    LEFT JOIN "Response" a ON a."id" = made."responseId" LEFT JOIN "Response" b ON b."id" = made."responseBId"
    WHERE made."id" = ${subjectId} AND (t."metadata" -> 'madeBy' ? ${code} OR a."metadata" -> 'madeBy' ? ${code}
      OR b."metadata" -> 'madeBy' ? ${code}))`;
}

/** The number of subjects of a batch of which fewer than so many of its annotators made nothing. */
export async function countWithoutOthers(tx: Tx, batchId: string, people: number): Promise<number> {
  const [found] = await tx.$queryRaw<{ n: number }[]>`
    WITH chosen AS (
      SELECT r."code" FROM "BatchAnnotator" ba JOIN "Membership" m ON m."id" = ba."membershipId"
      JOIN "Rater" r ON r."id" = m."raterId" WHERE ba."batchId" = ${batchId}::uuid)
    SELECT count(*)::int AS "n" FROM "Subject" s
    WHERE s."batchId" = ${batchId}::uuid AND EXISTS (
        SELECT FROM chosen WHERE ${madeBy(Prisma.sql`s."id"`, Prisma.sql`chosen."code"`)})
      AND (SELECT count(*) FROM chosen WHERE NOT ${madeBy(Prisma.sql`s."id"`, Prisma.sql`chosen."code"`)}) < ${people}`;
  return found?.n ?? 0;
}
