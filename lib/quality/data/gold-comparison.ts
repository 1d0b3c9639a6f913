import "server-only";
import { actAs, type Member, memberOf, memberOfSql } from "@/lib/auth/actor";
import { db, type Tx } from "@/lib/database/db";
import type { Snapshot } from "@/lib/database/snapshot";
import {
  BY_GOLD,
  EXPLANATION,
  goldOrder,
  judgedBesideGold,
  listBesideGold,
  listGoldOf,
} from "@/lib/judgement/data/gold";
import { swapSides } from "@/lib/judgement/rules/sides";
import { Value } from "@/lib/judgement/schema";
import { goldUnit, isRight, MARKED, type Tally, totalsOf } from "@/lib/quality/rules/gold";
import type { Compared, GoldAbout, GoldAnswer, GoldResult, ReportGold } from "@/lib/quality/schema";
import { Quality } from "@/lib/quality/schema";
import { Prisma } from "@/prisma/generated/client/client";

/** The gold labels of a set of labels; those of a response have none. */
const goldLabelsOf = (row: Prisma.Sql) => Prisma.sql`LATERAL (
  SELECT g."labels", ${EXPLANATION} FROM "GoldLabels" g ${BY_GOLD}
  WHERE g."taskId" = ${row}."taskId" AND g."itemId" IS NOT DISTINCT FROM ${row}."itemId"
    AND g."question" = ${row}."question" AND ${row}."responseId" IS NULL ORDER BY ${goldOrder(MARKED)} LIMIT 1) gold`;

const facing = (value: Value, isMirrored: boolean): Value => (isMirrored ? swapSides(value) : value);

/**
 * The expected answers of a subject by unit, by the current gold. Preferences are for the subject's order of
 * the pair.
 */
export async function findGoldOf(
  tx: Tx,
  subject: { taskId: string; responseId: string | null; responseBId: string | null },
): Promise<Map<string, { gold: GoldAnswer; explanation: string }>> {
  const { taskId, responseId, responseBId } = subject;
  const values = responseId === null ? [] : await listGoldOf(tx, { responseId, responseBId }, MARKED);
  const labels = await tx.$queryRaw<
    { itemId: string | null; question: string; labels: string[]; explanation: string }[]
  >`
    SELECT DISTINCT ON (g."question", g."itemId") g."itemId"::text, g."question", g."labels", ${EXPLANATION}
    FROM "GoldLabels" g ${BY_GOLD} WHERE g."taskId" = ${taskId}::uuid
    ORDER BY g."question", g."itemId", ${goldOrder(MARKED)}`;
  return new Map([
    ...values.map(
      ({
        itemId,
        isPair,
        mirrored,
        value,
        explanation,
      }): [string, { gold: GoldAnswer; explanation: string }] => [
        isPair ? goldUnit.preference() : goldUnit.value(itemId),
        { gold: facing(Value.parse(value), isPair && mirrored), explanation },
      ],
    ),
    ...labels.map(
      ({ itemId, question, labels, explanation }): [string, { gold: GoldAnswer; explanation: string }] => [
        goldUnit.labels(question, itemId),
        { gold: labels, explanation },
      ],
    ),
  ]);
}

/** True if the annotator sees, after submitting, how this assignment compares with gold. */
export async function hasFeedback(from: Tx | typeof db, assignmentId: string): Promise<boolean> {
  const found = await from.assignment.findFirst({
    where: { id: assignmentId, subject: { use: "check" } },
    select: { batch: { select: { quality: true } } },
  });
  return found !== null && Quality.parse(found.batch.quality).gold?.feedback === true;
}

/**
 * Compares a submission with gold, in the order of its steps. Only for submitted checks of batches with feedback,
 * which the caller must ensure.
 */
