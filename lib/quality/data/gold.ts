import "server-only";
import { randomUUID } from "node:crypto";
import { z } from "zod";
import { type Refusal, refuse } from "@/lib/api/refusals";
import { actAs, type Member, memberOf, memberOfSql } from "@/lib/auth/actor";
import { audit } from "@/lib/auth/audit";
import { type Protocol, Quality } from "@/lib/batch/schema";
import { OVERALL, Scale, Value } from "@/lib/dataset/schema";
import { db, type Tx } from "@/lib/db";
import type { Compared, GoldBody, GoldResult, GoldValues } from "@/lib/quality/schema";
import { isOnScale } from "@/lib/review/rules/apply";
import { Prisma } from "@/prisma/generated/client/client";

/** Who marked in the product. What was imported stands until somebody marks the same unit here. */
const MARKED = "gold";

const ByGold = Prisma.sql`JOIN "Rater" gr ON gr."id" = g."raterId" AND gr."kind" = 'gold'`;
const byForce = Prisma.sql`(gr."code" = ${MARKED}) DESC, g."position", g."id"`;
const inForce = Prisma.sql`ORDER BY ${byForce} LIMIT 1`;

/** Says what a unit's value should be, or takes that back. Null when the response is not in the admin's dataset. */
export function markGold(
  admin: Member<"admin">,
  datasetId: string,
  { response: responseId, item: itemId, value, explanation }: GoldBody,
): Promise<{ marked: boolean } | Refusal | null> {
  return db.$transaction(async (tx) => {
    const [dataset] = await tx.$queryRaw<{ projectId: string; state: string; archivedAt: Date | null }[]>`
      SELECT d."projectId", d."state"::text AS "state", p."archivedAt"
      FROM "Dataset" d JOIN "Project" p ON p."id" = d."projectId"
      WHERE d."id" = ${datasetId}::uuid AND ${memberOfSql(admin, Prisma.sql`d."projectId"`)} FOR UPDATE OF d`;
    const response = await tx.response.findFirst({ where: { id: responseId, datasetId } });
    if (!dataset || !response) return null;
    if (dataset.archivedAt) return refuse("archived");
    if (dataset.state !== "ready") return refuse("dataset-not-ready");
    const { taskId } = response;
    if (itemId) {
      const about = { datasetId, OR: [{ taskId }, { taskId: null }] };
      const asked = await tx.itemVersion.findFirst({
        where: { itemId, item: { rubric: about } },
        orderBy: { rubricVersion: { version: "desc" } },
        select: { scale: true },
      });
      if (!asked) return null;
      if (value !== null && !isOnScale(Scale.parse(asked.scale), value)) return refuse("off-scale");
    } else if (typeof value === "string") return refuse("off-scale");
    const { projectId } = dataset;
    const by = { projectId, datasetId, kind: "gold" as const, code: MARKED };
    const rater = (await tx.rater.findFirst({ where: by })) ?? (await tx.rater.create({ data: by }));
    const unit = {
      datasetId,
      taskId,
      responseId,
      itemId,
      target: itemId ? ("item" as const) : ("overall" as const),
      raterId: rater.id,
      batchId: null,
    };
    const metadata = explanation ? { explanation } : {};
    const known = await tx.judgement.findFirst({ where: unit, select: { id: true } });
    if (value === null) {
      if (known) await tx.judgement.delete({ where: { id: known.id } });
    } else if (known) await tx.judgement.update({ where: { id: known.id }, data: { value, metadata } });
    else {
      const position = await tx.judgement.count({ where: { datasetId, batchId: null } });
      await tx.judgement.create({
        data: { ...unit, key: `gold-${randomUUID()}`, value, metadata, position },
      });
    }
    await tx.dataset.update({ where: { id: datasetId }, data: { dataVersion: { increment: 1 } } });
    await audit(tx, admin, {
      action: value === null ? "gold.removed" : "gold.marked",
      projectId,
      subject: ["Response", responseId],
      detail: { dataset: datasetId, item: itemId },
    });
    return { marked: value !== null };
  });
}

