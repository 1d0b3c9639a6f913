import { OVERALL, PREFERENCE } from "@/lib/dataset/schema";
import type { ReportItem, StudyData } from "@/lib/report/schema";
import { compare, type Unit, type Units } from "./units";
import { type Reading, readingOf, readingOfTarget, sideOf } from "./values";

const ALL = "all";
const CATEGORY = "category:";

/** Scopes whose raters and sessions are looked at: everything, and what belongs to no item. */
export const LOOKED_AT: readonly string[] = [ALL, OVERALL, PREFERENCE];

/** What one row of a table is about: units that are read alike, or null when they are not. */
export interface Scope {
  name: string;
  units: Unit[];
  /** The readings of its units; one, unless scales are mixed. */
  readings: Reading[];
}

/**
 * The scopes of a study: `all` items together, each item that occurs on at least two
 * responses, the category of each one that does not, and what belongs to no item. A
 * category holds all its items, those with a row of their own included. Without any
 * item, `all` is what there is.
 */
export function scopesOf(study: StudyData, { byItem }: Units): Scope[] {
  const labels = itemLabels(study.items);
  const items = [...study.items].sort((a, b) => byName(labels.get(a.key) ?? "", labels.get(b.key) ?? ""));
  const unitsOf = (chosen: readonly ReportItem[]) => chosen.flatMap((item) => byItem.get(item.key) ?? []);
  const scope = (name: string, chosen: readonly ReportItem[]): Scope => ({
    name,
    units: unitsOf(chosen),
    readings: distinct(chosen.map((item) => readingOf(item.scale))),
  });

  const occursTwice = (item: ReportItem) => (byItem.get(item.key)?.length ?? 0) >= 2;
  const common = items.filter(occursTwice);
  const rowless = items.filter((item) => !occursTwice(item));
  const categories = [...new Set(rowless.flatMap((item) => item.category ?? []))].sort(byName);
  const others = ([OVERALL, PREFERENCE] as const).flatMap((target): Scope[] => {
    const units =
      target === PREFERENCE ? inPeoplesForm(byItem.get(target) ?? []) : (byItem.get(target) ?? []);
    return units.length === 0 ? [] : [{ name: target, units, readings: readingsOf(target, units) }];
  });

  const all: Scope =
    items.length > 0 || others.length === 0
      ? scope(ALL, items)
      : {
          name: ALL,
          units: others.flatMap(({ units }) => units),
          readings: others.flatMap(({ readings }) => readings),
        };
  return [
    all,
    ...common.map((item) => scope(labels.get(item.key) ?? item.id, [item])),
    ...categories.map((category) =>
      scope(
        `${CATEGORY}${category}`,
        items.filter((item) => item.category === category),
      ),
    ),
    ...others,
  ];
}

/**
 * What an item is called in a report, by key: its id, with the rubric's before it where
 * several rubrics use that id or a scope of its own has the name.
 */
export function itemLabels(items: readonly ReportItem[]): Map<string, string> {
  const uses = new Map<string, number>();
  for (const { id } of items) uses.set(id, (uses.get(id) ?? 0) + 1);
  const taken = (id: string) => (uses.get(id) ?? 0) > 1 || id === ALL || id.startsWith(CATEGORY);
  return new Map(items.map(({ key, id, rubric }) => [key, taken(id) ? `${rubric}/${id}` : id]));
}

const collator = new Intl.Collator("en", { numeric: true });

/** C2 before C10, and the same order whatever the machine's language. */
export function byName(a: string, b: string): number {
  return collator.compare(a, b) || compare(a, b);
}

function readingsOf(target: typeof OVERALL | typeof PREFERENCE, units: readonly Unit[]): Reading[] {
  const said = units.flatMap(({ humans, others }) => [...Object.values(humans).flat(), ...others]);
  return distinct(said.map(({ value }) => readingOfTarget(target, value)));
}

/**
 * Preferences in the form people gave them in, where they all used one: a graded value of a model says which of two
 * is better as well, but no word says by how much, and is left out of what is graded.
 */
function inPeoplesForm(units: readonly Unit[]): Unit[] {
  const people = units.flatMap(({ humans }) => Object.values(humans).flat());
  const [form, ...more] = distinct(people.map(({ value }) => readingOfTarget(PREFERENCE, value)));
  if (!form || more.length > 0) return [...units];
  return units.map((unit) => ({
    ...unit,
    others: unit.others.flatMap((rated) => {
      if (readingOfTarget(PREFERENCE, rated.value).name === form.name) return [rated];
      return typeof rated.value === "number" ? [{ ...rated, value: sideOf(rated.value) }] : [];
    }),
  }));
}

function distinct(readings: readonly Reading[]): Reading[] {
  return [...new Map(readings.map((reading) => [reading.name, reading])).values()].sort((a, b) =>
    byName(a.name, b.name),
  );
}
