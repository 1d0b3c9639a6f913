import "server-only";
import type { SampleBy, SubjectSelection } from "@/lib/batch/schema";
import { isPublished } from "@/lib/dataset/data/rubrics";
import type { SubjectKind } from "@/lib/protocol/rules/subject-kind";
import { Prisma } from "@/prisma/generated/client/client";

interface Drawing {
  kind: SubjectKind;
  /** Possible subjects with `taskId`, `responseId`, `key`, `tags` and `model`. */
  fitting: Prisma.Sql;
  sample: SubjectSelection["sample"];
  seed: number;
  datasetId: string;
}

/** Condition that a lot falls, with the given chance: always the same for the same parts. */
export const isDrawn = (chance: number, parts: Prisma.Sql) => Prisma.sql`
  ('x' || left(md5(concat_ws(':', ${parts})), 8))::bit(32)::bigint < ${chance}::float8 * 4294967296`;

/**
 * A sample of possible subjects, each with `probability`, the chance with which it was drawn. The lots are hashes of the seed
 * and the subject's id in the study file, so the same seed draws the same sample of the same study.
 */
export function drawnSubjects({ kind, fitting, sample, seed, datasetId }: Drawing): Prisma.Sql {
  if (!sample) return Prisma.sql`SELECT *, 1::float8 AS "probability" FROM (${fitting}) fitting`;
  const size = { size: sample.size, seed };
  // Judges' values are of responses: tasks and pairs have equal chances.
  const by = kind === "response" || isStratified(sample.by) ? sample.by : "everything";
  switch (by) {
    case "uncertainty":
      return drawnByScore(fitting, uncertaintyIn(datasetId), size);
    case "disagreement":
      return drawnByScore(fitting, disagreementIn(datasetId), size);
    default:
      return drawnByStratum(fitting, STRATA[by], size);
  }
}

const STRATA: Record<Exclude<SampleBy, "uncertainty" | "disagreement">, Prisma.Sql> = {
  everything: Prisma.sql`TRUE`,
  tag: Prisma.sql`array_to_string(ARRAY(SELECT unnest("tags") ORDER BY 1), ' ')`,
  model: Prisma.sql`"model"`,
};

const isStratified = (by: SampleBy) => by in STRATA;

interface SampleSize {
  size: number;
  seed: number;
}

/**
 * Each stratum gets its proportional share, rounded by Webster's method. Strata with the same claim to the last places draw
 * lots for them, so the chance of a subject is that its stratum's places, with the expected part of those, come to it.
 */
function drawnByStratum(fitting: Prisma.Sql, stratum: Prisma.Sql, { size, seed }: SampleSize): Prisma.Sql {
  return Prisma.sql`
    SELECT *, (count(*) FILTER (WHERE "share" < "cut") OVER (PARTITION BY "stratum")
        + count(*) FILTER (WHERE "share" = "cut") OVER (PARTITION BY "stratum") * "left" / "tied"::float8
      ) / "of" AS "probability"
    FROM (
      SELECT *, least(${size}::int, count(*) OVER ()) - count(*) FILTER (WHERE "share" < "cut") OVER () AS "left",
        count(*) FILTER (WHERE "share" = "cut") OVER () AS "tied"
      FROM (
        SELECT *, max("share") FILTER (WHERE "rank" <= ${size}::int) OVER () AS "cut"
        FROM (
          SELECT *, row_number() OVER (ORDER BY "share", "tie", "key") AS "rank" FROM (
            SELECT *, (row_number() OVER (PARTITION BY "stratum" ORDER BY "lot", "key") - 0.5)
                / count(*) OVER (PARTITION BY "stratum") AS "share",
              count(*) OVER (PARTITION BY "stratum") AS "of",
              md5(concat_ws(':', ${seed}::int, 'tie', "stratum")) AS "tie"
            FROM (
              SELECT *, ${stratum} AS "stratum", md5(${seed}::int || ':' || "key") AS "lot"
              FROM (${fitting}) fitting) lots) shares) ranks) cuts) places
    ORDER BY "rank" LIMIT ${size}::int`;
}

/** A response that the judges leave most open is drawn so many times as often as one that they leave not open at all. */
const MOST_OFTEN = 4;

