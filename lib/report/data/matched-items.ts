import "server-only";
import type { Snapshot } from "@/lib/database/snapshot";
import { LABELS_NOT_REPORTED } from "@/lib/judgement/data/scope";
import type { ReportOverlap } from "@/lib/report/schema/study";

/**
 * The matches that the annotators of a batch found between the items of two lists for each task; undefined if no step
 * matches lists. The lists are those that an assignment showed, in its order.
 */
export async function overlapsIn(snapshot: Snapshot, batchId: string): Promise<ReportOverlap[] | undefined> {
  const questions = await snapshot.rows<{ question: string }>(
    `SELECT DISTINCT step ->> 'id' AS "question"
     FROM "Arm" AS m CROSS JOIN LATERAL jsonb_array_elements(m."protocol" -> 'steps') AS step
     WHERE m."batchId" = $1 AND step ->> 'type' = 'label' AND step ->> 'about' = 'matches'`,
    [batchId],
  );
  if (questions.length === 0) return undefined;
  const rows = await snapshot.rows<Omit<ReportOverlap, "items"> & Record<Lists, [string, string][]>>(
    `WITH said AS (
       SELECT x."assignmentId", x."question", x."raterId", x."taskId", min(iv."rubricVersionId"::text)::uuid AS "first",
         count(*)::int AS "firstItems", count(*) FILTER (WHERE cardinality(x."labels") > 0)::int AS "firstMatched",
         jsonb_agg(${ITEM}) AS "firstAll",
         coalesce(jsonb_agg(${ITEM}) FILTER (WHERE cardinality(x."labels") > 0), '[]') AS "firstMatches"
       FROM "Labelling" AS x JOIN "ItemVersion" AS iv ON iv."id" = x."itemVersionId" ${OF_ITEM}
       WHERE x."batchId" = $1 AND x."question" = ANY ($2) AND ${LABELS_NOT_REPORTED} IS NULL
       GROUP BY x."assignmentId", x."question", x."raterId", x."taskId"
     )
     SELECT said."question", p."code" AS "rater", t."key" AS "task", said."firstItems", said."firstMatched",
       said."firstAll", said."firstMatches",
       (SELECT jsonb_agg(${ITEM}) FROM "ItemVersion" AS iv ${OF_ITEM} WHERE iv."rubricVersionId" = s."id") AS "secondAll",
       (SELECT coalesce(jsonb_agg(DISTINCT ${ITEM}), '[]') FROM "ItemVersion" AS iv ${OF_ITEM}
         JOIN "Labelling" AS y ON i."key" = ANY (y."labels")
         WHERE iv."rubricVersionId" = s."id" AND y."assignmentId" = said."assignmentId"
           AND y."question" = said."question") AS "secondMatches",
       coalesce(f."model", f."origin", 'unknown') AS "first",
       coalesce(s."model", s."origin", 'unknown') AS "second",
       (SELECT count(*)::int FROM "ItemVersion" AS iv WHERE iv."rubricVersionId" = s."id") AS "secondItems",
       (SELECT count(DISTINCT label)::int FROM "Labelling" AS y CROSS JOIN LATERAL unnest(y."labels") AS label
         WHERE y."assignmentId" = said."assignmentId" AND y."question" = said."question") AS "secondMatched"
     FROM said JOIN "Rater" AS p ON p."id" = said."raterId" JOIN "Task" AS t ON t."id" = said."taskId"
     JOIN "Assignment" AS n ON n."id" = said."assignmentId"
     JOIN "RubricVersion" AS f ON f."id" = said."first" JOIN "Rubric" AS fr ON fr."id" = f."rubricId"
     JOIN LATERAL (
       SELECT v."id", v."model", v."origin"
       FROM jsonb_array_elements_text(n."order" #> '{shown,rubricVersions}') WITH ORDINALITY AS shown (id, place)
       JOIN "RubricVersion" AS v ON v."id" = shown.id::uuid JOIN "Rubric" AS r ON r."id" = v."rubricId"
       WHERE r."kind" = fr."kind" AND v."id" <> f."id" ORDER BY shown.place LIMIT 1) AS s ON TRUE`,
    [batchId, questions.map(({ question }) => question)],
  );
  return rows.map(({ firstAll, firstMatches, secondAll, secondMatches, ...row }) => ({
    ...row,
    items: {
      first: { all: keysOf(firstAll), matched: keysOf(firstMatches) },
      second: { all: keysOf(secondAll), matched: keysOf(secondMatches) },
    },
  }));
}

type Lists = "firstAll" | "firstMatches" | "secondAll" | "secondMatches";

const ITEM = `jsonb_build_array(ir."key", i."key")`;
const OF_ITEM = `JOIN "Item" AS i ON i."id" = iv."itemId" JOIN "Rubric" AS ir ON ir."id" = i."rubricId"`;

const keysOf = (items: readonly [string, string][]) => items.map((item) => JSON.stringify(item));