const Stored = z.object({ explanation: z.string() }).partial().catch({});

/** The gold values of a task's responses, by response. Empty when the task is not the researcher's to see. */
export async function findGold(
  researcher: Member<"researcher">,
  datasetId: string,
  taskId: string,
): Promise<Map<string, GoldValues>> {
  const rows = await db.judgement.findMany({
    where: {
      datasetId,
      taskId,
      batchId: null,
      rater: { kind: "gold" },
      value: { not: Prisma.AnyNull },
      target: { not: "preference" },
      dataset: { project: memberOf(researcher) },
    },
    orderBy: [{ position: "asc" }, { id: "asc" }],
    select: {
      responseId: true,
      itemId: true,
      value: true,
      metadata: true,
      rater: { select: { code: true } },
    },
  });
  const found = new Map<string, GoldValues>();
  rows.sort((a, b) => Number(b.rater.code === MARKED) - Number(a.rater.code === MARKED));
  for (const { responseId, itemId, value, metadata } of rows) {
    if (responseId === null) continue;
    const values = found.get(responseId) ?? {};
    found.set(responseId, values);
    values[itemId ?? "overall"] ??= {
      value: Value.parse(value),
      explanation: Stored.parse(metadata).explanation ?? "",
    };
  }
  return found;
}

/** Whether a response has a gold value for anything that these protocols ask. */
function hasGold(response: Prisma.Sql, protocols: readonly Protocol[]): Prisma.Sql {
  const steps = protocols.flatMap((protocol) => protocol.steps);
  const kinds = [...new Set(steps.flatMap((step) => (step.type === "judge" ? [step.kind] : [])))];
  return Prisma.sql`EXISTS (
    SELECT FROM "Judgement" g ${ByGold}
    LEFT JOIN "Item" gi ON gi."id" = g."itemId" LEFT JOIN "Rubric" gu ON gu."id" = gi."rubricId"
    WHERE g."responseId" = ${response} AND g."batchId" IS NULL AND g."value" IS NOT NULL
      AND (g."target" = 'item' AND gu."kind"::text = ANY (${kinds}::text[])
        OR g."target" = 'overall' AND ${steps.some(({ type }) => type === "score")}))`;
}

/** How many of possible subjects (`responseId`) have gold for what the protocols ask. */
export async function countGold(
  from: Tx | typeof db,
  pool: Prisma.Sql,
  protocols: readonly Protocol[],
): Promise<number> {
  const [row] = await from.$queryRaw<{ n: number }[]>`
    SELECT count(*)::int AS "n" FROM (${pool}) pool WHERE ${hasGold(Prisma.sql`pool."responseId"`, protocols)}`;
  return row?.n ?? 0;
}

/**
 * Makes checks of so many subjects with gold values, drawn by a batch's seed from a pool (`taskId`, `responseId`,
 * `position`): those that are in the batch already become checks, others are added. Where an order of subjects is kept,
 * their places in it follow from the seed too. There are fewer where the pool has no more.
 */
