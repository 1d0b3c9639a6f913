import type { Value } from "@/lib/judgement/schema";
import type { ReportOptions } from "@/lib/report/schema";
import type { AgainstGoldRow, AgainstMajorityRow } from "@/lib/report/schema/against-gold";
import type { StudyData } from "@/lib/report/schema/study";
import { ComparedUnits, scalesOf } from "./compared-units";
import { byJudge, type Judge, type MachineReadings, machineReadings, plainValue } from "./machine-readings";
import { verdictsOf } from "./rater-verdicts";
import { goldAnswers, type KnownUnit, majorityAnswers, valueTogether } from "./reference-answers";
import { byName, itemLabels } from "./scopes";
import type { Rater, Units } from "./unit";
import { averageOverTags, measureSubset } from "./verdict-measures";

/**
 * Compares each model, under each condition, and each person with gold. If several gold raters disagree, the
 * majority's value is the answer.
 */
export function againstGoldOf(
  study: StudyData,
  units: Units,
  options: ReportOptions,
  machines?: readonly MachineReadings[],
): AgainstGoldRow[] {
  const known = goldAnswers(units);
  if (known.size === 0) return [];
  const readings = machines ?? machineReadings(study, units, known);
  return rowsOf(
    study,
    comparedWith(study, readings, known, ({ answer }) => answer),
    options,
  );
}

/**
 * Compares models and people with the majority of people on each unit. A person is compared with the majority
 * of the other people.
 */
export function againstMajorityOf(
  study: StudyData,
  units: Units,
  options: ReportOptions,
  machines?: readonly MachineReadings[],
): AgainstMajorityRow[] {
  const majorities = majorityAnswers(units);
  if (!majorities) return [];
  const { exposure, known } = majorities;
  const readings = machines ?? machineReadings(study, units, known);
  const compared = comparedWith(study, readings, known, ({ people }, person) =>
    valueTogether(people, person),
  );
  return rowsOf(study, compared, options).map((row) => ({ ...row, exposure }));
}

/** A judge's values for the units, beside their answers. */
interface Compared {
  judge: Judge;
  units: ComparedUnits;
}

/**
 * The values of models, rules and people for these units, in the order of the units. A person's answers are those of `answerTo`, of
 * which there may be none.
 */
function comparedWith(
  study: StudyData,
  machines: readonly MachineReadings[],
  known: ReadonlyMap<string, KnownUnit>,
  answerTo: (unit: KnownUnit, person: Rater) => Value | null,
): Compared[] {
  const tagsOf = new Map(study.tasks.map(({ id, tags }) => [id, tags]));
  const scales = scalesOf(study);
  const found = machines.map(({ judge, byUnit, heldOut }): Compared => {
    const own = new ComparedUnits(tagsOf, scales);
    for (const [key, unit] of known) {
      const readings = heldOut.has(unit.task) ? undefined : byUnit.get(key);
      if (readings) own.add(unit, unit.answer, verdictsOf(unit.item, readings));
    }
    return { judge, units: own };
  });
  const people = new Map<Rater, ComparedUnits>();
  for (const unit of known.values())
    for (const { rater, value, exposure } of unit.people) {
      const answer = answerTo(unit, rater);
      if (answer === null) continue;
      const own = people.get(rater) ?? new ComparedUnits(tagsOf, scales);
      people.set(rater, own);
      own.add(unit, answer, {
        verdicts: [plainValue(unit.item, value), undefined],
        exposed: exposure === "exposed",
        spread: undefined,
      });
    }
  for (const [{ name: rater, kind: raterKind }, own] of people)
    found.push({ judge: { rater, raterKind, method: null, condition: null }, units: own });
  return found;
}

/** The rows of each judge: all units, each item where there are several, each tag, and the means over tags. */
function rowsOf(study: StudyData, compared: readonly Compared[], options: ReportOptions): AgainstGoldRow[] {
  const labels = itemLabels(study.items);
  return [...compared]
    .sort(({ judge: a }, { judge: b }) => byJudge(a, b))
    .flatMap(({ judge, units }) => {
      if (units.length === 0) return [];
      const [byItem, byTag] = [units.byItem(), units.byTag()];
      const part = (subset: string, rows: ArrayLike<number>) => ({
        ...judge,
        ...measureSubset(subset, units, rows, options),
      });
      const tags = [...byTag.keys()].sort(byName);
      const sets = [...(tags.length > 1 ? [{ name: "", tags }] : []), ...(options.macro ?? [])];
      return [
        part("all", units.all()),
        ...(byItem.size > 1
          ? [...byItem]
              .map(([item, rows]) => ({ rows, name: labels.get(item) ?? item }))
              .sort((a, b) => byName(a.name, b.name))
              .map(({ name, rows }) => part(`item:${name}`, rows))
          : []),
        ...tags.map((tag) => part(`tag:${tag}`, byTag.get(tag) ?? [])),
        ...sets.map((set) => ({ ...judge, ...averageOverTags(set, units, options) })),
      ];
    });
}
