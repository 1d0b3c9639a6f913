import { sideOf } from "@/lib/judgement/rules/sides";
import type { Value } from "@/lib/judgement/schema";
import { EXPOSURE_CLASSES } from "@/lib/judgement/schema/codes";
import { OVERALL, PREFERENCE } from "@/lib/judgement/schema/units";
import type { ReportItem, StudyData } from "@/lib/report/schema/study";
import { type SameClass, sameClasses } from "./exposure-values";
import { Listed } from "./lazy-list";
import { type MeasurementScale, measurementScaleOf, readingOfTarget } from "./measurement-scale";
import { compare } from "./text-order";
import type { Rated, Rater, Unit, Units } from "./unit";

const ALL = "all";
const CATEGORY = "category:";

/** Items and categories without rows of their own, together. */
const OTHER = "other";

/** Scopes in tables about raters and sessions: everything together, and targets without an item. */
export const SUMMARY_SCOPES: readonly string[] = [ALL, OVERALL, PREFERENCE];

/** The definition of a scope: items, and targets without an item. */
export interface ScopeDefinition {
  name: string;
  items: readonly ReportItem[];
  targets: readonly string[];
  /** The measurement scales of its units; one, unless scales are mixed. */
  readings: MeasurementScale[];
}

/** The scope of a table's row with its units. */
export interface Scope extends ScopeDefinition {
  units: Listed<Unit>;
  sameClass: SameClass;
}

/**
 * The scopes of a study: `all` items together, each item that occurs on at least two responses, the category
 * of items that do not, and targets without an item. A category includes all its items, also those with rows
 * of their own. In a study without items, `all` is everything.
 */
export function layoutOf(
  listed: readonly ReportItem[],
  occurrences: (item: ReportItem) => number,
  targets: readonly { name: typeof OVERALL | typeof PREFERENCE; readings: readonly MeasurementScale[] }[],
): ScopeDefinition[] {
  const labels = itemLabels(listed);
  const items = [...listed].sort((a, b) => byName(labels.get(a.key) ?? "", labels.get(b.key) ?? ""));
  const part = (name: string, chosen: readonly ReportItem[]): ScopeDefinition => ({
    name,
    items: chosen,
    targets: [],
    readings: distinct(chosen.map((item) => measurementScaleOf(item.scale))),
  });
  const occursTwice = (item: ReportItem) => occurrences(item) >= 2;
  const common = items.filter(occursTwice);
  const rowless = items.filter((item) => !occursTwice(item));
  const categories = [...new Set(rowless.flatMap((item) => item.category ?? []))].sort(byName);
  const others = targets.map(
    ({ name, readings }): ScopeDefinition => ({
      name,
      items: [],
      targets: [name],
      readings: distinct(readings),
    }),
  );
  const all: ScopeDefinition =
    items.length > 0 || others.length === 0
      ? part(ALL, items)
      : {
          name: ALL,
          items: [],
          targets: others.flatMap(({ targets }) => targets),
          readings: others.flatMap(({ readings }) => readings),
        };
  return [
    all,
    ...common.map((item) => part(labels.get(item.key) ?? item.id, [item])),
    ...categories.map((category) =>
      part(
        `${CATEGORY}${category}`,
        items.filter((item) => item.category === category),
      ),
    ),
    ...others,
  ];
}

/** The scopes of a study with their units. */
export function scopesOf(study: StudyData, unitsOfStudy: Units): Scope[] {
  const byItem = new Map(unitsOfStudy.byItem);
  const preferences = byItem.get(PREFERENCE);
  if (preferences) byItem.set(PREFERENCE, inPeoplesForm(preferences));
  const targets = ([OVERALL, PREFERENCE] as const).flatMap((name) => {
    const units = byItem.get(name);
    return units ? [{ name, readings: readingsOf(name, units, study.overall) }] : [];
  });
  return layoutOf(study.items, ({ key }) => byItem.get(key)?.length ?? 0, targets).map(
    ({ items, targets, ...scope }) => ({
      ...scope,
      ...{ items, targets },
      sameClass: unitsOfStudy.sameClass,
      units: together([...items.map(({ key }) => key), ...targets].flatMap((key) => byItem.get(key) ?? [])),
    }),
  );
}

/**
 * The name of each item in a report, by key: its id, prefixed with the rubric's where several rubrics use
 * that id or a scope has that name.
 */
export function itemLabels(items: readonly ReportItem[]): Map<string, string> {
  const uses = new Map<string, number>();
  for (const { id } of items) uses.set(id, (uses.get(id) ?? 0) + 1);
  const taken = (id: string) =>
    (uses.get(id) ?? 0) > 1 || id === ALL || id === OTHER || id.startsWith(CATEGORY);
  return new Map(items.map(({ key, id, rubric }) => [key, taken(id) ? `${rubric}/${id}` : id]));
}

