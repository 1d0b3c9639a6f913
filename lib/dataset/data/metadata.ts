import "server-only";
import { type Refusal, refuse } from "@/lib/api/refusals";
import { type Member, memberOf, memberOfSql } from "@/lib/auth/actor";
import { audit } from "@/lib/auth/audit";
import type { GroupChange, MetadataField } from "@/lib/dataset/views";
import { db } from "@/lib/db";
import { Prisma } from "@/prisma/generated/client/client";

/** A group is for values that come again: a text that is different in every row groups nothing. */
export const MOST_GROUPS = 50;
const SHOWN = 8;
const LONGEST = 80;

/** The fields of the metadata of a dataset's tasks, with their values; null when it is not the actor's to see. */
export async function listMetadata(
  actor: Member<"researcher">,
  datasetId: string,
): Promise<MetadataField[] | null> {
  const where = { id: datasetId, state: { not: "importing" }, project: memberOf(actor) } as const;
  if ((await db.dataset.count({ where })) === 0) return null;
  return db.$queryRaw<MetadataField[]>`
    WITH said AS (
      SELECT f."key" AS "field", left(f."value", ${LONGEST}::int) AS "value", count(*)::int AS "tasks"
      FROM "Task" AS t CROSS JOIN LATERAL jsonb_each_text(t."metadata") AS f
      WHERE t."datasetId" = ${datasetId}::uuid AND jsonb_typeof(t."metadata") = 'object'
      GROUP BY 1, 2
    ), ranked AS (
      SELECT *, row_number() OVER (PARTITION BY "field" ORDER BY "tasks" DESC, "value") AS "rank" FROM said
    )
    SELECT "field", sum("tasks")::int AS "tasks", count(*)::int AS "distinct",
      jsonb_agg(jsonb_build_object('value', "value", 'tasks', "tasks") ORDER BY "rank")
        FILTER (WHERE "rank" <= ${SHOWN}::int) AS "values",
      EXISTS (SELECT FROM "Task" AS g WHERE g."datasetId" = ${datasetId}::uuid
        AND EXISTS (SELECT FROM unnest(g."tags") AS tag WHERE starts_with(tag, "field" || ': '))) AS "isGroup"
    FROM ranked GROUP BY "field" ORDER BY "field" LIMIT 100`;
}

/**
 * Makes the values of a field tags, as in `difficulty: hard`, by which reports group and everything is narrowed down;
 * or takes those tags away. Refused where a field has too many values to group by, or long ones.
 */
export function groupByField(
  admin: Member<"admin">,
  datasetId: string,
  { field, on }: GroupChange,
): Promise<{ tasks: number } | Refusal | null> {
  return db.$transaction(async (tx) => {
    const [dataset] = await tx.$queryRaw<{ projectId: string; archivedAt: Date | null }[]>`
      SELECT d."projectId", p."archivedAt" FROM "Dataset" AS d JOIN "Project" AS p ON p."id" = d."projectId"
      WHERE d."id" = ${datasetId}::uuid AND d."state" <> 'importing'
        AND ${memberOfSql(admin, Prisma.sql`d."projectId"`)}
      FOR UPDATE OF d`;
    if (!dataset) return null;
    if (dataset.archivedAt) return refuse("archived");
    const prefix = `${field}: `;
    if (on) {
      const [values] = await tx.$queryRaw<{ n: number; longest: number }[]>`
        SELECT count(DISTINCT "metadata" ->> ${field})::int AS "n",
          coalesce(max(length("metadata" ->> ${field})), 0)::int AS "longest"
        FROM "Task" WHERE "datasetId" = ${datasetId}::uuid`;
      if (!values || values.n === 0 || values.n > MOST_GROUPS || values.longest > LONGEST)
        return refuse("no-group", { values: values?.n ?? 0 });
    }
    const tasks = on
      ? await tx.$executeRaw`
          UPDATE "Task" SET "tags" = array_append("tags", ${prefix} || ("metadata" ->> ${field}))
          WHERE "datasetId" = ${datasetId}::uuid AND "metadata" ->> ${field} IS NOT NULL
            AND NOT (${prefix} || ("metadata" ->> ${field})) = ANY ("tags")`
      : await tx.$executeRaw`
          UPDATE "Task" SET "tags" = array_remove("tags", ${prefix} || ("metadata" ->> ${field}))
          WHERE "datasetId" = ${datasetId}::uuid AND (${prefix} || ("metadata" ->> ${field})) = ANY ("tags")`;
    if (tasks > 0) {
      await tx.dataset.update({ where: { id: datasetId }, data: { dataVersion: { increment: 1 } } });
      await tx.batch.updateMany({ where: { datasetId }, data: { dataVersion: { increment: 1 } } });
    }
    const action = on ? "dataset.group-made" : "dataset.group-removed";
    await audit(tx, admin, { action, projectId: dataset.projectId, subject: ["Dataset", datasetId] });
    return { tasks };
  });
}
