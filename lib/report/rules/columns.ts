import { groupBy, type Narrow } from "@/lib/agreement/ratings";
import { sideOf } from "@/lib/dataset/rules/items";
import type { RaterKind, Value } from "@/lib/dataset/schema";
import { OVERALL, PREFERENCE } from "@/lib/dataset/schema/units";
import type { ExposureClass, RaterSet, ReliabilityRow, ReportOptions } from "@/lib/report/schema";
import { EXPOSURE_CLASSES, RATER_SETS } from "@/lib/report/schema/codes";
import type { ReportItem, StudyData } from "@/lib/report/schema/study";
import { Column, NONE, wide } from "./column";
import { type Columns, equal, measureColumns, questionOf } from "./reliability";
import { layoutOf, type Part } from "./scopes";
import { type Reading, readingOfTarget } from "./values";

/** The places of what belongs to no item, in the column of items. */
export const OVERALL_AT = -1;
export const PREFERENCE_AT = -2;

/** The place of units of an item that is in no rubric of the study: they are in no scope. */
export const NOWHERE = -3;
const FIRST_PLACE = NOWHERE;

/**
 * What people and models said in a study, as columns of numbers: a million judgements are a few arrays. Each person
 * says one thing of a unit.
 */
export interface StudyColumns {
  items: ReportItem[];
  /** As of a study in records. */
  overall?: StudyData["overall"];
  raters: { kind: RaterKind }[];
  /** What codes of values stand for. */
  values: Value[];
  units: {
    /** Index into `items`, or where it belongs to none. */
    item: Int32Array;
    /** Units of one number are drawn together. */
    task: Int32Array;
    adjudicated: Uint8Array;
  };
  /** One entry for each judgement by a person. */
  people: { unit: Int32Array; rater: Narrow } & Record<ExposureClass, Narrow>;
  /** One entry for each value of another rater. */
  others: { unit: Int32Array; rater: Int32Array; value: Int32Array };
}

/** Agreement by item of a study in columns: the rows that `reliabilityOf` gives for the same study in records. */
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
  const rows = { byItem: rowsByItem(study), alike: alikeIn(study) };
  return parts.flatMap((part) => {
    const chosen = [
      ...part.items.map(({ key }) => places.get(key) ?? NONE),
      ...targets.flatMap(({ target, at }) => (part.targets.includes(target) ? at : [])),
    ];
    return new PartOfStudy(study, part, chosen, rows).rows(options);
  });
}

/** The rows of people and of others about some items; what belongs to none stands in front. */
function rowsByItem({ items, units, people, others }: StudyColumns) {
  const grouped = (unit: Int32Array): ((chosen: readonly number[]) => Rows) => {
    const groups = items.length - FIRST_PLACE;
    const place = wide(unit.length, groups);
    for (let row = 0; row < unit.length; row++)
      place[row] = (units.item[unit[row] as number] as number) - FIRST_PLACE;
    const { start, order } = groupBy(place, groups);
    return (chosen) => {
      const parts = chosen.map((item) =>
        order.subarray(start[item - FIRST_PLACE] as number, start[item - FIRST_PLACE + 1] as number),
      );
      const length = parts.reduce((sum, part) => sum + part.length, 0);
      // All of them are asked for in their own order, which needs no list of them.
      if (length === unit.length) return { length, each: (take) => eachBelow(length, take) };
      const each = (take: (row: number) => void) => {
        for (const part of parts) for (const row of part) take(row);
      };
      return { length, each };
    };
  };
  return { people: grouped(people.unit), others: grouped(others.unit) };
}

/** Some rows. */
interface Rows {
  length: number;
  each: (take: (row: number) => void) => void;
}

function eachBelow(length: number, take: (row: number) => void): void {
  for (let row = 0; row < length; row++) take(row);
}

/** Of each class the first one in which everybody says the same: where all are independent, say, `any` repeats them. */
function alikeIn({ people }: StudyColumns): Record<ExposureClass, ExposureClass> {
  const first = (own: ExposureClass) =>
    EXPOSURE_CLASSES.find((other) => equal(people[other], people[own])) ?? own;
  return Object.fromEntries(EXPOSURE_CLASSES.map((own) => [own, first(own)])) as Record<
    ExposureClass,
    ExposureClass
  >;
}

/** Preferences of machines in the form people gave theirs in, as `scopesOf` puts them. */
function inPeoplesForm(study: StudyColumns): StudyColumns {
  const { units, others, people } = study;
  const own = { unit: new Int32Array(0), rater: new Int32Array(0), value: new Int32Array(0) };
  const forms = readingsOf({ ...study, others: own }, PREFERENCE, PREFERENCE_AT);
  const [form] = forms;
  if (!form || forms.length > 1 || people.unit.length === 0) return study;
  const values = [...study.values];
  const unit = new Column();
  const rater = new Column();
  const value = new Column();
  others.value.forEach((code, row) => {
    const said = values[code] as Value;
    const at = others.unit[row] as number;
    let kept = code;
    if (units.item[at] === PREFERENCE_AT && readingOfTarget(PREFERENCE, said).name !== form.name) {
      if (typeof said !== "number") return;
      const side = sideOf(said);
      const known = values.indexOf(side);
      kept = known === -1 ? values.push(side) - 1 : known;
    }
    unit.push(at);
    rater.push(others.rater[row] as number);
    value.push(kept);
  });
  return {
    ...study,
    values,
    others: { unit: unit.numbers(), rater: rater.numbers(), value: value.numbers() },
  };
}

