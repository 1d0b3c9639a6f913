import { OVERALL, PREFERENCE, type Target } from "@/lib/judgement/schema/units";
import { type MachineReadings, machineReadings, subjectOf } from "@/lib/report/rules/machine-readings";
import { measurementScaleOf } from "@/lib/report/rules/measurement-scale";
import { ALL, CATEGORY, OTHER, type ScopeDefinition } from "@/lib/report/rules/scopes";
import type { Subject } from "@/lib/report/rules/unit";
import type { StudyData, UndrawnMaterial } from "@/lib/report/schema/study";

/**
 * A machine counts as asked about everything that passed a filter if it has values, readable or not, of this share of what was
 * drawn and of what was not. A machine that was asked about the sample alone must not: its mean would be that of the sample.
 */
const ASKED_ABOUT_ALL = 0.95;

/** A unit that was not drawn, and that a machine judged. */
export type UndrawnUnit = Subject & { key: string };

/** One machine's values of what was not drawn. */
export interface BeyondSample {
  readings: MachineReadings;
  /** The chance with which a response or pair was drawn; null for one that the sample did not draw, like a check. */
  chanceOf(subject: string): number | null;
  /** Its units in a scope; null where it was not asked about everything there, so that the sample has to do. */
  unitsOf(scope: Part): readonly UndrawnUnit[] | null;
}

type Part = Pick<ScopeDefinition, "name" | "items" | "readings">;

/** The scope of pairs. */
export const PREFERENCES: Part = { name: PREFERENCE, items: [], readings: [] };

/** All that passed the filter of a study's sample, as its machines judged it. */
export interface BeyondSamples {
  /** The models of all responses, drawn or not. */
  models: ReadonlyMap<string, string | null>;
  /** The values that a machine gave what was not drawn. */
  of(machine: MachineReadings): BeyondSample | null;
}

/** Finds the values that machines gave what a study's sample did not draw. */
export function beyondSamples({ responses, undrawn: material }: StudyData): BeyondSamples {
  const models = new Map(responses.map(({ id, model }) => [id, model]));
  if (!material) return { models, of: () => null };
  const subjects = new Map(material.subjects.map((subject) => [subjectOf(subject), subject]));
  for (const { response, pair, models: authors } of material.subjects)
    for (const [at, id] of (pair ?? [response ?? ""]).entries()) models.set(id, authors[at] ?? null);
  const machines = new Map(
    machineReadings(material, { byItem: new Map() }).map((own) => [JSON.stringify(own.judge), own]),
  );
  const chances = new Map(material.drawn.map((drawn) => [subjectOf(drawn), drawn.probability]));
  return {
    models,
    of(machine) {
      const readings = machines.get(JSON.stringify(machine.judge));
      return readings ? beyondOf(readings, machine, { chances, subjects, items: material.items }) : null;
    },
  };
}

const targetOf = (item: string): Target => (item === OVERALL || item === PREFERENCE ? item : "item");

/** All that passed the filter, by the subjects of units. */
interface Passed {
  chances: ReadonlyMap<string, number>;
  subjects: ReadonlyMap<string, UndrawnMaterial["subjects"][number]>;
  items: UndrawnMaterial["items"];
}

function beyondOf(
  readings: MachineReadings,
  inSample: MachineReadings,
  { chances, subjects, items }: Passed,
): BeyondSample {
  const byItem = new Map<string, UndrawnUnit[]>();
  for (const key of readings.byUnit.keys()) {
    const [item, subject] = JSON.parse(key) as [string, string];
    const about = subjects.get(subject);
    if (!about) continue;
    const own = byItem.get(item) ?? [];
    byItem.set(item, own);
    own.push({ key, item, subject, task: about.task, response: about.response });
  }
  const drawn = askedAbout(inSample, chances);
  const undrawn = askedAbout(readings, subjects);
  const isAsked = (target: Target) =>
    drawn[target].size >= ASKED_ABOUT_ALL * chances.size &&
    undrawn[target].size >= ASKED_ABOUT_ALL * subjects.size;
  return {
    readings,
    chanceOf: (subject) => chances.get(subject) ?? null,
    unitsOf(scope) {
      const keys = keysOf(scope, items);
      if (keys === null || !isAsked(targetOf(keys[0] ?? ""))) return null;
      return keys.flatMap((key) => byItem.get(key) ?? []);
    },
  };
}

/** The responses or pairs among these that a machine was asked about, by what it was asked for. */
function askedAbout(
  { byUnit }: MachineReadings,
  among: Pick<ReadonlyMap<string, unknown>, "has">,
): Record<Target, Set<string>> {
  const found = { item: new Set<string>(), [OVERALL]: new Set<string>(), [PREFERENCE]: new Set<string>() };
  for (const key of byUnit.keys()) {
    const [item, subject] = JSON.parse(key) as [string, string];
    if (among.has(subject)) found[targetOf(item)].add(subject);
  }
  return found;
}

/**
 * The items of a scope among those of what was not drawn, whose tasks may have rubrics of their own. Null for the rest of a
 * bounded report: which items are in it depends on the sample.
 */
function keysOf(
  { name, items, readings: [reading] }: Part,
  undrawn: UndrawnMaterial["items"],
): string[] | null {
  if (name === OVERALL || name === PREFERENCE) return [name];
  if (name === OTHER || !reading) return null;
  if (name !== ALL && !name.startsWith(CATEGORY)) return items.map(({ key }) => key);
  return undrawn.flatMap(({ key, category, scale }) => {
    const { name: of, summary } = measurementScaleOf(scale);
    const isOfScope = name === ALL || name === `${CATEGORY}${category}`;
    return isOfScope && (summary === "majority" ? summary === reading.summary : of === reading.name)
      ? [key]
      : [];
  });
}
