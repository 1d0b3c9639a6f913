import { groupBy } from "@/lib/agreement/group-by";
import type { NarrowIntArray } from "@/lib/agreement/narrow-int-array";
import { sideOf } from "@/lib/judgement/rules/sides";
import type { ExposureClass, RaterKind, Value } from "@/lib/judgement/schema";
import { EXPOSURE_CLASSES } from "@/lib/judgement/schema/codes";
import { OVERALL, PREFERENCE } from "@/lib/judgement/schema/units";
import type { ReportOptions } from "@/lib/report/schema";
import { RATER_SETS } from "@/lib/report/schema/codes";
import type { ReliabilityRow } from "@/lib/report/schema/reliability";
import type { ReportItem, StudyData } from "@/lib/report/schema/study";
import type { RaterSet } from "@/lib/report/schema/values";
import { equal } from "./equal-lists";
import { GrowableColumn, NONE, wide } from "./growable-columns";
import { measureColumns } from "./measured-agreement";
import { type MeasurementScale, readingOfTarget } from "./measurement-scale";
import type { CodedRatings } from "./rated-columns";
import { measurementOf } from "./reliability";
import { layoutOf, type ScopeDefinition } from "./scopes";
import { compare } from "./text-order";

/** Indices for units of no item, in the column of items. */
export const OVERALL_AT = -1;
export const PREFERENCE_AT = -2;

/** Item index of units whose item is in no rubric of the study. They are in no scope. */
export const NOWHERE = -3;
const FIRST_PLACE = NOWHERE;

/**
 * The values of people and models in a study, as columns of numbers: a million judgements are a few arrays.
 * Each person has one value per unit.
 */
export interface StudyColumns {
  items: ReportItem[];
  /** As in `StudyData`. */
  overall?: StudyData["overall"];
  raters: { kind: RaterKind }[];
  /** Values by code. */
  values: Value[];
  units: {
    /** Index into `items`, or a negative constant for units of no item. */
    item: Int32Array;
    /** Units of one task are drawn together. */
    task: Int32Array;
    adjudicated: Uint8Array;
  };
  /** One entry for each judgement by a person. */
  people: { unit: Int32Array; rater: NarrowIntArray } & Record<ExposureClass, NarrowIntArray>;
  /** An entry for each value of another rater: models, gold and rules. */
  others: { unit: Int32Array; rater: Int32Array; value: Int32Array };
}

/** Agreement by item of a study in columns: the same rows as `reliabilityOf` for the study in records. */
export function reliabilityOfColumns(given: StudyColumns, options: ReportOptions): ReliabilityRow[] {
  const study = inPeoplesForm(given);
  const { items, units } = study;
  const perItem = new Int32Array(items.length);
  for (const item of units.item) if (item >= 0) perItem[item] = (perItem[item] as number) + 1;
  const places = new Map(items.map(({ key }, at) => [key, at]));
  const targets = ([OVERALL, PREFERENCE] as const).flatMap((target) => {
    const at = target === OVERALL ? OVERALL_AT : PREFERENCE_AT;
    return units.item.includes(at) ? [{ target, at, readings: readingsOf(study, target, at) }] : [];
  });
  const parts = layoutOf(
    items,
    ({ key }) => perItem[places.get(key) ?? -1] ?? 0,
    targets.map(({ target, readings }) => ({ name: target, readings })),
  );
  const shared = {
    byItem: new ByItem(study),
    alike: alikeIn(study),
    rank: ranksOf(items),
    place: new Int32Array(units.item.length),
  };
  return parts.flatMap((part) => {
    const chosen = [
      ...part.items.map(({ key }) => places.get(key) ?? NONE),
      ...targets.flatMap(({ target, at }) => (part.targets.includes(target) ? at : [])),
    ];
    return new PartOfStudy(study, part, chosen, shared).rows(options);
  });
}

/** The units, and the rows of people and of others, by item. */
class ByItem {
  private readonly units: Groups;
  private readonly people: Groups;
  private readonly others: Groups;

