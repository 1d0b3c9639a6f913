import "server-only";
import { SPREADS } from "@/lib/batch/rules/design";
import { readsJudges } from "@/lib/batch/rules/judge-spread";
import type { JudgeSpread, SubjectSelection } from "@/lib/batch/schema";
import type { JudgedSubjects } from "@/lib/batch/schema/design";
import type { db, Tx } from "@/lib/database/db";
import { isPublished } from "@/lib/dataset/data/rubrics";
import { preferredSide } from "@/lib/judgement/data/votes";
import type { SubjectKind } from "@/lib/protocol/rules/subject-kind";
import { Prisma } from "@/prisma/generated/client/client";

/**
 * Scores from 0 to 1 of how much models' values leave open of responses or pairs: `score` for `one` and `other`, the two
 * responses of a pair with the lower id first, or twice the same response. Null where the values do not tell.
 */
export function judgeScores(by: JudgeSpread, kind: SubjectKind, datasetId: string): Prisma.Sql {
  const values = kind === "pair" ? preferences(datasetId) : valuesOfResponses(datasetId);
  const counted = Prisma.sql`
    SELECT "one", "other", "itemId", "judge", "value", count(*)::float8 AS "times", avg("confidence") AS "confidence"
    FROM (${values}) given GROUP BY 1, 2, 3, 4, 5`;
  return by === "uncertainty" ? uncertainty(counted) : disagreement(counted, kind);
}

/** Condition that a score `score` is about a subject, whichever of its pair comes first. */
export const isAboutSubject = (subject: Prisma.Sql) => Prisma.sql`(
  score."one" = least(${subject}."responseId", ${subject}."responseBId")
  AND score."other" = greatest(${subject}."responseId", ${subject}."responseBId"))`;

/**
 * Counts the subjects in a pool that models judged, and those of them whose values tell what they leave open. Null for a sample
 * that does not ask.
 */
export async function countJudged(
  client: Tx | typeof db,
  pool: Prisma.Sql,
  { kind, datasetId, sample }: { kind: SubjectKind; datasetId: string; sample: SubjectSelection["sample"] },
): Promise<JudgedSubjects | null> {
  if (!sample || !readsJudges(sample.by) || !SPREADS[kind].includes(sample.by)) return null;
  const { by } = sample;
  const [counted] = await client.$queryRaw<Omit<JudgedSubjects, "by">[]>`
    SELECT count(*)::int AS "possible", count(score."one")::int AS "judged", count(score."score")::int AS "scored"
    FROM (${pool}) pool LEFT JOIN (${judgeScores(by, kind, datasetId)}) score ON ${isAboutSubject(Prisma.sql`pool`)}`;
  return { by, possible: 0, judged: 0, scored: 0, ...counted };
}

/** Drafts `d` of a dataset by models, with the name of the judge: model, method and condition. */
const drafted = (datasetId: string, condition: Prisma.Sql) => Prisma.sql`
  SELECT d.*, least(d."responseId", d."responseBId") AS "one", greatest(d."responseId", d."responseBId") AS "other",
    concat_ws('|', d."raterId", d."method", d."condition") AS "judge"
  FROM "Draft" d JOIN "Rater" p ON p."id" = d."raterId" AND p."kind" = 'llm'
  WHERE d."datasetId" = ${datasetId}::uuid AND ${condition} AND d."value" IS NOT NULL
    AND ${isPublished(Prisma.sql`d."unitId"`)}`;

/** Values that models gave responses, by item (null for the overall score). */
const valuesOfResponses = (datasetId: string) => Prisma.sql`
  SELECT "one", "other", "itemId", "judge", "value"::text AS "value", "confidence"
  FROM (${drafted(datasetId, Prisma.sql`d."target" IN ('item', 'overall')`)}) own`;

/**
 * Preferences of models, as `preferredSide` reads them. A draft that its judge made from several answers, samples or both orders
 * of the pair, counts as these: a judge that prefers the other response in the other order is divided.
 */
const preferences = (datasetId: string) => Prisma.sql`
  SELECT "one", "other", "itemId", "judge", "side"::text AS "value", "confidence"
  FROM (
    SELECT own.*, unnest(coalesce(
      (SELECT array_agg(${sideOfVote("vote")})
       FROM jsonb_array_elements(
         CASE jsonb_typeof(own."provenance" -> 'votes') WHEN 'array' THEN own."provenance" -> 'votes' ELSE '[]' END) AS vote
       WHERE vote IN ('"A"', '"B"', '"tie"') OR jsonb_typeof(vote) = 'number'),
      ARRAY[${sideOfVote('own."value"')}])) AS "side"
    FROM (${drafted(datasetId, Prisma.sql`d."target" = 'preference'`)}) own) said`;

const sideOfVote = (value: string) => Prisma.raw(preferredSide("own", value));

/** A judge that is divided about a pair prefers neither. */
const NEITHER = "0";

/**
 * The mean uncertainty of judges: of several answers of a judge the share that does not say what most say, else what a stated
 * confidence leaves.
 */
const uncertainty = (counted: Prisma.Sql) => Prisma.sql`
  SELECT "one", "other", avg("open") AS "score" FROM (
    SELECT "one", "other", CASE WHEN sum("times") > 1 THEN 1 - max("times") / sum("times") ELSE 1 - avg("confidence") END
      AS "open"
    FROM (${counted}) counted
    GROUP BY "one", "other", "itemId", "judge") judged
  GROUP BY "one", "other"`;

/**
 * The mean share of pairs of judges that say different things, each by what most of its answers say. A judge whose answers about
 * a pair are divided says that neither is better.
 */
const disagreement = (counted: Prisma.Sql, kind: SubjectKind) => Prisma.sql`
  SELECT "one", "other", avg("apart") AS "score" FROM (
    SELECT "one", "other", "itemId", CASE WHEN sum("judges") > 1
      THEN (sum("judges") ^ 2 - sum("judges" ^ 2)) / (sum("judges") * (sum("judges") - 1)) END AS "apart"
    FROM (
      SELECT "one", "other", "itemId", "value", count(*)::float8 AS "judges" FROM (
        SELECT "one", "other", "itemId", CASE WHEN ${kind}::text = 'pair' AND count(*) > 1 THEN ${NEITHER} ELSE min("value") END
          AS "value"
        FROM (
          SELECT *, max("times") OVER (PARTITION BY "one", "other", "itemId", "judge") AS "most" FROM (${counted}) counted
        ) ranked
        WHERE "times" = "most" GROUP BY "one", "other", "itemId", "judge") modes
      GROUP BY 1, 2, 3, 4) grouped
    GROUP BY "one", "other", "itemId") items
  GROUP BY "one", "other"`;
