import "server-only";
import { db, type Tx } from "@/lib/database/db";
import { COUNTS, LABELS_QUALITY_CONTROL } from "@/lib/judgement/data/scope";
import { LINES_WITH_DRAFT } from "@/lib/judgement/data/sql-fragments";
import type { Value } from "@/lib/judgement/schema";
import type { ExplainedVote, UnitIds, VotedUnit } from "@/lib/judgement/schema/votes";
import { Prisma } from "@/prisma/generated/client/client";

/**
 * True if a judgement `x` is an annotator's vote on a unit: a value that counts. Judgements on checks and on drafts with
 * a planted error are no votes.
 */
const IS_VOTE = Prisma.sql`(x."value" IS NOT NULL
  AND EXISTS (SELECT FROM "Rater" h WHERE h."id" = x."raterId" AND h."kind" = 'human') AND ${Prisma.raw(COUNTS)})`;

/** True if labels `x` are a vote. Matches of two lists are none: their labels are items. */
const IS_LABEL_VOTE = Prisma.sql`(${Prisma.raw(LABELS_QUALITY_CONTROL)} IS NULL AND NOT EXISTS (
  SELECT FROM "Arm" m CROSS JOIN LATERAL jsonb_array_elements(m."protocol" -> 'steps') AS steps (step)
  WHERE m."id" = x."armId" AND step ->> 'type' = 'label' AND step ->> 'id' = x."question"
    AND step ->> 'about' = 'matches'))`;

/** Condition that a judgement `x` is about the unit of `c`. */
const isAboutUnitOf = (
  c: Prisma.Sql,
) => Prisma.sql`(${c}."question" IS NULL AND x."responseId" = ${c}."responseId"
  AND x."responseBId" IS NOT DISTINCT FROM ${c}."responseBId" AND x."itemId" IS NOT DISTINCT FROM ${c}."itemId")`;

/** Condition that labels `x` are about the unit of `c`. */
const labelsUnitOf = (
  c: Prisma.Sql,
) => Prisma.sql`(x."question" = ${c}."question" AND x."taskId" = ${c}."taskId"
  AND x."responseId" IS NOT DISTINCT FROM ${c}."responseId" AND x."itemId" IS NOT DISTINCT FROM ${c}."itemId")`;

const CASE = Prisma.sql`c`;

/** The current votes on the unit of a case `c`: a ruling stores them, and is later compared with them. */
export const VOTES_NOW = Prisma.sql`(
  SELECT coalesce(jsonb_agg(jsonb_build_object('rater', vr."code", 'value', vote."value")
    ORDER BY vr."code", vote."step", vote."value"::text), '[]')
  FROM (
    SELECT x."raterId", x."step", x."value" FROM "Judgement" x
    WHERE x."batchId" = c."batchId" AND ${isAboutUnitOf(CASE)} AND ${IS_VOTE}
    UNION ALL
    SELECT x."raterId", x."step", to_jsonb(x."labels") FROM "Labelling" x
    WHERE x."batchId" = c."batchId" AND ${labelsUnitOf(CASE)} AND ${IS_LABEL_VOTE}
  ) AS vote JOIN "Rater" vr ON vr."id" = vote."raterId")`;

/** Condition that a rater voted on the unit of a case `c`. */
export const hasVoted = (raterId: Prisma.Sql) => Prisma.sql`(
  EXISTS (SELECT FROM "Judgement" x
    WHERE x."batchId" = c."batchId" AND x."raterId" = ${raterId} AND ${isAboutUnitOf(CASE)} AND ${IS_VOTE})
  OR EXISTS (SELECT FROM "Labelling" x
    WHERE x."batchId" = c."batchId" AND x."raterId" = ${raterId} AND ${labelsUnitOf(CASE)} AND ${IS_LABEL_VOTE}))`;

/**
 * All votes in a batch by unit, in the order of the study: of each response the items, then the overall score, then its
 * labels; the labels of a task after its responses.
 */