  constructor({ items, units, people, others }: StudyColumns) {
    const groups = items.length - FIRST_PLACE;
    const group = wide(units.item.length, groups);
    for (let unit = 0; unit < group.length; unit++) group[unit] = (units.item[unit] as number) - FIRST_PLACE;
    const ofRows = (unit: Int32Array) => new Groups(at(group, unit, wide(unit.length, groups)), groups);
    this.units = new Groups(group, groups);
    this.people = ofRows(people.unit);
    this.others = ofRows(others.unit);
  }

  of(chosen: readonly number[]): { units: Rows; people: Rows; others: Rows } {
    const groups = chosen.map((item) => item - FIRST_PLACE);
    return { units: this.units.of(groups), people: this.people.of(groups), others: this.others.of(groups) };
  }
}

/** The values at some positions of a column. */
function at<T extends NarrowIntArray>(column: NarrowIntArray, places: Int32Array, into: T): T {
  for (let row = 0; row < places.length; row++) into[row] = column[places[row] as number] as number;
  return into;
}

/** Some rows as a list; null for all of them in order. */
interface Rows {
  length: number;
  list: Int32Array | null;
}

/** Rows by the number of their group. */
class Groups {
  private readonly start: Int32Array;
  private readonly order: Int32Array;

  constructor(group: NarrowIntArray, groups: number) {
    ({ start: this.start, order: this.order } = groupBy(group, groups));
  }

  /** The rows of several distinct groups. */
  of(chosen: readonly number[]): Rows {
    const parts = chosen.map((group) => this.order.subarray(this.start[group], this.start[group + 1]));
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    if (length === this.order.length) return { length, list: null };
    const [only] = parts;
    if (only && parts.length === 1) return { length, list: only };
    const list = new Int32Array(length);
    let filled = 0;
    for (const part of parts) {
      list.set(part, filled);
      filled += part.length;
    }
    return { length, list };
  }
}

/**
 * Finds for each exposure class the first class with equal values. If all judgements are independent, for
 * example, `any` has the same values as `independent`.
 */
function alikeIn({ people }: StudyColumns): Record<ExposureClass, ExposureClass> {
  const first = (own: ExposureClass) =>
    EXPOSURE_CLASSES.find((other) => equal(people[other], people[own])) ?? own;
  return Object.fromEntries(EXPOSURE_CLASSES.map((own) => [own, first(own)])) as Record<
    ExposureClass,
    ExposureClass
  >;
}

/** Preferences of models in the form that people used, as in `scopesOf`. */
function inPeoplesForm(study: StudyColumns): StudyColumns {
  const { units, others, people } = study;
  const own = { unit: new Int32Array(0), rater: new Int32Array(0), value: new Int32Array(0) };
  const forms = readingsOf({ ...study, others: own }, PREFERENCE, PREFERENCE_AT);
  const [form] = forms;
  if (!form || forms.length > 1 || people.unit.length === 0) return study;
  const values = [...study.values];
  const unit = new GrowableColumn();
  const rater = new GrowableColumn();
  const value = new GrowableColumn();
  others.value.forEach((code, row) => {
    const stated = values[code] as Value;
    const at = others.unit[row] as number;
    let mapped = code;
    if (units.item[at] === PREFERENCE_AT && readingOfTarget(PREFERENCE, stated).name !== form.name) {
      if (typeof stated !== "number") return;
      const side = sideOf(stated);
      const known = values.indexOf(side);
      mapped = known === -1 ? values.push(side) - 1 : known;
    }
    unit.push(at);
    rater.push(others.rater[row] as number);
    value.push(mapped);
  });
  return {
    ...study,
    values,
    others: { unit: unit.numbers(), rater: rater.numbers(), value: value.numbers() },
  };
}

/**
 * State shared by the scopes of a study: `place` is a buffer for the number of each unit within the current
 * scope.
 */
