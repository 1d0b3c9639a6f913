import { EXPOSURES, type ExposureClass, RATER_KINDS, type RaterKind } from "@/lib/judgement/schema";
import { EXPOSURE_CLASSES } from "@/lib/judgement/schema/codes";
import { CASE_WEIGHTS, EXPOSURE_CASES } from "@/lib/report/rules/exposure-classes";
import { NONE } from "@/lib/report/rules/none";
import { compare } from "@/lib/report/rules/text-order";
import type { ReportItem } from "@/lib/report/schema/study";

/** Places of units without an item: overall scores and preferences. */
export const OVERALL_PLACE = -1;
export const PREFERENCE_PLACE = -2;

/** Stands for an item that has no place, and matches no unit. */
export const NOWHERE = -4;

/**
 * The place of each item, in the order of keys: like the numbers of responses it does not depend on the order of records,
 * so that sums have the same order, and the same last digit, whatever the records' order.
 */
export function placesOf(items: readonly ReportItem[]): Map<string, number> {
  const keys = items.map(({ key }) => key).sort(compare);
  return new Map(keys.map((key, place) => [key, place]));
}

/** A kind of rater in the column `kind`. */
export const KIND = (kind: RaterKind) => RATER_KINDS.indexOf(kind);

/** The exposures of a judgement by number: 0 is unknown. */
export const EXPOSURE_NUMBER = `CASE exposure ${EXPOSURES.map((name, at) => `WHEN '${name}' THEN ${at + 1}`).join(" ")} ELSE 0 END`;

/** The one of its two values that a judgement contributes to a class, by the rules of `EXPOSURE_CASES`. */
function valueIn(exposure: ExposureClass): string {
  const casesOf = (what: "value" | "initial") =>
    EXPOSURE_CASES.flatMap(({ takes }, at) => (takes[exposure] === what ? at : [])).join(", ");
  const when = (["value", "initial"] as const).flatMap((what) =>
    casesOf(what) === "" ? [] : [`WHEN exposure_case IN (${casesOf(what)}) THEN ${what}_code`],
  );
  return when.length === 0 ? `${NONE}` : `CASE ${when.join(" ")} ELSE ${NONE} END`;
}

/** The cases whose final value is independent of the draft. */
const INDEPENDENT = EXPOSURE_CASES.flatMap(({ final }, at) => (final === "independent" ? at : [])).join(", ");

/** The key of a unit: its item, and its response or pair regardless of which side is A. */
const UNIT = "item, first, second";
const isAboutUnitOf = (row: string) =>
  `u.item = ${row}.item AND u.first = ${row}.first AND u.second IS NOT DISTINCT FROM ${row}.second`;

/** The code of a text, as it is seen from the alphabetically first response of a pair. */
const CODE = (codes: string) =>
  `coalesce(CASE WHEN x.swapped THEN ${codes}.swapped_code ELSE ${codes}.code END, ${NONE})`;

/** A rater's judgements of a unit in order: earlier first, undated last; then by arm and id. */
const IN_ORDER = "moment NULLS LAST, coalesce(arm, ''), id";

const REPEATED = "SELECT unit, rater FROM given GROUP BY unit, rater HAVING count(*) > 1";

/**
 * A rater's value in a class among several judgements of one unit: the earliest. Nothing is independent once the
 * rater has seen the draft, in any arm.
 */
function earliestIn(exposure: ExposureClass): string {
  const ends = exposure === "independent" ? ` OR exposure_case NOT IN (${INDEPENDENT})` : "";
  return `coalesce(first(${exposure}_code ORDER BY place) FILTER (WHERE ${exposure}_code <> ${NONE}${ends}), ${NONE})::INTEGER AS ${exposure}_code`;
}

const IN_CLASSES = EXPOSURE_CLASSES.map((exposure) => `${exposure}_code`).join(", ");

/**
 * Statements that number the `units` of `judged` and `drafted`, by the dictionary `codes` and the list `raters`, and make
 * `given`, one row per judgement of a unit, and `repeated`, the raters with several of one unit.
 */
export const UNITS: readonly string[] = [
  `CREATE TEMP TABLE units AS
   SELECT (row_number() OVER (ORDER BY ${UNIT}))::INTEGER - 1 AS unit, ${UNIT},
     (dense_rank() OVER (ORDER BY task))::INTEGER - 1 AS cluster, is_adjudicated
   FROM (
     SELECT ${UNIT}, min(task) AS task, bool_or(is_adjudicated) AS is_adjudicated
     FROM (
       SELECT ${UNIT}, task, r.kind = ${KIND("adjudicator")} AND coalesce(x.value <> 'null', FALSE) AS is_adjudicated
       FROM judged AS x JOIN raters AS r USING (rater)
       UNION ALL SELECT ${UNIT}, task, FALSE FROM drafted)
     GROUP BY ${UNIT})`,
  `CREATE TEMP TABLE given AS
   SELECT unit, item, rater, kind, value_code, initial_code, exposure_case, moment, arm, id,
     ${EXPOSURE_CLASSES.map((exposure) => `(${valueIn(exposure)})::INTEGER AS ${exposure}_code`).join(", ")}
   FROM (
     SELECT u.unit, u.item, x.rater, r.kind, x.moment, x.arm, x.id,
       ${CODE("v")} AS value_code, ${CODE("i")} AS initial_code,
       ${CASE_WEIGHTS.exposure} * x.exposure + ${CASE_WEIGHTS.initial} * (x.initial IS NOT NULL)::INTEGER + coalesce(x.is_opened, FALSE)::INTEGER AS exposure_case
     FROM judged AS x JOIN raters AS r USING (rater) JOIN units AS u ON ${isAboutUnitOf("x")}
     LEFT JOIN codes AS v ON v.text = x.value LEFT JOIN codes AS i ON i.text = x.initial
     WHERE r.kind <> ${KIND("adjudicator")})`,
  `CREATE TEMP TABLE repeated AS ${REPEATED}`,
];