export async function compareWithGold(from: Tx | typeof db, assignmentId: string): Promise<Compared[]> {
  const judged = await listBesideGold(from, assignmentId, MARKED);
  const labelled = await from.$queryRaw<
    (Pick<Compared, "item" | "explanation"> & { question: string; given: string[]; gold: string[] })[]
  >`
    SELECT coalesce(iv."name", iv."text") AS "item", coalesce((
        SELECT asked ->> 'question' FROM jsonb_array_elements(arm."protocol" -> 'steps') AS steps (asked)
        WHERE asked ->> 'type' = 'label' AND asked ->> 'id' = l."question"), l."question") AS "question",
      l."labels" AS "given", gold."labels" AS "gold", gold."explanation"
    FROM "Labelling" l CROSS JOIN ${goldLabelsOf(Prisma.sql`l`)} JOIN "Arm" arm ON arm."id" = l."armId"
    LEFT JOIN "ItemVersion" iv ON iv."id" = l."itemVersionId"
    WHERE l."assignmentId" = ${assignmentId}::uuid ORDER BY l."step", l."shown", l."id"`;
  const compared = (about: GoldAbout, one: Omit<Compared, "about" | "right">): Compared[] => {
    const right = isRight(about, one.given, one.gold);
    return right === null ? [] : [{ about, ...one, right }];
  };
  return [
    ...judged.flatMap(({ isPair, swapped, isTurned, given, gold, ...one }) =>
      compared(isPair ? "preference" : "value", {
        ...one,
        question: null,
        given: facing(Value.parse(given), isPair && swapped),
        gold: facing(Value.parse(gold), isPair && isTurned),
      }),
    ),
    ...labelled.flatMap((one) => compared("labels", one)),
  ];
}

/** All answers in a batch to units with gold, beside the gold. */
const comparedWithGold = (batchId: string) => Prisma.sql`
  ${judgedBesideGold(batchId, MARKED)}
  UNION ALL
  SELECT l."raterId", l."assignmentId", l."taskId", 'labels', to_jsonb(l."labels"), to_jsonb(gold."labels"), FALSE
  FROM "Labelling" l CROSS JOIN ${goldLabelsOf(Prisma.sql`l`)} WHERE l."batchId" = ${batchId}::uuid`;

/** The gold answer, with sides in the order of the given one. */
const facingGiven = <Row extends { gold: GoldAnswer; mirrored: boolean }>({ mirrored, ...row }: Row) => ({
  ...row,
  gold: mirrored ? swapSides(Value.parse(row.gold)) : row.gold,
});

/**
 * Answers beside gold for a report, by arm and task, including checks; undefined in a project without gold. The caller
 * must have checked access.
 */
export async function goldsIn(snapshot: Snapshot, batchId: string): Promise<ReportGold[] | undefined> {
  const [any] = await snapshot.rows(
    `SELECT FROM "Rater" gr JOIN "Batch" b ON b."projectId" = gr."projectId"
     WHERE b."id" = $1 AND gr."kind" = 'gold' LIMIT 1`,
    [batchId],
  );
  if (!any) return undefined;
  const { text, values } = Prisma.sql`
    WITH said AS (${comparedWithGold(batchId)})
    SELECT r."code" AS "rater", arm."name" AS "arm", t."key" AS "task", said."about", said."given", said."gold",
      said."mirrored", count(*)::int AS "times"
    FROM said JOIN "Rater" r ON r."id" = said."raterId" AND r."kind" = 'human' JOIN "Task" t ON t."id" = said."taskId"
    JOIN "Assignment" a ON a."id" = said."assignmentId" JOIN "Arm" arm ON arm."id" = a."armId"
    GROUP BY r."code", arm."name", t."key", said."about", said."given", said."gold", said."mirrored"`;
  return (await snapshot.rows<ReportGold & { mirrored: boolean }>(text, values)).map(facingGiven);
}

/** Each annotator's results on units with gold in a batch. Null when the batch is not the researcher's. */
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
  const rows = await db.$queryRaw<(Tally & { code: string; name: string | null; mirrored: boolean })[]>`
    WITH said AS (${comparedWithGold(batchId)})
    SELECT r."code", CASE WHEN ${names} THEN u."name" END AS "name", said."about", said."given", said."gold",
      said."mirrored", count(*)::int AS "times"
    FROM said JOIN "Rater" r ON r."id" = said."raterId" AND r."kind" = 'human'
    LEFT JOIN "Membership" m ON m."raterId" = r."id" LEFT JOIN "User" u ON u."id" = m."userId"
    GROUP BY r."code", u."name", said."about", said."given", said."gold", said."mirrored" ORDER BY r."code"`;
  const people = new Map<string, { name: string | null; tallies: Tally[] }>();
  for (const { code, name, ...tally } of rows) {
    const person = people.get(code) ?? { name, tallies: [] };
    people.set(code, person);
    person.tallies.push(facingGiven(tally));
  }
  const results = [...people].map(([code, { name, tallies }]) => ({ code, name, ...totalsOf(tallies) }));
  return { checks: batch._count.subjects, results: results.filter(({ n }) => n > 0) };
}