/** The units of one scope, and what was said of them. */
class PartOfStudy {
  /** The number of each unit within the part; NONE outside it. */
  private readonly place: Int32Array;
  private readonly tasks: Int32Array;
  private readonly adjudicated: number;
  private readonly people: Rows;
  private readonly llms: Int32Array;
  private readonly alike: Record<ExposureClass, ExposureClass>;

  constructor(
    private readonly study: StudyColumns,
    private readonly part: Part,
    chosen: readonly number[],
    rows: { byItem: ReturnType<typeof rowsByItem>; alike: Record<ExposureClass, ExposureClass> },
  ) {
    this.people = rows.byItem.people(chosen);
    const { others, raters } = study;
    const llms = new Column();
    rows.byItem.others(chosen).each((row) => {
      if (raters[others.rater[row] as number]?.kind === "llm") llms.push(row);
    });
    this.llms = llms.numbers();
    this.alike = rows.alike;
    const isChosen = new Uint8Array(study.items.length - FIRST_PLACE);
    for (const own of chosen) isChosen[own - FIRST_PLACE] = 1;
    const { item, task, adjudicated } = study.units;
    this.place = new Int32Array(item.length).fill(NONE);
    const tasks = new Column();
    let decided = 0;
    for (let unit = 0; unit < item.length; unit++) {
      if (isChosen[(item[unit] as number) - FIRST_PLACE] !== 1) continue;
      this.place[unit] = tasks.length;
      tasks.push(task[unit] as number);
      decided += adjudicated[unit] as number;
    }
    this.tasks = tasks.numbers();
    this.adjudicated = decided;
  }

  rows(options: ReportOptions): ReliabilityRow[] {
    const question = questionOf(this.part);
    const known = new Map<string, { columns: Columns; rows: ReturnType<typeof measureColumns> }>();
    const measured = (raters: RaterSet, exposure: ExposureClass) => {
      // Classes often hold the same ratings; each distinct set is measured once.
      const key = `${this.alike[exposure]} ${raters === "human" || this.llms.length === 0}`;
      const before = known.get(key);
      if (before) return before.rows;
      const columns = this.said(raters, exposure);
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

  private said(raters: RaterSet, exposure: ExposureClass): Columns {
    const { people, others, values } = this.study;
    const given = people[exposure];
    const llms = raters === "human" ? this.llms.subarray(0, 0) : this.llms;
    let most = llms.length;
    this.people.each((row) => {
      if (given[row] !== NONE) most++;
    });
    const unit = new Int32Array(most);
    const rater = wide(most, this.study.raters.length);
    const value = wide(most, values.length);
    const judged = new Uint8Array(this.tasks.length);
    let length = 0;
    this.people.each((row) => {
      const code = given[row] as number;
      if (code === NONE) return;
      const place = this.place[people.unit[row] as number] as number;
      unit[length] = place;
      rater[length] = people.rater[row] as number;
      value[length++] = code;
      judged[place] = 1;
    });
    for (const row of llms) {
      const place = this.place[others.unit[row] as number] as number;
      if (judged[place] === 0) continue;
      unit[length] = place;
      rater[length] = others.rater[row] as number;
      value[length++] = others.value[row] as number;
    }
    return {
      unit: unit.subarray(0, length),
      rater: renumbered(rater.subarray(0, length), this.study.raters.length),
      value: value.subarray(0, length),
      values,
      cluster: this.tasks,
    };
  }
}

/** The readings of all that was said of a target. */
function readingsOf(study: StudyColumns, target: typeof OVERALL | typeof PREFERENCE, at: number): Reading[] {
  const { units, people, others, values } = study;
  const codes = new Set<number>();
  const add = (unit: Int32Array, code: Narrow) => {
    for (let row = 0; row < code.length; row++)
      if (code[row] !== NONE && units.item[unit[row] as number] === at) codes.add(code[row] as number);
  };
  for (const exposure of EXPOSURE_CLASSES) add(people.unit, people[exposure]);
  add(others.unit, others.value);
  const found = new Map<string, Reading>();
  for (const code of codes) {
    const reading = readingOfTarget(target, values[code] as Value, study.overall);
    found.set(reading.name, reading);
  }
  return [...found.values()];
}

/** The same raters by 0, 1, 2 … as they appear, in the same place. */
function renumbered(rater: Narrow, raters: number): Narrow {
  const number = new Int32Array(raters).fill(NONE);
  let next = 0;
  for (let row = 0; row < rater.length; row++) {
    const own = rater[row] as number;
    if (number[own] === NONE) number[own] = next++;
    rater[row] = number[own] as number;
  }
  return rater;
}

function isSame(one: Columns, other: Columns): boolean {
  return (["unit", "value", "rater"] as const).every((column) => equal(one[column], other[column]));
}