const collator = new Intl.Collator("en", { numeric: true });

/** C2 before C10, independent of the machine's locale. */
export function byName(a: string, b: string): number {
  return collator.compare(a, b) || compare(a, b);
}

/** Raters by kind, then by name, method and condition. */
export function byRater(a: Rater, b: Rater): number {
  return (
    byName(a.kind, b.kind) ||
    byName(a.name, b.name) ||
    byName(a.method ?? "", b.method ?? "") ||
    byName(a.condition ?? "", b.condition ?? "")
  );
}

/** Several lists as one. */
function together(lists: readonly Listed<Unit>[]): Listed<Unit> {
  const [only] = lists;
  if (only && lists.length === 1) return only;
  const ends: number[] = [];
  for (const { length } of lists) ends.push((ends.at(-1) ?? 0) + length);
  const make = (place: number): Unit => {
    const at = ends.findIndex((end) => place < end);
    const unit = lists[at]?.at(place - (ends[at - 1] ?? 0));
    if (!unit) throw new Error("a unit that is not there was asked for");
    return unit;
  };
  return new Listed(ends.at(-1) ?? 0, make);
}

function readingsOf(
  target: typeof OVERALL | typeof PREFERENCE,
  units: Listed<Unit>,
  overall: StudyData["overall"],
): MeasurementScale[] {
  const givenPreferences = new Set<Value>();
  for (const { humans, others } of units) {
    for (const exposure of EXPOSURE_CLASSES)
      for (const { value } of humans[exposure]) givenPreferences.add(value);
    for (const { value } of others) givenPreferences.add(value);
  }
  return [...givenPreferences].map((value) => readingOfTarget(target, value, overall));
}

/** The form in which people gave these preferences; null if they used several forms, or gave none. */
export function formOf(preferences: Iterable<Value>): MeasurementScale | null {
  const [form, ...more] = distinct([...preferences].map((value) => readingOfTarget(PREFERENCE, value)));
  return form && more.length === 0 ? form : null;
}

/**
 * A preference in the form that people used. A graded preference also tells the preferred side; a side does not tell
 * a degree, so there is none where people gave degrees.
 */
export function preferenceIn(form: MeasurementScale, value: Value): Value | null {
  if (readingOfTarget(PREFERENCE, value).name === form.name) return value;
  return typeof value === "number" ? sideOf(value) : null;
}

/** Preferences in the form that people used, without those that have none. */
export function inForm(others: readonly Rated[], form: MeasurementScale): Rated[] {
  return others.flatMap((rated) => {
    const value = preferenceIn(form, rated.value);
    if (value === rated.value) return [rated];
    return value === null ? [] : [{ ...rated, value }];
  });
}

/** Converts the values of all units, if people used one form. */
function inPeoplesForm(units: Listed<Unit>): Listed<Unit> {
  const givenPreferences = new Set<Value>();
  for (const { humans } of units)
    for (const exposure of EXPOSURE_CLASSES)
      for (const { value } of humans[exposure]) givenPreferences.add(value);
  const form = formOf(givenPreferences);
  if (!form) return units;
  return new Listed(units.length, (place) => {
    const unit = units.at(place);
    if (!unit) throw new Error("a unit that is not there was asked for");
    return { ...unit, others: inForm(unit.others, form) };
  });
}

/** The units of scopes without rows of their own, each once, unless a scope with rows has them. */
export function otherOf(left: readonly Scope[], shownScopes: readonly Scope[]): Scope {
  const shown = new Set(shownScopes.flatMap(({ units }) => units.map(({ item }) => item)));
  const seen = new Set<string>();
  const units = left.map(({ units }) => {
    const places: number[] = [];
    for (let place = 0; place < units.length; place++) {
      const { item, subject } = units.at(place) ?? {};
      const name = `${item}\u0000${subject}`;
      if (item === undefined || shown.has(item) || seen.has(name)) continue;
      seen.add(name);
      places.push(place);
    }
    return new Listed(places.length, (nth) => {
      const unit = units.at(places[nth] ?? -1);
      if (!unit) throw new Error("a unit that is not there was asked for");
      return unit;
    });
  });
  const items = new Set(left.flatMap((scope) => scope.items));
  return {
    name: OTHER,
    items: [...items].filter(({ key }) => !shown.has(key)),
    targets: [],
    sameClass: left[0]?.sameClass ?? sameClasses([]),
    units: together(units),
    readings: distinct(left.flatMap(({ readings }) => readings)),
  };
}

function distinct(readings: readonly MeasurementScale[]): MeasurementScale[] {
  return [...new Map(readings.map((reading) => [reading.name, reading])).values()].sort((a, b) =>
    byName(a.name, b.name),
  );
}