/**
 * A sample in which chances grow with a score from 0 to 1: chances are proportional to 1 + 3 × score, mixed with equal ones
 * as far as needed to keep all of them at most 1. Drawn systematically in the order of the lots, so that the chances are exact
 * and the size is fixed: Madow (1949), Annals of Mathematical Statistics 20:333.
 */
function drawnByScore(fitting: Prisma.Sql, scores: Prisma.Sql, { size, seed }: SampleSize): Prisma.Sql {
  return Prisma.sql`
    SELECT * FROM (
      SELECT *, floor("until" - "start") > floor(coalesce(lag("until") OVER (ORDER BY "lot", "key"), 0) - "start")
        AS "drawn"
      FROM (
        SELECT *, sum("probability") OVER (ORDER BY "lot", "key") AS "until",
          (('x' || left(md5(${seed}::int || ':start'), 7))::bit(28)::int + 0.5) / 268435456 AS "start"
        FROM (
          SELECT *, CASE WHEN "top" <= 1 THEN "own"
            ELSE "even" + ("own" - "even") * (1 - "even") / ("top" - "even") END AS "probability"
          FROM (
            SELECT *, max("own") OVER () AS "top" FROM (
              SELECT *, least(${size}::int, count(*) OVER ())::float8 / count(*) OVER () AS "even",
                least(${size}::int, count(*) OVER ()) * "weight" / sum("weight") OVER () AS "own"
              FROM (
                SELECT fitting.*, 1 + ${MOST_OFTEN - 1}::float8 * coalesce(score."score", 0) AS "weight",
                  md5(${seed}::int || ':' || fitting."key") AS "lot"
                FROM (${fitting}) fitting LEFT JOIN (${scores}) score ON score."responseId" = fitting."responseId"
              ) weights) owns) tops) chances) places) systematic
    WHERE "drawn"`;
}

/** Values that models gave responses, by item (null for the overall score) and by judge: model, method and condition. */
const judgeValues = (datasetId: string) => Prisma.sql`
  SELECT d."responseId", d."itemId", concat_ws('|', d."raterId", d."method", d."condition") AS "judge",
    d."value"::text AS "value", d."confidence"
  FROM "Draft" d JOIN "Rater" p ON p."id" = d."raterId" AND p."kind" = 'llm'
  WHERE d."datasetId" = ${datasetId}::uuid AND d."target" IN ('item', 'overall') AND d."value" IS NOT NULL
    AND ${isPublished(Prisma.sql`d."unitId"`)}`;

/**
 * The mean uncertainty of judges about a response: of several samples the share that does not say what most say, else what
 * a stated confidence leaves. Responses without either have no score.
 */
const uncertaintyIn = (datasetId: string) => Prisma.sql`
  SELECT "responseId", avg("open") AS "score" FROM (
    SELECT "responseId", CASE WHEN sum("times") > 1 THEN 1 - max("times") / sum("times") ELSE 1 - avg("confidence") END
      AS "open"
    FROM (
      SELECT "responseId", "itemId", "judge", "value", count(*)::float8 AS "times", avg("confidence") AS "confidence"
      FROM (${judgeValues(datasetId)}) given GROUP BY 1, 2, 3, 4) counted
    GROUP BY "responseId", "itemId", "judge") judged
  GROUP BY "responseId"`;

/** The mean share of pairs of judges that say different things of an item; each judge by what most of its samples say. */
const disagreementIn = (datasetId: string) => Prisma.sql`
  SELECT "responseId", avg("apart") AS "score" FROM (
    SELECT "responseId", "itemId", CASE WHEN sum("judges") > 1
      THEN (sum("judges") ^ 2 - sum("judges" ^ 2)) / (sum("judges") * (sum("judges") - 1)) END AS "apart"
    FROM (
      SELECT "responseId", "itemId", "value", count(*)::float8 AS "judges" FROM (
        SELECT "responseId", "itemId", "judge", mode() WITHIN GROUP (ORDER BY "value") AS "value"
        FROM (${judgeValues(datasetId)}) given GROUP BY 1, 2, 3) modes
      GROUP BY 1, 2, 3) counted
    GROUP BY "responseId", "itemId") items
  GROUP BY "responseId"`;
