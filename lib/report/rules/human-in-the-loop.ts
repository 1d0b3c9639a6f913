import { groupInOrder } from "@/lib/dataset/rules/group-in-order";
import type { ReportOptions } from "@/lib/report/schema";
import type { HumanVsLlmRow } from "@/lib/report/schema/human-vs-llm";
import { machineOf } from "./comparisons";
import { draftersOf, shownTo } from "./draft-seen";
import type { DraftsById } from "./draft-table";
import { type BothSides, compareSides, summary } from "./human-vs-llm";
import { NOT_APPLICABLE } from "./measurement-scale";
import { scopeValues } from "./scope-values";
import type { Scope } from "./scopes";
import type { Rated, Rater, Unit } from "./unit";

/** A unit that people judged with the draft of one model in view. */
interface SeenUnit {
  unit: Unit;
  /** Place of the unit in its scope. */
  place: number;
  /** The values that these people gave. */
  given: Rated[];
}

/** Like a model's row, without what only a model's own values have. */
export type HumanInTheLoopRow = Omit<HumanVsLlmRow, "draftSeen" | "unread" | "confusion">;

/**
 * People with a model's draft in view, held against people without one: of each unit the joint value of those who saw
 * this model's draft, and that of those who judged independently. A row for each model whose draft was in view. A person
 * who gave both values of a unit counts with the one given with the draft, so that nobody is compared with themselves.
 * Units on which one side is evenly divided are left out, and counted as ties; so are those on which all who saw the draft
 * said n/a.
 */
export function humanInTheLoopOf(
  scope: Scope,
  llms: readonly Rater[],
  drafts: DraftsById,
  options: ReportOptions,
): HumanInTheLoopRow[] {
  const seen = seenUnits(scope, drafts);
  return llms.flatMap((llm): HumanInTheLoopRow[] => {
    const units = seen.get(llm);
    if (!units) return [];
    const { points, ...counted } = pointsOf(scope, units);
    const about = { item: scope.name, ...machineOf(llm), exposure: "independent" as const };
    return [{ ...about, ...compareSides(points, scope, options), ...counted }];
  });
}

/** By model, the units whose draft of this model people had in view. */
function seenUnits(scope: Scope, drafts: DraftsById): Map<Rater, SeenUnit[]> {
  const seen = new Map<Rater, SeenUnit[]>();
  const { start } = scopeValues(scope).people("exposed");
  for (let place = 0; place + 1 < start.length; place++) {
    if (start[place] === start[place + 1]) continue;
    const unit = scope.units.at(place) as Unit;
    const drafters = draftersOf(unit);
    const given = groupInOrder(unit.humans.exposed, (person) => shownTo(person, drafters, drafts));
    for (const [llm, own] of given) {
      if (llm === null) continue;
      const units = seen.get(llm) ?? [];
      units.push({ unit, place, given: own });
      seen.set(llm, units);
    }
  }
  return seen;
}

const isAnswer = ({ value }: Rated) => value !== NOT_APPLICABLE;

function pointsOf(scope: Scope, units: readonly SeenUnit[]) {
  const all = scopeValues(scope);
  const codes = new Map(all.values.map((value, code) => [value, code]));
  const reading = scope.readings.length === 1 ? scope.readings[0] : undefined;
  const points: BothSides = { human: [], llm: [], tasks: [] };
  let [ties, humanNa, llmNa] = [0, 0, 0];
  for (const { unit, place, given } of units) {
    const others = unit.humans.independent.filter(({ rater }) => given.every((own) => own.rater !== rater));
    if (others.length === 0) continue;
    const [own, theirs] = [given.filter(isAnswer), others.filter(isAnswer)];
    if (own.length === 0) llmNa++;
    humanNa += others.length - theirs.length;
    if (!reading || own.length === 0 || theirs.length === 0) continue;
    const jointly = (rated: readonly Rated[]) =>
      summary(
        rated.map(({ value }) => codes.get(value) as number),
        all,
        reading,
      );
    const [assisted, alone] = [jointly(own), jointly(theirs)];
    if (assisted === null || alone === null) {
      ties++;
      continue;
    }
    points.llm.push(assisted);
    points.human.push(alone);
    points.tasks.push(all.tasks.number[place] as number);
  }
  return { points, ties, humanNa, llmNa };
}
