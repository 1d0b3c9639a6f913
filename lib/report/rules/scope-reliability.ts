import type { ExposureClass } from "@/lib/judgement/schema";
import { EXPOSURE_CLASSES } from "@/lib/judgement/schema/codes";
import type { ReportOptions } from "@/lib/report/schema";
import { RATER_SETS } from "@/lib/report/schema/codes";
import type { ReliabilityRow } from "@/lib/report/schema/reliability";
import type { RaterSet } from "@/lib/report/schema/values";
import { equal } from "./equal-lists";
import { type Measured, measureColumns } from "./measured-agreement";
import { type CodedRatings, itemNumbers } from "./rated-columns";
import { measurementOf } from "./reliability";
import { type ScopeValues, scopeValues } from "./scope-values";
import type { Scope, ScopeDefinition } from "./scopes";
import { supersededVersions } from "./superseded-versions";
import type { Rater } from "./unit";

/** Agreement on a scope: each level of measurement × rater set × exposure class. */
export function reliabilityOf(scope: Scope, options: ReportOptions): ReliabilityRow[] {
  const all = scopeValues(scope);
  const { source, numbers } = scope.units;
  const about = {
    values: all.values,
    cluster: all.tasks.number,
    ...itemNumbers(Array.from(numbers, (unit) => source.subjectOf(unit).item)),
  };
  const adjudicated = numbers.reduce((sum, unit) => sum + Number(source.adjudicated.has(unit)), 0);
  return reliabilityRows(scope, adjudicated, options, (raters, exposure) => ({
    ...about,
    ...ratingsIn(all, raters, exposure),
  }));
}

/** The rows of a scope, from a rater set's ratings in a class. */
export function reliabilityRows(
  scope: ScopeDefinition,
  adjudicated: number,
  options: ReportOptions,
  ratingsOf: (raters: RaterSet, exposure: ExposureClass) => CodedRatings,
): ReliabilityRow[] {
  const question = measurementOf(scope);
  // Classes often have the same ratings; each distinct set is measured once.
  const known: { ratings: CodedRatings; rows: Measured[] }[] = [];
  const measured = (raters: RaterSet, exposure: ExposureClass) => {
    const ratings = ratingsOf(raters, exposure);
    const before = known.find((other) => isSame(other.ratings, ratings));
    if (before) return before.rows;
    const rows = measureColumns(ratings, question, options);
    known.push({ ratings, rows });
    return rows;
  };
  return RATER_SETS.flatMap((raters) =>
    EXPOSURE_CLASSES.flatMap((exposure) =>
      measured(raters, exposure).map(({ level, ...row }) => ({
        ...{ scope: scope.name, level, raters, exposure },
        ...row,
        adjudicated,
      })),
    ),
  );
}

/** By rater, 1 if it is an LLM that counts; of a judge one version does. */
function countedModels({ raters, others }: ScopeValues): Uint8Array {
  const units = new Int32Array(raters.length);
  for (const rater of others.rater) units[rater] = (units[rater] as number) + 1;
  const superseded = supersededVersions(
    raters.map((rater, number) => ({
      ...{ number, method: rater.method, condition: ownCondition(rater) },
      units: units[number] as number,
    })),
  );
  return Uint8Array.from(raters, ({ kind }, number) => Number(kind === "llm" && !superseded.has(number)));
}

/** The condition that a rater's key contains, also where the rater is the only one of its model and method. */
const ownCondition = ({ key, condition }: Rater): string | null =>
  condition ?? (JSON.parse(key) as (string | null)[])[3] ?? null;

/**
 * A rater set's ratings in a class. Models are added only to units that people judged; elsewhere there is nothing to
 * agree with.
 */
function ratingsIn(all: ScopeValues, raters: RaterSet, exposure: ExposureClass) {
  const { start, rater, value } = all.people(exposure);
  const { others } = all;
  const isModel = raters === "human+llm" ? countedModels(all) : new Uint8Array(all.raters.length);
  const room = value.length + others.value.length;
  const ratings = { unit: new Int32Array(room), rater: new Int32Array(room), value: new Int32Array(room) };
  /** By rater, its number in the order of appearance, from 1. */
  const numbers = new Int32Array(all.raters.length);
  let [length, met] = [0, 0];
  const add = (unit: number, by: number, code: number) => {
    if (numbers[by] === 0) numbers[by] = ++met;
    ratings.unit[length] = unit;
    ratings.rater[length] = (numbers[by] as number) - 1;
    ratings.value[length++] = code;
  };
  for (let unit = 0; unit < all.units; unit++) {
    const [from, to] = [start[unit] as number, start[unit + 1] as number];
    for (let at = from; at < to; at++) add(unit, rater[at] as number, value[at] as number);
    for (let at = others.start[unit] as number; from < to && at < (others.start[unit + 1] as number); at++)
      if (isModel[others.rater[at] as number] === 1)
        add(unit, others.rater[at] as number, others.value[at] as number);
  }
  return {
    unit: ratings.unit.subarray(0, length),
    rater: ratings.rater.subarray(0, length),
    value: ratings.value.subarray(0, length),
  };
}

function isSame(one: CodedRatings, other: CodedRatings): boolean {
  return (["unit", "value", "rater"] as const).every((column) => equal(one[column], other[column]));
}