interface Shared {
  byItem: ByItem;
  alike: Record<ExposureClass, ExposureClass>;
  /** The rank of each item's key, by its index less `FIRST_PLACE`. */
  rank: Int32Array;
  place: Int32Array;
}

/** The units of one scope, with their ratings. */
class PartOfStudy {
  private readonly tasks: Int32Array;
  /** The item of each unit, by the order of keys; null for a single item. */
  private readonly items: Int32Array | null;
  private readonly adjudicated: number;
  private readonly people: Rows;
  private readonly llms: Int32Array;

  constructor(
    private readonly study: StudyColumns,
    private readonly part: ScopeDefinition,
    chosen: readonly number[],
    private readonly shared: Shared,
  ) {
    const { units, people, others } = shared.byItem.of(chosen);
    this.people = people;
    this.llms = byLlms(study, others);
    this.tasks = numbered(units, study.units.task, shared.place);
    this.adjudicated = decidedIn(units, study.units.adjudicated);
    this.items = chosen.length > 1 ? itemNumbersOf(units, study.units.item, shared.rank) : null;
  }

  rows(options: ReportOptions): ReliabilityRow[] {
    const question = measurementOf(this.part);
    const known = new Map<string, { columns: CodedRatings; rows: ReturnType<typeof measureColumns> }>();
    const measured = (raters: RaterSet, exposure: ExposureClass) => {
      // Classes often have the same ratings; each distinct set is measured once.
      const key = `${this.shared.alike[exposure]} ${raters === "human" || this.llms.length === 0}`;
      const before = known.get(key);
      if (before) return before.rows;
      const columns = this.ratingsOf(raters, exposure);
      const same = [...known.values()].find((other) => isSame(other.columns, columns));
      const rows = same?.rows ?? measureColumns(columns, question, options);
      known.set(key, { columns: same?.columns ?? columns, rows });
      return rows;
    };
    return RATER_SETS.flatMap((raters) =>
      EXPOSURE_CLASSES.flatMap((exposure) =>
        measured(raters, exposure).map(({ level, ...row }) => ({
          scope: this.part.name,
          level,
          raters,
          exposure,
          ...row,
          adjudicated: this.adjudicated,
        })),
      ),
    );
  }

  private ratingsOf(raters: RaterSet, exposure: ExposureClass): CodedRatings {
    const { people, others, values } = this.study;
    const { place } = this.shared;
    const given = people[exposure];
    const llms = raters === "human" ? this.llms.subarray(0, 0) : this.llms;
    const most = countGiven(this.people, given) + llms.length;
    const unit = new Int32Array(most);
    const rater = wide(most, this.study.raters.length);
    const value = wide(most, values.length);
    let length = gather(this.people, given, people, place, { unit, rater, value });
    const judged = new Uint8Array(this.tasks.length);
    for (let row = 0; row < length; row++) judged[unit[row] as number] = 1;
    for (const row of llms) {
      const own = place[others.unit[row] as number] as number;
      if (judged[own] === 0) continue;
      unit[length] = own;
      rater[length] = others.rater[row] as number;
      value[length++] = others.value[row] as number;
    }
    return {
      unit: unit.subarray(0, length),
      rater: renumbered(rater.subarray(0, length), this.study.raters.length),
      value: value.subarray(0, length),
      values,
      cluster: this.tasks,
      ...(this.items && { item: this.items }),
    };
  }
}

/* Loops over a million rows are separate functions, so that the engine compiles them once. */

/** The rows of models. */
function byLlms({ raters, others }: StudyColumns, { length, list }: Rows): Int32Array {
  const llms = new GrowableColumn();
  for (let i = 0; i < length; i++) {
    const row = list === null ? i : (list[i] as number);
    if (raters[others.rater[row] as number]?.kind === "llm") llms.push(row);
  }
  return llms.numbers();
}

