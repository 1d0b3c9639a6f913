import "server-only";
import { Prisma } from "@/prisma/generated/client/client";

/**
 * Whether a rubric may judge these responses: it is its task's, or it was written for just this response (`other` null),
 * or for just these two, whichever way round. `one` is null where only the task is asked about.
 */
export function meantFor(rubric: Prisma.Sql, one: Prisma.Sql, other: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(${rubric}."responseId" IS NULL
    OR least(${rubric}."responseId", ${rubric}."responseBId") = least(${one}, ${other})
      AND greatest(${rubric}."responseId", ${rubric}."responseBId") = greatest(${one}, ${other})
      AND (${rubric}."responseBId" IS NULL) = (${other} IS NULL))`;
}

/** Whether what a unit of a run made may be shown and counted; so may what came of no run. */
export function isPublished(unitId: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`NOT EXISTS (SELECT FROM "DraftUnit" made JOIN "DraftRun" its ON its."id" = made."runId"
    WHERE made."id" = ${unitId} AND NOT its."published")`;
}
