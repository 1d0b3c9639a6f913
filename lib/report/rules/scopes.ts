import type { Value } from "@/lib/judgement/schema";
import { EXPOSURE_CLASSES } from "@/lib/judgement/schema/codes";
import { OVERALL, PREFERENCE } from "@/lib/judgement/schema/units";
import type { ReportItem, StudyData } from "@/lib/report/schema/study";
import { type SameClass, sameClasses } from "./exposure-classes";
import { type MeasurementScale, measurementScaleOf, readingOfTarget } from "./measurement-scale";
import { compare } from "./text-order";
import { NO_UNITS, type Rater, UnitList, type Units } from "./unit";

export const ALL = "all";
export const CATEGORY = "category:";

/** Items and categories without rows of their own, together. */
export const OTHER = "other";

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
  units: UnitList;
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
  if (preferences) byItem.set(PREFERENCE, preferences.converted());
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

/** Several lists of units of a study as one. */
function together(lists: readonly UnitList[]): UnitList {
  const [first] = lists;
  if (!first) return NO_UNITS;
  if (lists.length === 1) return first;
  const numbers = new Int32Array(lists.reduce((sum, { length }) => sum + length, 0));
  let length = 0;
  for (const list of lists) {
    numbers.set(list.numbers, length);
    length += list.length;
  }
  return new UnitList(first.source, numbers, true);
}

function readingsOf(
  target: typeof OVERALL | typeof PREFERENCE,
  units: UnitList,
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

/** The units of scopes without rows of their own, each once, unless a scope with rows has them. */
export function otherOf(left: readonly Scope[], shownScopes: readonly Scope[]): Scope {
  const shown = new Set(shownScopes.flatMap(({ units }) => units.map(({ item }) => item)));
  const seen = new Set<number>();
  const units = left.map(({ units }) => {
    const places: number[] = [];
    let place = -1;
    for (const { item } of units) {
      const number = units.numbers[++place] as number;
      if (shown.has(item) || seen.has(number)) continue;
      seen.add(number);
      places.push(place);
    }
    return units.only(places);
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