/** Numbers units 0, 1, 2 … and returns their tasks. */
function numbered({ length, list }: Rows, task: Int32Array, place: Int32Array): Int32Array {
  const tasks = new Int32Array(length);
  for (let i = 0; i < length; i++) {
    const unit = list === null ? i : (list[i] as number);
    place[unit] = i;
    tasks[i] = task[unit] as number;
  }
  return tasks;
}

/** The item of each unit, by the order of keys. */
function itemNumbersOf({ length, list }: Rows, item: Int32Array, rank: Int32Array): Int32Array {
  const numbers = new Int32Array(length);
  for (let i = 0; i < length; i++) {
    const unit = list === null ? i : (list[i] as number);
    numbers[i] = rank[(item[unit] as number) - FIRST_PLACE] as number;
  }
  return numbers;
}

/** The rank of each item's key, by its index less `FIRST_PLACE`. */
function ranksOf(items: readonly ReportItem[]): Int32Array {
  const keyed = [
    { key: OVERALL as string, at: OVERALL_AT },
    { key: PREFERENCE as string, at: PREFERENCE_AT },
    ...items.map(({ key }, at) => ({ key, at })),
  ].sort((a, b) => compare(a.key, b.key));
  const rank = new Int32Array(items.length - FIRST_PLACE);
  keyed.forEach(({ at }, place) => {
    rank[at - FIRST_PLACE] = place;
  });
  return rank;
}

function decidedIn({ length, list }: Rows, adjudicated: Uint8Array): number {
  let decided = 0;
  for (let i = 0; i < length; i++) decided += adjudicated[list === null ? i : (list[i] as number)] as number;
  return decided;
}

/** Number of rows with a value. */
function countGiven({ length, list }: Rows, given: NarrowIntArray): number {
  let count = 0;
  for (let i = 0; i < length; i++) if (given[list === null ? i : (list[i] as number)] !== NONE) count++;
  return count;
}

/** Copies the ratings of some rows; returns how many. */
function gather(
  { length, list }: Rows,
  given: NarrowIntArray,
  people: StudyColumns["people"],
  place: Int32Array,
  into: { unit: Int32Array; rater: NarrowIntArray; value: NarrowIntArray },
): number {
  const { unit, rater } = people;
  let written = 0;
  for (let i = 0; i < length; i++) {
    const row = list === null ? i : (list[i] as number);
    const code = given[row] as number;
    if (code === NONE) continue;
    into.unit[written] = place[unit[row] as number] as number;
    into.rater[written] = rater[row] as number;
    into.value[written++] = code;
  }
  return written;
}

/** The scales of all values of a target. */
function readingsOf(
  study: StudyColumns,
  target: typeof OVERALL | typeof PREFERENCE,
  at: number,
): MeasurementScale[] {
  const { units, people, others, values } = study;
  const codes = new Set<number>();
  const add = (unit: Int32Array, code: NarrowIntArray) => {
    for (let row = 0; row < code.length; row++)
      if (code[row] !== NONE && units.item[unit[row] as number] === at) codes.add(code[row] as number);
  };
  for (const exposure of EXPOSURE_CLASSES) add(people.unit, people[exposure]);
  add(others.unit, others.value);
  const found = new Map<string, MeasurementScale>();
  for (const code of codes) {
    const reading = readingOfTarget(target, values[code] as Value, study.overall);
    found.set(reading.name, reading);
  }
  return [...found.values()];
}

/** Renumbers raters 0, 1, 2 … in order of appearance, in place. */
function renumbered(rater: NarrowIntArray, raters: number): NarrowIntArray {
  const number = new Int32Array(raters).fill(NONE);
  let next = 0;
  for (let row = 0; row < rater.length; row++) {
    const own = rater[row] as number;
    if (number[own] === NONE) number[own] = next++;
    rater[row] = number[own] as number;
  }
  return rater;
}

function isSame(one: CodedRatings, other: CodedRatings): boolean {
  return (["unit", "value", "rater"] as const).every((column) => equal(one[column], other[column]));
}
