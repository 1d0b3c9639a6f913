import "server-only";
import { Prisma } from "@/prisma/generated/client/client";

/**
 * Condition that a rubric may judge these responses: it is its task's, or it was written for exactly this
 * response (`other` null), or for these two, in either order. `one` is null for a task.
 */
export function appliesToResponses(rubric: Prisma.Sql, one: Prisma.Sql, other: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(${rubric}."responseId" IS NULL
    OR least(${rubric}."responseId", ${rubric}."responseBId") = least(${one}, ${other})
      AND greatest(${rubric}."responseId", ${rubric}."responseBId") = greatest(${one}, ${other})
      AND (${rubric}."responseBId" IS NULL) = (${other} IS NULL))`;
}

/** Condition that the output of a run's unit may be shown and counted; also true without a run. */
export function isPublished(unitId: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`NOT EXISTS (SELECT FROM "DraftUnit" made JOIN "DraftRun" its ON its."id" = made."runId"
    WHERE made."id" = ${unitId} AND NOT its."published")`;
}
