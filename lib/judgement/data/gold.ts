import "server-only";
import { type Member, memberOf } from "@/lib/auth/actor";
import { db, type Tx } from "@/lib/database/db";
import { Prisma } from "@/prisma/generated/client/client";

/*
 * Gold: judgements and labels of a rater of the kind `gold`. It was imported with the dataset or marked on
 * it, never given in a batch.
 */

/** Gold by a rater: `g`, of judgements or labels. */
export const BY_GOLD = Prisma.sql`JOIN "Rater" gr ON gr."id" = g."raterId" AND gr."kind" = 'gold'`;

/**
 * The order in which gold counts: the last mark of `marker` (marked on the site) first, then the first in the
 * file.
 */
export const goldOrder = (marker: string) => Prisma.sql`(gr."code" = ${marker}) DESC, g."position", g."id"`;

export const EXPLANATION = Prisma.sql`coalesce(g."metadata" ->> 'explanation', '') AS "explanation"`;

/** The gold of the unit of `row`; `mirrored` if it is about the pair with its sides swapped. */
const goldOf = (row: Prisma.Sql, marker: string) => Prisma.sql`LATERAL (
  SELECT g."value", g."responseId" <> ${row}."responseId" AS "mirrored", ${EXPLANATION} FROM "Judgement" g ${BY_GOLD}
  WHERE g."responseId" IN (${row}."responseId", ${row}."responseBId") AND g."batchId" IS NULL
    AND g."target" = ${row}."target" AND g."itemId" IS NOT DISTINCT FROM ${row}."itemId"
    AND (g."responseBId" IS NULL OR g."responseBId" IN (${row}."responseId", ${row}."responseBId"))
    AND g."value" IS NOT NULL ORDER BY ${goldOrder(marker)} LIMIT 1) gold`;

/** True if the judgement `row` has gold of the same kind to compare it with, whatever its value. */
export const hasGoldAlike = (row: string) =>
  `EXISTS (SELECT 1 FROM "Judgement" AS y JOIN "Rater" AS g ON g."id" = y."raterId" AND g."kind" = 'gold'
        WHERE y."responseId" = ${row}."responseId" AND y."target" = ${row}."target"
          AND y."responseBId" IS NOT DISTINCT FROM ${row}."responseBId"
          AND y."itemId" IS NOT DISTINCT FROM ${row}."itemId")`;

/**
 * True if there is gold `g` of an item `gi` in a rubric `gu` for the responses of `row`, and the condition
 * `asked` holds.
 */
export const hasGoldFor = (row: Prisma.Sql, condition: Prisma.Sql) => Prisma.sql`EXISTS (
    SELECT FROM "Judgement" g ${BY_GOLD}
    LEFT JOIN "Item" gi ON gi."id" = g."itemId" LEFT JOIN "Rubric" gu ON gu."id" = gi."rubricId"
    WHERE g."responseId" IN (${row}."responseId", ${row}."responseBId") AND g."batchId" IS NULL
      AND g."value" IS NOT NULL AND ${condition})`;

/** The gold of a response or a pair by unit; `mirrored` as above. */
export function listGoldOf(
  tx: Tx,
  { responseId, responseBId }: { responseId: string; responseBId: string | null },
  marker: string,
) {
  return tx.$queryRaw<
    { itemId: string | null; isPair: boolean; mirrored: boolean; value: unknown; explanation: string }[]
  >`
    SELECT DISTINCT ON (g."itemId") g."itemId"::text, g."target" = 'preference' AS "isPair",
      g."responseId" <> ${responseId}::uuid AS "mirrored", g."value", ${EXPLANATION}
    FROM "Judgement" g ${BY_GOLD}
    WHERE g."responseId" IN (${responseId}::uuid, ${responseBId}::uuid) AND g."batchId" IS NULL
      AND g."value" IS NOT NULL AND CASE WHEN ${responseBId}::uuid IS NULL THEN g."target" <> 'preference'
        ELSE g."target" = 'preference' AND g."responseBId" IN (${responseId}::uuid, ${responseBId}::uuid) END
    ORDER BY g."itemId", ${goldOrder(marker)}`;
}

/**
 * The judgements of an assignment with their gold, in the order of its questions. `isTurned`: gold is about
 * the pair with its sides the other way round than the annotator saw them.
 */
export function listBesideGold(from: Tx | typeof db, assignmentId: string, marker: string) {
  return from.$queryRaw<
    {
      item: string | null;
      explanation: string;
      isPair: boolean;
      isTurned: boolean;
      swapped: boolean;
      given: unknown;
      gold: unknown;
    }[]
  >`
    SELECT coalesce(iv."name", iv."text") AS "item", j."target" = 'preference' AS "isPair",
      coalesce(j."swapped", FALSE) AS "swapped", gold."mirrored" <> coalesce(j."swapped", FALSE) AS "isTurned",
      j."value" AS "given", gold."value" AS "gold", gold."explanation"
    FROM "Judgement" j CROSS JOIN ${goldOf(Prisma.sql`j`, marker)}
    LEFT JOIN "ItemVersion" iv ON iv."id" = j."itemVersionId"
    WHERE j."assignmentId" = ${assignmentId}::uuid AND j."value" IS NOT NULL
    ORDER BY j."position", j."id"`;
}

/** Every judgement of a batch on a unit with gold, with the gold. */
export const judgedBesideGold = (batchId: string, marker: string) => Prisma.sql`
  SELECT j."raterId", j."assignmentId", j."taskId",
    CASE j."target" WHEN 'preference' THEN 'preference' ELSE 'value' END AS "about",
    j."value" AS "given", gold."value" AS "gold", j."target" = 'preference' AND gold."mirrored" AS "mirrored"
  FROM "Judgement" j CROSS JOIN ${goldOf(Prisma.sql`j`, marker)}
  WHERE j."batchId" = ${batchId}::uuid AND j."assignmentId" IS NOT NULL AND j."value" IS NOT NULL`;

/**
 * All gold of the responses to a task, in the order of the file; empty when the researcher may not see it.
 */
export function listGoldValues(researcher: Member<"researcher">, datasetId: string, taskId: string) {
  return db.judgement.findMany({
    where: {
      datasetId,
      taskId,
      dataset: { project: memberOf(researcher) },
      rater: { kind: "gold" },
      batchId: null,
      value: { not: Prisma.AnyNull },
    },
    orderBy: [{ position: "asc" }, { id: "asc" }],
    select: {
      target: true,
      responseId: true,
      responseBId: true,
      itemId: true,
      value: true,
      metadata: true,
      rater: { select: { code: true } },
    },
  });
}

/** True if `rater` has marked gold for an item of a response, or (item null) for the response as a whole. */
export async function isGold(
  tx: Tx,
  {
    datasetId,
    rater,
    response,
    item,
  }: { datasetId: string; rater: string; response: string; item: string | null },
): Promise<boolean> {
  const found = await tx.judgement.count({
    where: {
      datasetId,
      batchId: null,
      rater: { kind: "gold", code: rater },
      responseId: response,
      itemId: item,
      target: item ? "item" : "overall",
    },
  });
  return found > 0;
}
