import type { ExposureClass } from "@/lib/judgement/schema";
import type { DraftsById } from "./draft-table";
import { NOT_APPLICABLE } from "./measurement-scale";
import type { Rated, Rater, Unit } from "./unit";

/** The models and rules that drafted a unit. */
interface Drafters {
  /** Also those whose value is n/a, or that came to none. */
  all: readonly Rater[];
  /** The only one with another value than n/a; null where there are several, or none. */
  only: Rater | null;
}

const isMachine = ({ kind }: Rater) => kind === "llm" || kind === "rules";

export function draftersOf({ others, undecided }: Unit): Drafters {
  const machines = others.filter(({ rater }) => isMachine(rater));
  const answered = machines.filter(({ value }) => value !== NOT_APPLICABLE);
  return {
    all: [...machines.map(({ rater }) => rater), ...undecided],
    only: answered.length === 1 ? (answered[0]?.rater ?? null) : null,
  };
}

/**
 * The model whose draft a person saw: that of the draft named in their judgement, whatever its value; otherwise the only
 * model that gave the unit a value. Null if no draft was shown, or if it is unknown which of several.
 */
export function shownTo(person: Rated, { all, only }: Drafters, drafts: DraftsById): Rater | null {
  if (person.exposure === "independent") return null;
  const id = person.judgement?.draft ?? null;
  const draft = id === null ? undefined : drafts.get(id);
  if (!draft) return only;
  const own = all.find(
    (rater) =>
      rater.name === draft.rater &&
      rater.kind === draft.raterKind &&
      rater.method === draft.method &&
      (rater.condition === null || rater.condition === draft.condition),
  );
  return own ?? null;
}

/** The number of a unit's values that people gave with the draft of this machine in view. */
export function seenBy(unit: Unit, machine: Rater, exposure: ExposureClass, drafts: DraftsById): number {
  if (exposure === "independent") return 0;
  const drafters = draftersOf(unit);
  return unit.humans[exposure].filter((person) => shownTo(person, drafters, drafts) === machine).length;
}
