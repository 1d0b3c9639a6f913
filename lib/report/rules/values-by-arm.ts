import type { StudyData } from "@/lib/report/schema/study";
import { choicesOf, selected } from "./selection";
import type { Rated, Unit, Units } from "./unit";
import { unitsOf } from "./units";

/** People's final values of a unit in each arm; values without an arm are left out. */
export type InArms = (unit: Unit) => ReadonlyMap<string, readonly Rated[]>;

/**
 * People's values by arm. A person who judged a unit in several arms counts once in each, with the value
 * given there.
 */
export function inArmsOf(study: StudyData, { repeated }: Units): InArms {
  const arms = choicesOf(study).arm ?? [];
  if (arms.length === 0) return () => NO_VALUES;
  if (repeated === 0) return ({ humans }) => byArm(humans.any);
  const found = new Map<string, Map<string, readonly Rated[]>>();
  for (const arm of arms) {
    for (const units of unitsOf(selected(study, { arm })).byItem.values()) {
      for (const unit of units) {
        const said = unit.humans.any;
        if (said.length === 0) continue;
        const own = found.get(keyOf(unit)) ?? new Map<string, readonly Rated[]>();
        found.set(keyOf(unit), own);
        own.set(arm, said);
      }
    }
  }
  return (unit) => found.get(keyOf(unit)) ?? NO_VALUES;
}

const NO_VALUES: ReadonlyMap<string, readonly Rated[]> = new Map();

function keyOf({ item, subject }: Unit): string {
  return JSON.stringify([item, subject]);
}

function byArm(said: readonly Rated[]): Map<string, Rated[]> {
  const arms = new Map<string, Rated[]>();
  for (const rated of said) {
    if (rated.arm === null) continue;
    const own = arms.get(rated.arm);
    if (own) own.push(rated);
    else arms.set(rated.arm, [rated]);
  }
  return arms;
}