const ONCE = `SELECT unit, item, rater, kind, ${IN_CLASSES} FROM given`;

/** Each rater's values of a unit. Where nobody judged a unit several times, nothing is to be resolved. */
export const resolved = (isRepeated: boolean) =>
  isRepeated
    ? `CREATE TEMP VIEW resolved AS
       SELECT unit, item, rater, kind, ${EXPOSURE_CLASSES.map(earliestIn).join(", ")}
       FROM (
         SELECT *, row_number() OVER (PARTITION BY unit, rater ORDER BY ${IN_ORDER}) AS place
         FROM given SEMI JOIN repeated USING (unit, rater))
       GROUP BY unit, item, rater, kind
       UNION ALL ${ONCE} ANTI JOIN repeated USING (unit, rater)`
    : `CREATE TEMP VIEW resolved AS ${ONCE}`;

/** Statements that make `people`, a row per person's unit with a value in each class, and the `samples` of others. */
export const VALUES: readonly string[] = [
  `CREATE TEMP TABLE people AS SELECT unit, item, rater, ${IN_CLASSES} FROM resolved WHERE kind = ${KIND("human")}`,
  `CREATE TEMP TABLE samples AS
   SELECT u.unit, u.item, d.drafter, r.kind, list_sort(list(${CODE("v")}::INTEGER) FILTER (WHERE ${CODE("v")} <> ${NONE})) AS said
   FROM drafted AS x JOIN raters AS r USING (rater)
   JOIN drafters AS d ON d.rater = x.rater AND d.method IS NOT DISTINCT FROM x.method
     AND d.condition IS NOT DISTINCT FROM x.condition
   JOIN units AS u ON ${isAboutUnitOf("x")} LEFT JOIN codes AS v ON v.text = x.value
   WHERE r.kind <> ${KIND("adjudicator")}
   GROUP BY u.unit, u.item, d.drafter, r.kind`,
];

/** Numbers each model, method and condition. A draft with neither method nor condition gets the number of its rater. */
export const DRAFTERS = `CREATE TEMP TABLE drafters AS
  SELECT rater, method, condition,
    CASE WHEN method IS NULL AND condition IS NULL THEN rater
      ELSE (SELECT count(*) FROM raters) + row_number() OVER (ORDER BY rater, method, condition) END::INTEGER AS drafter
  FROM (SELECT DISTINCT rater, method, condition FROM drafted)`;

/** The values of other raters for each unit: their judgement, or their samples together by the table `together`. */
export const OTHERS = `CREATE TEMP TABLE others AS
  SELECT unit, item, rater, kind, any_code AS code FROM resolved WHERE kind <> ${KIND("human")} AND any_code <> ${NONE}
  UNION ALL
  SELECT s.unit, s.item, s.drafter AS rater, s.kind, CASE WHEN len(s.said) = 1 THEN s.said[1] ELSE t.code END AS code
  FROM samples AS s LEFT JOIN together AS t ON t.said = array_to_string(s.said, ',')
  WHERE (len(s.said) = 1 OR t.code IS NOT NULL) AND NOT EXISTS (
    SELECT 1 FROM resolved AS j WHERE j.unit = s.unit AND j.rater = s.drafter AND j.any_code <> ${NONE})`;

/** Counts: all judgements; those not by an adjudicator; of these the ones without a value; people's without a time. */
export const COUNTS = `SELECT count(*)::INTEGER, (count(*) FILTER (WHERE is_given))::INTEGER,
    (count(*) FILTER (WHERE is_given AND coalesce(value = 'null', TRUE)))::INTEGER,
    (count(*) FILTER (WHERE kind = ${KIND("human")} AND is_undated))::INTEGER
  FROM (SELECT x.value, x.is_undated, r.kind, r.kind <> ${KIND("adjudicator")} AS is_given
    FROM judged AS x JOIN raters AS r USING (rater))`;

/** Judgements beyond a rater's first of a unit. */
export const REPEATED_COUNT = `SELECT coalesce(sum(n - 1), 0)::INTEGER
  FROM (SELECT count(*) AS n FROM given SEMI JOIN repeated USING (unit, rater) GROUP BY unit, rater)`;

/** Models and rules once under each method and condition: with drafts, or with a value in a judgement. */
export const MACHINES = `SELECT x.rater::VARCHAR FROM (
    SELECT rater, drafter FROM drafters UNION SELECT rater, rater FROM resolved WHERE any_code <> ${NONE}) AS x
  JOIN raters AS r USING (rater) WHERE r.kind IN (${KIND("llm")}, ${KIND("rules")}) ORDER BY r.kind, r.name, x.drafter`;