export function listVotedUnits(tx: Tx | typeof db, batchId: string): Promise<VotedUnit[]> {
  return tx.$queryRaw<VotedUnit[]>`
    SELECT unit."taskId", unit."responseId", unit."responseBId", unit."itemId", unit."question",
      json_agg(json_build_object('rater', r."code", 'value', unit."value", 'flagged', unit."flagged")) AS "votes"
    FROM (
      SELECT x."taskId", x."responseId", x."responseBId", x."itemId", NULL AS "question", x."itemVersionId",
        x."raterId", x."value", coalesce(jsonb_array_length(x."metadata" -> 'flags'), 0) > 0 AS "flagged"
      FROM "Judgement" x WHERE x."batchId" = ${batchId}::uuid AND ${IS_VOTE}
      UNION ALL
      SELECT x."taskId", x."responseId", NULL, x."itemId", x."question", x."itemVersionId", x."raterId",
        to_jsonb(x."labels"), EXISTS (SELECT FROM "Judgement" f WHERE f."assignmentId" = x."assignmentId"
          AND jsonb_array_length(f."metadata" -> 'flags') > 0)
      FROM "Labelling" x WHERE x."batchId" = ${batchId}::uuid AND ${IS_LABEL_VOTE}
    ) AS unit
    JOIN "Rater" r ON r."id" = unit."raterId"
    JOIN "Task" t ON t."id" = unit."taskId" LEFT JOIN "Response" a ON a."id" = unit."responseId"
    LEFT JOIN "ItemVersion" iv ON iv."id" = unit."itemVersionId"
    GROUP BY unit."taskId", unit."responseId", unit."responseBId", unit."itemId", unit."question", t."position",
      a."position"
    ORDER BY t."position", unit."taskId", a."position" NULLS LAST, unit."responseId", unit."responseBId",
      unit."question" NULLS FIRST, min(iv."position") NULLS LAST, unit."itemId"`;
}

/** The submitted values of a batch's subject in one arm, by unit and step; those that were skipped are left out. */
export async function listValuesByUnit(tx: Tx, subjectId: string, armId: string): Promise<Value[][]> {
  const units = await tx.$queryRaw<{ values: Value[] }[]>`
    SELECT jsonb_agg(x."value") AS "values" FROM "Judgement" x JOIN "Assignment" a ON a."id" = x."assignmentId"
    WHERE a."subjectId" = ${subjectId}::uuid AND a."armId" = ${armId}::uuid AND a."state" = 'submitted'
      AND x."value" IS NOT NULL AND x."value" <> 'null'::jsonb
    GROUP BY x."target", x."itemId", x."step"`;
  return units.map(({ values }) => values);
}

/** All votes on one unit, with the decisions on the lines of the draft. */
export async function findVotes(batchId: string, unit: UnitIds): Promise<ExplainedVote[]> {
  if (unit.question !== null) return findLabelVotes(batchId, unit);
  return db.$queryRaw<ExplainedVote[]>`
    SELECT r."code" AS "rater", x."assignmentId" AS "assignment", x."value", x."initial", x."metadata" ->> 'note' AS "note",
      ARRAY(SELECT jsonb_array_elements_text(coalesce(x."metadata" -> 'flags', '[]'))) AS "flags",
      coalesce(${Prisma.raw(LINES_WITH_DRAFT)}, '[]') AS "lines"
    FROM "Judgement" x JOIN "Rater" r ON r."id" = x."raterId"
    LEFT JOIN "Draft" d ON d."id" = x."draftId"
    WHERE x."responseId" = ${unit.responseId}::uuid AND x."batchId" = ${batchId}::uuid
      AND x."responseBId" IS NOT DISTINCT FROM ${unit.responseBId}::uuid
      AND x."itemId" IS NOT DISTINCT FROM ${unit.itemId}::uuid AND ${IS_VOTE}
    ORDER BY r."code", x."step"`;
}

function findLabelVotes(
  batchId: string,
  { taskId, responseId, itemId, question }: UnitIds,
): Promise<ExplainedVote[]> {
  return db.$queryRaw<ExplainedVote[]>`
    SELECT r."code" AS "rater", x."assignmentId" AS "assignment", to_jsonb(x."labels") AS "value",
      nullif(x."initial", 'null') AS "initial", x."reasonNote" AS "note", ARRAY[]::text[] AS "flags", '[]'::json AS "lines"
    FROM "Labelling" x JOIN "Rater" r ON r."id" = x."raterId"
    WHERE x."batchId" = ${batchId}::uuid AND x."question" = ${question} AND x."taskId" = ${taskId}::uuid
      AND x."responseId" IS NOT DISTINCT FROM ${responseId}::uuid AND x."itemId" IS NOT DISTINCT FROM ${itemId}::uuid
      AND ${IS_LABEL_VOTE}
    ORDER BY r."code", x."step"`;
}

