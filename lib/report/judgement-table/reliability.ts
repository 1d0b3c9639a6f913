import type { ExposureClass } from "@/lib/judgement/schema";
import { OVERALL, PREFERENCE } from "@/lib/judgement/schema/units";
import { readingOfTarget } from "@/lib/report/rules/measurement-scale";
import { NONE } from "@/lib/report/rules/none";
import { reliabilityRows } from "@/lib/report/rules/scope-reliability";
import { layoutOf, type ScopeDefinition } from "@/lib/report/rules/scopes";
import { supersededVersions } from "@/lib/report/rules/superseded-versions";
import type { ReportOptions } from "@/lib/report/schema";
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
export async function reliabilityOfTable(
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
    const coded = oneVersionEach(await table.ratingsOf(own), table.drafters);
    const about = { values: table.values, cluster: coded.task, ...(own.length > 1 && { item: coded.item }) };
    rows.push(
      ...reliabilityRows(scope, coded.adjudicated, options, (raters, exposure) => ({
        ...about,
        ...ratingsIn(coded, raters, exposure),
      })),
    );
  }
  return rows;
}

/** The ratings of a scope with those of one version of each judge. */
function oneVersionEach(coded: CodedScope, drafters: RatingsTable["drafters"]): CodedScope {
  const units = new Map<number, number>();
  for (const rater of coded.llms.rater) units.set(rater, (units.get(rater) ?? 0) + 1);
  const superseded = supersededVersions(
    [...drafters].map(([number, drafter]) => ({ ...drafter, number, units: units.get(number) ?? 0 })),
  );
  if (superseded.size === 0) return coded;
  const { rater } = coded.llms;
  const isCounted = (_: number, row: number) => !superseded.has(rater[row] as number);
  return {
    ...coded,
    llms: {
      unit: coded.llms.unit.filter(isCounted),
      rater: rater.filter(isCounted),
      value: coded.llms.value.filter(isCounted),
    },
  };
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
