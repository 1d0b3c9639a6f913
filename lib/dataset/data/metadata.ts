import "server-only";
import { type Member, memberOf } from "@/lib/auth/actor";
import { audit } from "@/lib/auth/audit";
import { db } from "@/lib/database/db";
import { outdateReports } from "@/lib/dataset/data/bump-version";
import { lockDataset } from "@/lib/dataset/data/lock";
import type { GroupChange, MetadataField } from "@/lib/dataset/schema/views";
import { type Refusal, refuse } from "@/lib/http/refusals";
import { Prisma } from "@/prisma/generated/client/client";

/** Groups need recurring values: a field with a different text in every row is not a group. */
const MAX_GROUPS = 50;
/** Each grouped field of responses makes reports larger. */
const MAX_RESPONSE_FIELDS = 10;
const SHOWN = 8;
const LONGEST = 80;
const MOST_FIELDS = 100;

/**
 * Maximum number of values counted: a table of a thousand columns has millions, and its page must still load.
 */
const MAX_COUNTED = 500_000;

type Of = GroupChange["of"];

const TABLES = { tasks: Prisma.sql`"Task"`, responses: Prisma.sql`"Response"` } as const;

/**
 * The metadata fields of a dataset's tasks, then of its responses, with their values; null when the actor may
 * not read it. `most` values of each are counted.
 */
export async function listMetadata(
  actor: Member<"researcher">,
  datasetId: string,
  most = MAX_COUNTED,
): Promise<MetadataField[] | null> {
  const dataset = await db.dataset.findFirst({
    where: { id: datasetId, state: { not: "importing" }, project: memberOf(actor) },
    select: { responseGroups: true },
  });
  if (!dataset) return null;
  const [tasks, responses] = await Promise.all([
    fieldsOf("tasks", datasetId, most),
    fieldsOf("responses", datasetId, most),
  ]);
  const tagged = await db.$queryRaw<{ field: string }[]>`
    SELECT DISTINCT f."field" FROM unnest(${tasks.map(({ field }) => field)}::text[]) AS f ("field")
    JOIN (SELECT DISTINCT unnest("tags") AS "tag" FROM "Task" WHERE "datasetId" = ${datasetId}::uuid) AS g
      ON starts_with(g."tag", f."field" || ': ')`;
  const groups = {
    tasks: new Set(tagged.map(({ field }) => field)),
    responses: new Set(dataset.responseGroups),
  };
  return [...tasks, ...responses].map((field) => ({ ...field, isGroup: groups[field.of].has(field.field) }));
}

function fieldsOf(of: Of, datasetId: string, most: number): Promise<Omit<MetadataField, "isGroup">[]> {
  return db.$queryRaw`
    WITH counted AS (
      SELECT f."key" AS "field", left(f."value", ${LONGEST}::int) AS "value"
      FROM (SELECT "metadata" FROM ${TABLES[of]} WHERE "datasetId" = ${datasetId}::uuid AND "metadata" <> '{}'
          AND jsonb_typeof("metadata") = 'object' ORDER BY "position") AS t
        CROSS JOIN LATERAL jsonb_each_text(t."metadata") AS f
      LIMIT ${most + 1}::int
    ), given AS (
      SELECT "field", "value", count(*)::int AS "count" FROM counted WHERE "value" IS NOT NULL GROUP BY 1, 2
    ), ranked AS (
      SELECT *, row_number() OVER (PARTITION BY "field" ORDER BY "count" DESC, "value") AS "rank" FROM given
    )
    SELECT ${of}::text AS "of", "field", sum("count")::int AS "count", count(*)::int AS "distinct",
      jsonb_agg(jsonb_build_object('value', "value", 'count', "count") ORDER BY "rank")
        FILTER (WHERE "rank" <= ${SHOWN}::int) AS "values",
      (SELECT count(*) FROM counted) > ${most}::int AS "isPartial"
    FROM ranked GROUP BY "field" ORDER BY "field" LIMIT ${MOST_FIELDS}::int`;
}

/**
 * Makes a field's values groups for reports, or undoes that: values of tasks become tags, as in `difficulty:
 * hard`, those of responses stay where they are. Refused when a field has too many or too long values.
 */
export function groupByField(
  admin: Member<"admin">,
  datasetId: string,
  { of, field, on }: GroupChange,
): Promise<{ changed: number } | Refusal | null> {
  return db.$transaction(async (tx) => {
    const dataset = await lockDataset(tx, admin, datasetId);
    if (!dataset) return null;
    if (dataset.isProjectArchived) return refuse("archived");
    if (on) {
      const [values] = await tx.$queryRaw<{ n: number; longest: number }[]>`
        SELECT count(DISTINCT "metadata" ->> ${field})::int AS "n",
          coalesce(max(length("metadata" ->> ${field})), 0)::int AS "longest"
        FROM ${TABLES[of]} WHERE "datasetId" = ${datasetId}::uuid`;
      if (!values || values.n === 0 || values.n > MAX_GROUPS || values.longest > LONGEST)
        return refuse("no-group", { values: values?.n ?? 0 });
    }
    const { responseGroups } = dataset;
    if (
      of === "responses" &&
      on &&
      !responseGroups.includes(field) &&
      responseGroups.length >= MAX_RESPONSE_FIELDS
    )
      return refuse("many-groups");
    const changed =
      of === "tasks"
        ? await tagTasks(tx, datasetId, field, on)
        : await groupResponses(tx, datasetId, { groups: responseGroups, field, on });
    if (changed > 0) await outdateReports(tx, datasetId);
    const action = on ? "dataset.group-made" : "dataset.group-removed";
    await audit(tx, admin, { action, projectId: dataset.projectId, subject: ["Dataset", datasetId] });
    return { changed };
  });
}

function tagTasks(tx: Prisma.TransactionClient, datasetId: string, field: string, on: boolean) {
  const tag = Prisma.sql`(${`${field}: `} || ("metadata" ->> ${field}))`;
  return on
    ? tx.$executeRaw`
        UPDATE "Task" SET "tags" = array_append("tags", ${tag})
        WHERE "datasetId" = ${datasetId}::uuid AND "metadata" ->> ${field} IS NOT NULL AND NOT ${tag} = ANY ("tags")`
    : tx.$executeRaw`
        UPDATE "Task" SET "tags" = array_remove("tags", ${tag})
        WHERE "datasetId" = ${datasetId}::uuid AND ${tag} = ANY ("tags")`;
}

/** Updates the groups of responses; returns how many changed. */
async function groupResponses(
  tx: Prisma.TransactionClient,
  datasetId: string,
  { groups, field, on }: { groups: string[]; field: string; on: boolean },
): Promise<number> {
  if (groups.includes(field) === on) return 0;
  const responseGroups = on ? [...groups, field] : groups.filter((other) => other !== field);
  await tx.dataset.update({ where: { id: datasetId }, data: { responseGroups } });
  const [grouped] = await tx.$queryRaw<{ n: number }[]>`
    SELECT count(*)::int AS "n" FROM "Response"
    WHERE "datasetId" = ${datasetId}::uuid AND "metadata" ->> ${field} IS NOT NULL`;
  return grouped?.n ?? 0;
}
