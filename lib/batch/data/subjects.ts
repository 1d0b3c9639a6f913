import "server-only";
import { type Member, memberOfSql } from "@/lib/auth/actor";
import { NEEDS, type SubjectGroup } from "@/lib/batch/rules";
import type { RubricKind } from "@/lib/batch/schema";
import { db } from "@/lib/db";
import { Prisma } from "@/prisma/generated/client/client";

/**
 * Every task or response of a dataset as a possible subject: `taskId`, `responseId` (null for a task), `n` (its
 * place in the dataset, from 0) and one boolean column per need of lib/batch/rules. A rubric of the whole dataset
 * belongs to every task; only a rubric whose latest version has items counts.
 */
export function possibleSubjects(kind: "task" | "response", datasetId: string): Prisma.Sql {
  const rubric = (of: RubricKind) => Prisma.sql`(
    t."id" IN (SELECT "taskId" FROM "filled" WHERE "kind" = ${of}::"RubricKind" AND "taskId" IS NOT NULL)
    OR EXISTS (SELECT FROM "filled" WHERE "kind" = ${of}::"RubricKind" AND "taskId" IS NULL))`;
  const filled = Prisma.sql`"filled" AS MATERIALIZED (
    SELECT ru."taskId", ru."kind" FROM "Rubric" ru
    CROSS JOIN LATERAL (
      SELECT v."id" FROM "RubricVersion" v WHERE v."rubricId" = ru."id" ORDER BY v."version" DESC LIMIT 1) latest
    WHERE ru."datasetId" = ${datasetId}::uuid
      AND EXISTS (SELECT FROM "ItemVersion" iv WHERE iv."rubricVersionId" = latest."id"))`;
  if (kind === "task") {
    return Prisma.sql`
      WITH ${filled}
      SELECT t."id" AS "taskId", NULL::uuid AS "responseId",
        (row_number() OVER (ORDER BY t."position", t."id") - 1)::int AS "n",
        ${rubric("criteria")} AS "criteria", ${rubric("checklist")} AS "checklist",
        FALSE AS "criteriaDraft", FALSE AS "checklistDraft", FALSE AS "overallDraft"
      FROM "Task" t WHERE t."datasetId" = ${datasetId}::uuid`;
  }
  const drafted = (of: RubricKind) =>
    Prisma.sql`r."id" IN (SELECT "responseId" FROM "drafted" WHERE "kind" = ${of}::"RubricKind")`;
  return Prisma.sql`
    WITH ${filled}, "drafted" AS MATERIALIZED (
      SELECT DISTINCT d."responseId", ru."kind" FROM "Draft" d
      LEFT JOIN "Item" i ON i."id" = d."itemId" LEFT JOIN "Rubric" ru ON ru."id" = i."rubricId"
      WHERE d."datasetId" = ${datasetId}::uuid AND d."target" IN ('item', 'overall'))
    SELECT t."id" AS "taskId", r."id" AS "responseId",
      (row_number() OVER (ORDER BY t."position", t."id", r."position", r."id") - 1)::int AS "n",
      ${rubric("criteria")} AS "criteria", ${rubric("checklist")} AS "checklist",
      ${drafted("criteria")} AS "criteriaDraft", ${drafted("checklist")} AS "checklistDraft",
      r."id" IN (SELECT "responseId" FROM "drafted" WHERE "kind" IS NULL) AS "overallDraft"
    FROM "Response" r JOIN "Task" t ON t."id" = r."taskId"
    WHERE r."datasetId" = ${datasetId}::uuid`;
}

export type SubjectGroups = { task: SubjectGroup[]; response: SubjectGroup[] };

/** What the tasks and responses of a dataset have, counted; the rules say which of them a protocol can use. */
export async function findSubjectGroups(
  researcher: Member<"researcher">,
  datasetId: string,
): Promise<SubjectGroups | null> {
  const [dataset] = await db.$queryRaw<{ id: string }[]>`
    SELECT d."id" FROM "Dataset" d WHERE d."id" = ${datasetId}::uuid AND d."state" = 'ready'
      AND ${memberOfSql(researcher, Prisma.sql`d."projectId"`)}`;
  if (!dataset) return null;
  const flags = Prisma.join(NEEDS.map((need) => Prisma.raw(`"${need}"`)));
  const group = (kind: "task" | "response") => db.$queryRaw<SubjectGroup[]>`
    SELECT ${flags}, count(*)::int AS "count" FROM (${possibleSubjects(kind, datasetId)}) s GROUP BY ${flags}`;
  const [task, response] = await Promise.all([group("task"), group("response")]);
  return { task, response };
}