export async function mixInChecks(
  tx: Tx,
  batch: { id: string; datasetId: string; seed: number },
  { pool, protocols, most }: { pool: Prisma.Sql; protocols: readonly Protocol[]; most: number },
): Promise<void> {
  const { id, datasetId, seed } = batch;
  await tx.$executeRaw`
    WITH drawn AS (
      SELECT pool.*, r."key" FROM (${pool}) pool JOIN "Response" r ON r."id" = pool."responseId"
      WHERE ${hasGold(Prisma.sql`pool."responseId"`, protocols)} AND NOT EXISTS (SELECT FROM "Subject" s
        WHERE s."batchId" = ${id}::uuid AND s."responseId" = r."id" AND s."use" IN ('training', 'exam'))
      ORDER BY md5(concat_ws(':', ${seed}::int, 'check', r."key")), r."key" LIMIT ${most}
    ), there AS (
      UPDATE "Subject" s SET "use" = 'check' FROM drawn
      WHERE s."batchId" = ${id}::uuid AND s."responseId" = drawn."responseId" RETURNING s."responseId"
    )
    INSERT INTO "Subject" ("id", "batchId", "datasetId", "kind", "position", "use", "taskId", "responseId")
    SELECT gen_random_uuid(), ${id}::uuid, ${datasetId}::uuid, 'response', 0, 'check', drawn."taskId", drawn."responseId"
    FROM drawn WHERE NOT EXISTS (SELECT FROM there WHERE there."responseId" = drawn."responseId")
      AND NOT EXISTS (SELECT FROM "Subject" s
        WHERE s."batchId" = ${id}::uuid AND s."responseId" = drawn."responseId")`;
  // Checks stand anywhere among the others, where the seed puts them.
  await tx.$executeRaw`
    UPDATE "Subject" s SET "position" = placed."position"
    FROM (
      SELECT s."id", (row_number() OVER (ORDER BY CASE s."use" WHEN 'work' THEN s."position"
        ELSE ('x' || left(md5(concat_ws(':', ${seed}::int, 'place', r."key")), 7))::bit(28)::int::float8 / 268435456
          * (SELECT count(*) FROM "Subject" c WHERE c."batchId" = ${id}::uuid AND c."position" >= 0) END, s."id")
          - 1)::int AS "position"
      FROM "Subject" s LEFT JOIN "Response" r ON r."id" = s."responseId"
      WHERE s."batchId" = ${id}::uuid AND s."use" IN ('work', 'check')) placed
    WHERE placed."id" = s."id"`;
}

/**
 * Takes so many subjects with gold values out of a batch's pool for its training and then so many for its exam, drawn
 * by the batch's seed: those that were among its subjects are no ordinary ones any more. They stand before all others,
 * below 0, in the order in which everybody gets them.
 */
export async function drawStages(
  tx: Tx,
  batch: { id: string; datasetId: string; seed: number },
  {
    pool,
    protocols,
    training,
    exam,
  }: { pool: Prisma.Sql; protocols: readonly Protocol[]; training: number; exam: number },
): Promise<void> {
  const { id, datasetId, seed } = batch;
  await tx.$executeRaw`
    WITH drawn AS (
      SELECT lots.*, (CASE WHEN lots."nth" <= ${training} THEN 'training' ELSE 'exam' END)::"SubjectUse" AS "use"
      FROM (
        SELECT pool."taskId", pool."responseId", row_number() OVER (
          ORDER BY md5(concat_ws(':', ${seed}::int, 'before', r."key")), r."key")::int AS "nth"
        FROM (${pool}) pool JOIN "Response" r ON r."id" = pool."responseId"
        WHERE ${hasGold(Prisma.sql`pool."responseId"`, protocols)}) lots
      WHERE lots."nth" <= ${training + exam}
    ), there AS (
      UPDATE "Subject" s SET "use" = drawn."use", "position" = drawn."nth" - ${training + exam + 1} FROM drawn
      WHERE s."batchId" = ${id}::uuid AND s."responseId" = drawn."responseId" RETURNING s."responseId"
    )
    INSERT INTO "Subject" ("id", "batchId", "datasetId", "kind", "position", "use", "taskId", "responseId")
    SELECT gen_random_uuid(), ${id}::uuid, ${datasetId}::uuid, 'response', drawn."nth" - ${training + exam + 1},
      drawn."use", drawn."taskId", drawn."responseId"
    FROM drawn WHERE drawn."responseId" NOT IN (SELECT "responseId" FROM there)`;
  await tx.$executeRaw`
    UPDATE "Subject" s SET "position" = placed."position" FROM (
      SELECT s."id", (row_number() OVER (ORDER BY s."position") - 1)::int AS "position" FROM "Subject" s
      WHERE s."batchId" = ${id}::uuid AND s."use" = 'work') placed
    WHERE placed."id" = s."id" AND s."position" <> placed."position"`;
}

const goldOf = (row: Prisma.Sql) => Prisma.sql`LATERAL (
  SELECT g."value", coalesce(g."metadata" ->> 'explanation', '') AS "explanation" FROM "Judgement" g ${ByGold}
  WHERE g."responseId" = ${row}."responseId" AND g."batchId" IS NULL AND g."target" = ${row}."target"
    AND g."itemId" IS NOT DISTINCT FROM ${row}."itemId" AND g."value" IS NOT NULL ${inForce}) gold`;

