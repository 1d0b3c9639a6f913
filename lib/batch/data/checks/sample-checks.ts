import "server-only";
import { rubricOf, sourceOfRubric } from "@/lib/batch/rules/protocol-sources";
import type { db, Tx } from "@/lib/database/db";
import { chosenRubrics } from "@/lib/dataset/data/source-sql";
import { hasGoldFor } from "@/lib/judgement/data/gold";
import type { Protocol, Step } from "@/lib/protocol/schema";
import { Prisma, type SubjectKind } from "@/prisma/generated/client/client";

/** A dataset, and its batch if there is one yet. */
type Place = { datasetId: string; batchId: string | null };

/**
 * True if gold `g` of an item of rubric `gu` is for an item that a step shows from its source on a subject;
 * for a step without a source, any rubric of its kind.
 */
function isQuestioned(step: Step, row: Prisma.Sql, { datasetId, batchId }: Place): Prisma.Sql {
  const [kind, source] = [rubricOf(step), sourceOfRubric(step)];
  const ofKind = Prisma.sql`gu."kind"::text = ${kind}`;
  if (kind === null || !source) return ofKind;
  const subject = {
    task: Prisma.sql`${row}."taskId"`,
    one: Prisma.sql`${row}."responseId"`,
    other: Prisma.sql`${row}."responseBId"`,
  };
  return Prisma.sql`(${ofKind} AND EXISTS (
    SELECT FROM (${chosenRubrics(source, { datasetId, kind }, subject, batchId)}) shown
    JOIN "ItemVersion" iv ON iv."rubricVersionId" = shown."versionId" WHERE iv."itemId" = g."itemId"))`;
}

/**
 * True if a possible subject (`taskId`, `responseId`, `responseBId`) has gold for any step of these
 * protocols.
 */
function hasGold(row: Prisma.Sql, protocols: readonly Protocol[], place: Place): Prisma.Sql {
  const steps = protocols.flatMap((protocol) => protocol.steps);
  const judged = steps.flatMap((step) => (step.type === "judge" ? [isQuestioned(step, row, place)] : []));
  const compared = steps.flatMap((step) => (step.type === "prefer" ? [step.form] : []));
  const labelled = steps.flatMap((step) =>
    step.type === "label" && step.about !== "response"
      ? [
          Prisma.sql`g."question" = ${step.id} AND ${
            step.kind ? isQuestioned(step, row, place) : Prisma.sql`g."itemId" IS NULL`
          }`,
        ]
      : [],
  );
  const values = hasGoldFor(
    row,
    Prisma.sql`(CASE g."target"
        WHEN 'preference' THEN ${compared.length > 0} AND g."responseBId" IN (${row}."responseId", ${row}."responseBId")
          AND (${compared.includes("five-point")} OR g."value" NOT IN ('3', '"tie"'))
        WHEN 'overall' THEN ${row}."responseBId" IS NULL AND ${steps.some(({ type }) => type === "score")}
        ELSE ${row}."responseBId" IS NULL AND ${anyOf(judged)} END)`,
  );
  if (labelled.length === 0) return values;
  const labels = Prisma.sql`EXISTS (
    SELECT FROM "GoldLabels" g
    LEFT JOIN "Item" gi ON gi."id" = g."itemId" LEFT JOIN "Rubric" gu ON gu."id" = gi."rubricId"
    WHERE g."taskId" = ${row}."taskId" AND ${anyOf(labelled)})`;
  return Prisma.sql`(${values} OR ${labels})`;
}

const anyOf = (conditions: readonly Prisma.Sql[]) =>
  conditions.length > 0 ? Prisma.sql`(${Prisma.join([...conditions], " OR ")})` : Prisma.sql`FALSE`;

/** Number of possible subjects with gold for the protocols, counting only rubrics that they would show. */
export async function countGold(
  from: Tx | typeof db,
  pool: Prisma.Sql,
  protocols: readonly Protocol[],
  place: Place,
): Promise<number> {
  const [row] = await from.$queryRaw<{ n: number }[]>`
    SELECT count(*)::int AS "n" FROM (${pool}) pool WHERE ${hasGold(Prisma.sql`pool`, protocols, place)}`;
  return row?.n ?? 0;
}

/** A subject's key in the study file, so that draws from the same study are the same. */
const named = (row: Prisma.Sql) => Prisma.sql`LATERAL (
  SELECT CASE WHEN ${row}."responseId" IS NULL THEN (SELECT t."key" FROM "Task" t WHERE t."id" = ${row}."taskId")
    ELSE concat_ws('/', (SELECT r."key" FROM "Response" r WHERE r."id" = ${row}."responseId"),
      (SELECT r."key" FROM "Response" r WHERE r."id" = ${row}."responseBId")) END AS "key") named`;

const isSame = (one: Prisma.Sql, other: Prisma.Sql) => Prisma.sql`(${one}."taskId" = ${other}."taskId"
  AND ${one}."responseId" IS NOT DISTINCT FROM ${other}."responseId"
  AND ${one}."responseBId" IS NOT DISTINCT FROM ${other}."responseBId")`;

const [DRAWN, S] = [Prisma.sql`drawn`, Prisma.sql`s`];

