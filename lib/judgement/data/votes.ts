import "server-only";
import { db, type Tx } from "@/lib/database/db";
import { LINES_WITH_DRAFT } from "@/lib/judgement/data/fragments";
import { COUNTS } from "@/lib/judgement/data/scope";
import type { Value } from "@/lib/judgement/schema";
import type { ExplainedVote, VotedUnit } from "@/lib/judgement/schema/votes";
import { Prisma } from "@/prisma/generated/client/client";

/**
 * True if a judgement `x` is an annotator's vote on a unit: a value that counts, for an item or the response
 * as a whole. Judgements on checks and on drafts with a planted error are no votes.
 */
const IS_VOTE = Prisma.sql`(x."target" IN ('item', 'overall') AND x."value" IS NOT NULL
  AND EXISTS (SELECT FROM "Rater" h WHERE h."id" = x."raterId" AND h."kind" = 'human') AND ${Prisma.raw(COUNTS)})`;

/** The current votes on the unit of a case `c`: a ruling stores them, and is later compared with them. */
export const VOTES_NOW = Prisma.sql`(
  SELECT coalesce(jsonb_agg(jsonb_build_object('rater', vr."code", 'value', x."value")
    ORDER BY vr."code", x."step", x."value"::text), '[]')
  FROM "Judgement" x JOIN "Rater" vr ON vr."id" = x."raterId"
  WHERE x."responseId" = c."responseId" AND x."batchId" = c."batchId"
    AND x."itemId" IS NOT DISTINCT FROM c."itemId" AND ${IS_VOTE})`;

/** All votes in a batch by unit, in the order of the study: the overall score after the items. */
export function listVotedUnits(tx: Tx | typeof db, batchId: string): Promise<VotedUnit[]> {
  return tx.$queryRaw<VotedUnit[]>`
    SELECT x."taskId" AS "task", x."responseId" AS "response", x."itemId" AS "item",
      json_agg(json_build_object('rater', r."code", 'value', x."value",
        'flagged', coalesce(jsonb_array_length(x."metadata" -> 'flags'), 0) > 0)) AS "votes"
    FROM "Judgement" x JOIN "Rater" r ON r."id" = x."raterId"
    JOIN "Task" t ON t."id" = x."taskId" JOIN "Response" a ON a."id" = x."responseId"
    LEFT JOIN "ItemVersion" iv ON iv."id" = x."itemVersionId"
    WHERE x."batchId" = ${batchId}::uuid AND ${IS_VOTE}
    GROUP BY x."taskId", x."responseId", x."itemId", t."position", a."position"
    ORDER BY t."position", x."taskId", a."position", x."responseId", min(iv."position") NULLS LAST, x."itemId"`;
}

/** All votes on one unit, with the decisions on the lines of the draft. */
export function findVotes(
  batchId: string,
  unit: { responseId: string; itemId: string | null },
): Promise<ExplainedVote[]> {
  return db.$queryRaw<ExplainedVote[]>`
    SELECT r."code" AS "rater", x."assignmentId" AS "assignment", x."value", x."initial", x."metadata" ->> 'note' AS "note",
      ARRAY(SELECT jsonb_array_elements_text(coalesce(x."metadata" -> 'flags', '[]'))) AS "flags",
      coalesce(${Prisma.raw(LINES_WITH_DRAFT)}, '[]') AS "lines"
    FROM "Judgement" x JOIN "Rater" r ON r."id" = x."raterId"
    LEFT JOIN "Draft" d ON d."id" = x."draftId"
    WHERE x."responseId" = ${unit.responseId}::uuid AND x."batchId" = ${batchId}::uuid
      AND x."itemId" IS NOT DISTINCT FROM ${unit.itemId}::uuid AND ${IS_VOTE}
    ORDER BY r."code", x."step"`;
}

/** Values of a response on which at least two people agree unanimously, without planted errors and checks. */
export function listUnanimous(
  tx: Tx,
  batchId: string,
): Promise<{ response: string; item: string | null; value: Exclude<Value, "A" | "B" | "tie"> }[]> {
  return tx.$queryRaw`
    SELECT x."responseId" AS "response", x."itemId" AS "item", min(x."value"::text)::jsonb AS "value"
    FROM "Judgement" AS x JOIN "Rater" AS r ON r."id" = x."raterId"
    WHERE x."batchId" = ${batchId}::uuid AND x."target" IN ('item', 'overall') AND r."kind" = 'human'
      AND x."value" IS NOT NULL AND x."value" <> 'null'::jsonb AND ${Prisma.raw(COUNTS)}
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

/** Which response the preference `x` is for, as `sideOf` has it: 1 the one of the lesser id, -1 the other, 0 neither. */
const SIDE = `((CASE WHEN x."responseId" < x."responseBId" THEN 1 ELSE -1 END) * (CASE
    WHEN x."value" = '"A"' OR jsonb_typeof(x."value") = 'number' AND x."value" < '3' THEN 1
    WHEN x."value" = '"B"' OR jsonb_typeof(x."value") = 'number' AND x."value" > '3' THEN -1
    ELSE 0 END))`;

/** Whether most of the preferences `x` of these raters are for one of two responses: ties are votes for neither. */
const isDecided = (by: "gold" | "human") => {
  const among = `FILTER (WHERE p."kind" = '${by}' AND x."value" <> 'null'::jsonb)`;
  const votes = (side: 1 | -1 | 0) => `sum((${SIDE} = ${side})::int) ${among}`;
  return `(${votes(1)} <> ${votes(-1)} AND greatest(${votes(1)}, ${votes(-1)}) > ${votes(0)})`;
};

/**
 * Whether a study has a pair that gold or a majority of people decided, as `preferenceRow` has it. Sought task by task,
 * until the first one is found. `counts`: which judgements do.
 */
export const hasDecidedPair = (madeIn: (row: string) => string, counts: string) => `EXISTS (
  SELECT FROM (SELECT DISTINCT x."taskId" FROM "Judgement" AS x
    WHERE ${madeIn("x")} AND x."target" = 'preference') AS t
  WHERE EXISTS (
    SELECT FROM "Judgement" AS x JOIN "Rater" AS p ON p."id" = x."raterId"
    WHERE ${madeIn("x")} AND x."target" = 'preference' AND x."taskId" = t."taskId" AND ${counts}
    GROUP BY least(x."responseId", x."responseBId"), greatest(x."responseId", x."responseBId")
    HAVING CASE WHEN bool_or(p."kind" = 'gold') THEN ${isDecided("gold")} ELSE ${isDecided("human")} END))`;