/** What was expected of a response, by item id or `overall`, as gold has it now. */
export async function findGoldOf(
  tx: Tx,
  responseId: string,
): Promise<Map<string, { value: Value; explanation: string }>> {
  const rows = await tx.$queryRaw<{ unit: string; value: unknown; explanation: string }[]>`
    SELECT DISTINCT ON (g."itemId") coalesce(g."itemId"::text, ${OVERALL}) AS "unit", g."value",
      coalesce(g."metadata" ->> 'explanation', '') AS "explanation"
    FROM "Judgement" g ${ByGold}
    WHERE g."responseId" = ${responseId}::uuid AND g."batchId" IS NULL AND g."target" IN ('item', 'overall')
      AND g."value" IS NOT NULL
    ORDER BY g."itemId", ${byForce}`;
  return new Map(
    rows.map(({ unit, value, explanation }) => [unit, { value: Value.parse(value), explanation }]),
  );
}

/** Whether an annotator is told, once it is submitted, how their work on this assignment compares with gold. */
export async function givesFeedback(from: Tx | typeof db, assignmentId: string): Promise<boolean> {
  const found = await from.assignment.findFirst({
    where: { id: assignmentId, subject: { use: "check" } },
    select: { batch: { select: { quality: true } } },
  });
  return found !== null && Quality.parse(found.batch.quality).gold?.feedback === true;
}

/**
 * How a submission compares with gold, in the order in which it was asked. Only for a check of a batch that gives
 * feedback, once it is submitted: whoever calls knows both.
 */
export function compareWithGold(from: Tx | typeof db, assignmentId: string): Promise<Compared[]> {
  return from.$queryRaw<Compared[]>`
    SELECT coalesce(iv."name", iv."text") AS "item", j."value" AS "given", gold."value" AS "gold", gold."explanation",
      j."value" = gold."value" AS "right"
    FROM "Judgement" j CROSS JOIN ${goldOf(Prisma.sql`j`)}
    LEFT JOIN "ItemVersion" iv ON iv."id" = j."itemVersionId"
    WHERE j."assignmentId" = ${assignmentId}::uuid AND j."value" IS NOT NULL
    ORDER BY j."position", j."id"`;
}

/** What each annotator of a batch made of units with gold. Null when the batch is not the researcher's. */
export async function findGoldResults(
  researcher: Member<"researcher">,
  batchId: string,
): Promise<{ checks: number; results: GoldResult[] } | null> {
  const batch = await db.batch.findFirst({
    where: { id: batchId, project: memberOf(researcher) },
    select: { projectId: true, _count: { select: { subjects: { where: { use: "check" } } } } },
  });
  if (!batch) return null;
  const names = memberOfSql(actAs(researcher, "admin"), Prisma.sql`${batch.projectId}::uuid`);
  const results = await db.$queryRaw<GoldResult[]>`
    SELECT r."code", CASE WHEN ${names} THEN u."name" END AS "name", count(*)::int AS "n",
      count(*) FILTER (WHERE j."value" = gold."value")::int AS "agreed",
      avg(abs((j."value" #>> '{}')::float8 - (gold."value" #>> '{}')::float8)) FILTER (
        WHERE jsonb_typeof(j."value") = 'number' AND jsonb_typeof(gold."value") = 'number') AS "distance"
    FROM "Judgement" j JOIN "Rater" r ON r."id" = j."raterId" AND r."kind" = 'human'
    CROSS JOIN ${goldOf(Prisma.sql`j`)}
    LEFT JOIN "Membership" m ON m."raterId" = r."id" LEFT JOIN "User" u ON u."id" = m."userId"
    WHERE j."batchId" = ${batchId}::uuid AND j."assignmentId" IS NOT NULL AND j."value" IS NOT NULL
    GROUP BY r."code", u."name" ORDER BY r."code"`;
  return { checks: batch._count.subjects, results };
}
