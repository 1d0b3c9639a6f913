import "server-only";
import { isAboutSubject, judgeScores } from "@/lib/batch/data/judge-scores";
import { SPREADS } from "@/lib/batch/rules/design";
import { readsJudges } from "@/lib/batch/rules/judge-spread";
import type { JudgeSpread, SampleBy, SubjectSelection } from "@/lib/batch/schema";
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
  // A draft may ask for what its kind of subject does not offer; it cannot be opened then.
  const by = SPREADS[kind].includes(sample.by) ? sample.by : "everything";
  return readsJudges(by)
    ? drawnByScore(fitting, judgeScores(by, kind, datasetId), size)
    : drawnByStratum(fitting, STRATA[by], size);
}

const STRATA: Record<Exclude<SampleBy, JudgeSpread>, Prisma.Sql> = {
  everything: Prisma.sql`TRUE`,
  tag: Prisma.sql`array_to_string(ARRAY(SELECT unnest("tags") ORDER BY 1), ' ')`,
  model: Prisma.sql`"model"`,
};

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

/** A response or pair that the judges leave most open is drawn so many times as often as one that they leave not open at all. */
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
                FROM (${fitting}) fitting LEFT JOIN (${scores}) score ON ${isAboutSubject(Prisma.sql`fitting`)}
              ) weights) owns) tops) chances) places) systematic
    WHERE "drawn"`;
}