type Batch = { id: string; datasetId: string; seed: number };
type From = { kind: SubjectKind; pool: Prisma.Sql; protocols: readonly Protocol[] };

/**
 * Makes checks of some subjects with gold, drawn with a batch's seed from a pool (`taskId`, `responseId`,
 * `responseBId`). Drawn subjects that are in the batch already become checks, others are added. In a fixed
 * order of subjects the seed also determines where they are. Makes fewer if the pool has no more.
 */
export async function mixInChecks(
  tx: Tx,
  { id, datasetId, seed }: Batch,
  { kind, pool, protocols, most }: From & { most: number },
): Promise<void> {
  await tx.$executeRaw`
    WITH drawn AS (
      SELECT pool.*, named."key" FROM (${pool}) pool CROSS JOIN ${named(Prisma.sql`pool`)}
      WHERE ${hasGold(Prisma.sql`pool`, protocols, { datasetId, batchId: id })} AND NOT EXISTS (SELECT FROM "Subject" s
        WHERE s."batchId" = ${id}::uuid AND ${isSame(S, Prisma.sql`pool`)} AND s."use" IN ('training', 'exam'))
      ORDER BY md5(concat_ws(':', ${seed}::int, 'check', named."key")), named."key" LIMIT ${most}
    ), there AS (
      UPDATE "Subject" s SET "use" = 'check' FROM drawn
      WHERE s."batchId" = ${id}::uuid AND ${isSame(S, DRAWN)}
      RETURNING s."taskId", s."responseId", s."responseBId"
    )
    INSERT INTO "Subject" ("id", "batchId", "datasetId", "kind", "position", "use", "taskId", "responseId",
      "responseBId")
    SELECT gen_random_uuid(), ${id}::uuid, ${datasetId}::uuid, ${kind}::"SubjectKind", 0, 'check', drawn."taskId",
      drawn."responseId", drawn."responseBId"
    FROM drawn WHERE NOT EXISTS (SELECT FROM there WHERE ${isSame(Prisma.sql`there`, DRAWN)})`;
  // Checks have random positions among the other subjects, by the seed.
  await tx.$executeRaw`
    UPDATE "Subject" s SET "position" = placed."position"
    FROM (
      SELECT s."id", (row_number() OVER (ORDER BY CASE s."use" WHEN 'work' THEN s."position"
        ELSE ('x' || left(md5(concat_ws(':', ${seed}::int, 'place', named."key")), 7))::bit(28)::int::float8 / 268435456
          * (SELECT count(*) FROM "Subject" c WHERE c."batchId" = ${id}::uuid AND c."position" >= 0) END, s."id")
          - 1)::int AS "position"
      FROM "Subject" s CROSS JOIN ${named(S)}
      WHERE s."batchId" = ${id}::uuid AND s."use" IN ('work', 'check')) placed
    WHERE placed."id" = s."id"`;
}

/**
 * Takes subjects with gold out of a batch's pool for its training and then its exam, drawn with the seed;
 * subjects of the batch that are drawn are no longer ordinary work. Their positions are below 0, in the order
 * in which every annotator gets them.
 */
export async function drawStages(
  tx: Tx,
  { id, datasetId, seed }: Batch,
  { kind, pool, protocols, training, exam }: From & { training: number; exam: number },
): Promise<void> {
  await tx.$executeRaw`
    WITH drawn AS (
      SELECT lots.*, (CASE WHEN lots."nth" <= ${training} THEN 'training' ELSE 'exam' END)::"SubjectUse" AS "use"
      FROM (
        SELECT pool."taskId", pool."responseId", pool."responseBId", row_number() OVER (
          ORDER BY md5(concat_ws(':', ${seed}::int, 'before', named."key")), named."key")::int AS "nth"
        FROM (${pool}) pool CROSS JOIN ${named(Prisma.sql`pool`)}
        WHERE ${hasGold(Prisma.sql`pool`, protocols, { datasetId, batchId: id })}) lots
      WHERE lots."nth" <= ${training + exam}
    ), there AS (
      UPDATE "Subject" s SET "use" = drawn."use", "position" = drawn."nth" - ${training + exam + 1} FROM drawn
      WHERE s."batchId" = ${id}::uuid AND ${isSame(S, DRAWN)}
      RETURNING s."taskId", s."responseId", s."responseBId"
    )
    INSERT INTO "Subject" ("id", "batchId", "datasetId", "kind", "position", "use", "taskId", "responseId",
      "responseBId")
    SELECT gen_random_uuid(), ${id}::uuid, ${datasetId}::uuid, ${kind}::"SubjectKind",
      drawn."nth" - ${training + exam + 1}, drawn."use", drawn."taskId", drawn."responseId", drawn."responseBId"
    FROM drawn WHERE NOT EXISTS (SELECT FROM there WHERE ${isSame(Prisma.sql`there`, DRAWN)})`;
  await tx.$executeRaw`
    UPDATE "Subject" s SET "position" = placed."position" FROM (
      SELECT s."id", (row_number() OVER (ORDER BY s."position") - 1)::int AS "position" FROM "Subject" s
      WHERE s."batchId" = ${id}::uuid AND s."use" = 'work') placed
    WHERE placed."id" = s."id" AND s."position" <> placed."position"`;
}