/** Values of a response on which at least two people agree unanimously, without planted errors and checks. */
export function listUnanimous(
  tx: Tx,
  batchId: string,
): Promise<{ response: string; item: string | null; value: Exclude<Value, "A" | "B" | "tie"> }[]> {
  return tx.$queryRaw`
    SELECT x."responseId" AS "response", x."itemId" AS "item", min(x."value"::text)::jsonb AS "value"
    FROM "Judgement" AS x
    WHERE x."batchId" = ${batchId}::uuid AND x."target" IN ('item', 'overall')
      AND x."value" <> 'null'::jsonb AND ${IS_VOTE}
    GROUP BY x."taskId", x."responseId", x."itemId"
    HAVING count(DISTINCT x."raterId") > 1 AND count(DISTINCT x."value") = 1
    ORDER BY x."taskId", x."responseId", x."itemId"`;
}

/** The version of an item in the latest judgement of a batch on a response; null without a judgement. */
export async function findVersionJudged(
  tx: Tx | typeof db,
  batchId: string,
  { responseId, itemId }: { responseId: string; itemId: string },
): Promise<string | null> {
  const judged = await tx.judgement.findFirst({
    where: { batchId, responseId, itemId, assignmentId: { not: null } },
    orderBy: { submittedAt: "desc" },
    select: { itemVersionId: true },
  });
  return judged?.itemVersionId ?? null;
}

/** Values given in the assignments of the query `recent`, counted by unit: `at` is when the last of them was given. */
export const VALUES_OF_RECENT = Prisma.sql`
  SELECT x."responseId", x."responseBId", x."itemId", x."target", x."value", count(*) AS "n", max(x."submittedAt") AS "at"
  FROM "recent" JOIN "Judgement" x ON x."assignmentId" = "recent"."id" WHERE x."value" IS NOT NULL
  GROUP BY 1, 2, 3, 4, 5`;

/** Pairs of responses of a dataset whose preference came with its file. */
export const importedPreferences = (datasetId: string) => Prisma.sql`
  SELECT j."responseId", j."responseBId" FROM "Judgement" j
  WHERE j."datasetId" = ${datasetId}::uuid AND j."target" = 'preference' AND j."batchId" IS NULL`;

/**
 * The response of the pair `x` that a value prefers, in the sense of `sideOf`: 1 the one of the lesser id, -1 the other, 0
 * neither.
 */
export const preferredSide = (
  x: string,
  value: string,
) => `((CASE WHEN ${x}."responseId" < ${x}."responseBId" THEN 1 ELSE -1 END) * (CASE
    WHEN ${value} = '"A"' OR jsonb_typeof(${value}) = 'number' AND ${value} < '3' THEN 1
    WHEN ${value} = '"B"' OR jsonb_typeof(${value}) = 'number' AND ${value} > '3' THEN -1
    ELSE 0 END))`;

const SIDE = preferredSide("x", 'x."value"');

/** True if most of the preferences `x` of these raters are for one of two responses: ties are votes for neither. */
const isDecided = (by: "gold" | "human") => {
  const among = `FILTER (WHERE p."kind" = '${by}' AND x."value" <> 'null'::jsonb)`;
  const votes = (side: 1 | -1 | 0) => `sum((${SIDE} = ${side})::int) ${among}`;
  return `(${votes(1)} <> ${votes(-1)} AND greatest(${votes(1)}, ${votes(-1)}) > ${votes(0)})`;
};

/**
 * True if a study has a pair that gold or a majority of people decided, in the sense of `preferenceRow`. Searched
 * task by task, until the first one is found. `counts`: the condition for judgements to count.
 */
export const hasDecidedPair = (madeIn: (row: string) => string, counts: string) => `EXISTS (
  SELECT FROM (SELECT DISTINCT x."taskId" FROM "Judgement" AS x
    WHERE ${madeIn("x")} AND x."target" = 'preference') AS t
  WHERE EXISTS (
    SELECT FROM "Judgement" AS x JOIN "Rater" AS p ON p."id" = x."raterId"
    WHERE ${madeIn("x")} AND x."target" = 'preference' AND x."taskId" = t."taskId" AND ${counts}
    GROUP BY least(x."responseId", x."responseBId"), greatest(x."responseId", x."responseBId")
    HAVING CASE WHEN bool_or(p."kind" = 'gold') THEN ${isDecided("gold")} ELSE ${isDecided("human")} END))`;
