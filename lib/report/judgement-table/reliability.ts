import type { ExposureClass } from "@/lib/judgement/schema";
import { EXPOSURE_CLASSES } from "@/lib/judgement/schema/codes";
import { OVERALL, PREFERENCE } from "@/lib/judgement/schema/units";
import { equal } from "@/lib/report/rules/equal-lists";
import { type Measured, measureColumns } from "@/lib/report/rules/measured-agreement";
import { readingOfTarget } from "@/lib/report/rules/measurement-scale";
import { NONE } from "@/lib/report/rules/none";
import type { CodedRatings } from "@/lib/report/rules/rated-columns";
import { measurementOf } from "@/lib/report/rules/reliability";
import { layoutOf, type ScopeDefinition } from "@/lib/report/rules/scopes";
import type { ReportOptions } from "@/lib/report/schema";
import { RATER_SETS } from "@/lib/report/schema/codes";
import type { ReliabilityRow } from "@/lib/report/schema/reliability";
import type { StudyData } from "@/lib/report/schema/study";
import type { RaterSet } from "@/lib/report/schema/values";
import { NOWHERE, OVERALL_PLACE, PREFERENCE_PLACE } from "./ratings-sql";
import type { CodedScope, RatingsTable } from "./ratings-table";

const TARGETS = [
  [OVERALL, OVERALL_PLACE],
  [PREFERENCE, PREFERENCE_PLACE],
] as const;

/** The items of a study, and the declared scale of its overall scores. */
type Frame = Pick<StudyData, "items" | "overall">;

/** The scopes of a study that is known by its ratings alone. */
export async function scopesOfTable(
  table: RatingsTable,
  { items, overall }: Frame,
): Promise<ScopeDefinition[]> {
  const targets = [];
  for (const [name, place] of TARGETS) {
    if (table.unitsOf(place) === 0) continue;
    const values = await table.valuesOf(place);
    targets.push({ name, readings: values.map((value) => readingOfTarget(name, value, overall)) });
  }
  return layoutOf(items, ({ key }) => table.unitsOf(table.places.get(key) ?? NOWHERE), targets);
}

/** Agreement on some scopes: each level of measurement × rater set × exposure class. */
export async function reliabilityOf(
  table: RatingsTable,
  scopes: readonly ScopeDefinition[],
  options: ReportOptions,
): Promise<ReliabilityRow[]> {
  const rows: ReliabilityRow[] = [];
  for (const scope of scopes) {
    const own = [
      ...scope.items.flatMap(({ key }) => table.places.get(key) ?? []),
      ...TARGETS.flatMap(([name, place]) => (scope.targets.includes(name) ? place : [])),
    ];
    rows.push(...rowsOf(scope, await table.ratingsOf(own), table.values, own.length > 1, options));
  }
  return rows;
}

function rowsOf(
  scope: ScopeDefinition,
  coded: CodedScope,
  values: CodedRatings["values"],
  hasSeveralItems: boolean,
  options: ReportOptions,
): ReliabilityRow[] {
  const question = measurementOf(scope);
  // Classes often have the same ratings; each distinct set is measured once.
  const known: { ratings: CodedRatings; rows: Measured[] }[] = [];
  const measured = (raters: RaterSet, exposure: ExposureClass) => {
    const ratings = {
      ...ratingsIn(coded, raters, exposure),
      values,
      cluster: coded.task,
      ...(hasSeveralItems && { item: coded.item }),
    };
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
        adjudicated: coded.adjudicated,
      })),
    ),
  );
}

/**
 * A rater set's ratings in a class. Models are added only to units that people judged; elsewhere there is nothing to
 * agree with.
 */
function ratingsIn({ people, llms, task }: CodedScope, raters: RaterSet, exposure: ExposureClass) {
  const given = people[exposure];
  const room = given.length + (raters === "human" ? 0 : llms.unit.length);
  const [unit, rater, value] = [new Int32Array(room), new Int32Array(room), new Int32Array(room)];
  const isJudged = new Uint8Array(task.length);
  let length = 0;
  for (let row = 0; row < given.length; row++) {
    const code = given[row] as number;
    if (code === NONE) continue;
    const own = people.unit[row] as number;
    isJudged[own] = 1;
    unit[length] = own;
    rater[length] = people.rater[row] as number;
    value[length++] = code;
  }
  for (let row = 0; raters !== "human" && row < llms.unit.length; row++) {
    const own = llms.unit[row] as number;
    if (isJudged[own] === 0) continue;
    unit[length] = own;
    rater[length] = llms.rater[row] as number;
    value[length++] = llms.value[row] as number;
  }
  return {
    unit: unit.subarray(0, length),
    rater: renumbered(rater.subarray(0, length)),
    value: value.subarray(0, length),
  };
}

/** Numbers raters 0, 1, 2 … in order of appearance, in place. */
function renumbered(rater: Int32Array): Int32Array {
  const numbers = new Map<number, number>();
  for (let row = 0; row < rater.length; row++) {
    const own = rater[row] as number;
    const number = numbers.get(own) ?? numbers.size;
    numbers.set(own, number);
    rater[row] = number;
  }
  return rater;
}

function isSame(one: CodedRatings, other: CodedRatings): boolean {
  return (["unit", "value", "rater"] as const).every((column) => equal(one[column], other[column]));
}
