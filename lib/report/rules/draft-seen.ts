import type { ExposureClass } from "@/lib/judgement/schema";
import type { DraftsById } from "./draft-table";
import { NOT_APPLICABLE } from "./measurement-scale";
import type { Rated, Rater, Unit } from "./unit";

/** The values that models and rules gave for a unit, without n/a. */
export function machinesOf(unit: Unit): Rated[] {
  return unit.others.filter(
    ({ rater, value }) => value !== NOT_APPLICABLE && (rater.kind === "llm" || rater.kind === "rules"),
  );
}

/**
 * The model whose draft a person saw: that of the draft named in their judgement, otherwise the only model
 * that drafted the unit. Null if no draft was shown, or if it is unknown which of several.
 */
export function shownTo(person: Rated, machines: readonly Rated[], drafts: DraftsById): Rater | null {
  if (person.exposure === "independent") return null;
  if (person.draft === null) return machines.length === 1 ? (machines[0]?.rater ?? null) : null;
  const id = person.judgement?.draft ?? null;
  const draft = id === null ? undefined : drafts.get(id);
  const own = machines.find(
    ({ rater }) =>
      rater.name === draft?.rater &&
      rater.kind === draft.raterKind &&
      rater.method === draft.method &&
      (rater.condition === null || rater.condition === draft.condition),
  );
  return own?.rater ?? null;
}

/** The number of a unit's values that people gave with the draft of this machine in view. */
export function seenBy(unit: Unit, machine: Rater, exposure: ExposureClass, drafts: DraftsById): number {
  if (exposure === "independent") return 0;
  const machines = machinesOf(unit);
  return unit.humans[exposure].filter((person) => shownTo(person, machines, drafts) === machine).length;
}
