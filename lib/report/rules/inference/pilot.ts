import type { PlannedLevel } from "@/lib/agreement/complete-design";
import type { PilotMean } from "@/lib/agreement/planned-means";
import type { PilotUnit } from "@/lib/agreement/planner";
import { median } from "@/lib/agreement/quantile";
import type { ExposureClass, Value } from "@/lib/judgement/schema";
import { PREFERENCE } from "@/lib/judgement/schema/units";
import { type MachineReadings, machineReadings, plainValue } from "@/lib/report/rules/machine-readings";
import { NOT_APPLICABLE } from "@/lib/report/rules/measurement-scale";
import { type Scope, scopesOf } from "@/lib/report/rules/scopes";
import type { Units } from "@/lib/report/rules/unit";
import { unitsOf } from "@/lib/report/rules/units";
import type { StudyData } from "@/lib/report/schema/study";
import { isShare, machineNumber, peopleNumber } from "./unit-numbers";

/** People's values of a study, as the pilot of a larger one. */
export interface Pilot {
  scope: string;
  /** The exposure class of the values: independent ones if there are any. */
  exposure: Exclude<ExposureClass, "any">;
  units: PilotUnit[];
  categories: Value[];
  level: PlannedLevel;
  /** The most values of one unit. */
  raters: number;
  /** Median time of active work of a judgement, in seconds; null where it was not measured. */
  secondsEach: number | null;
}

/** The names of a study's scopes with one scale each: what can be planned. */
export function plannableScopes(study: StudyData): string[] {
  return scopesOf(study, unitsOf(study))
    .filter(({ readings }) => readings.length === 1)
    .map(({ name }) => name);
}

/** The people's values of a scope. Null if the scope does not exist, has several scales, or nobody judged it. */
export function pilotOf(study: StudyData, scopeName: string): Pilot | null {
  const scope = oneScale(study, unitsOf(study), scopeName);
  return scope && agreementPilotOf(scope, secondsOf(study));
}

/** The people's values of a scope with one scale. Null if nobody judged it. */
export function agreementPilotOf(scope: Scope, secondsEach: number | null): Pilot | null {
  const exposure = (["independent", "exposed", "unknown"] as const).find((one) =>
    scope.units.some(({ humans }) => humans[one].length > 0),
  );
  if (exposure === undefined) return null;
  const given = [...scope.units].map((unit) => ({
    cluster: unit.task,
    values: unit.humans[exposure]
      .map(({ value }) => plainValue(unit.item, value))
      .filter((value) => value !== NOT_APPLICABLE),
  }));
  const seen = new Set(given.flatMap(({ values }) => values));
  const declared = scope.readings[0]?.categories ?? [];
  const isPreference = scope.units.at(0)?.item === PREFERENCE;
  const categories = [...new Set([...(isPreference ? [] : declared), ...seen])].sort(byValue);
  const place = new Map(categories.map((value, n) => [value, n]));
  const units = given
    .filter(({ values }) => values.length > 0)
    .map(({ cluster, values }) => ({ cluster, values: values.map((value) => place.get(value) as number) }));
  return {
    ...{ scope: scope.name, exposure, units, categories, secondsEach },
    level: categories.every((value) => typeof value === "number") ? "ordinal" : "nominal",
    raters: units.reduce((most, { values }) => Math.max(most, values.length), 0),
  };
}

/** The median active time of a judgement by a person, in seconds; null where it was not measured. */
export function secondsOf(study: StudyData): number | null {
  const times = [...study.judgements].flatMap(({ activeMs, raterKind }) =>
    raterKind === "human" && activeMs !== null ? [activeMs] : [],
  );
  const middle = median(times);
  return middle === null ? null : middle / 1000;
}

/** The units of a scope with values of a judge and of people, and if their mean is a share. */
interface PilotOfMeans {
  units: PilotMean[];
  isShare: boolean;
}

/**
 * The units of a scope that a machine and people (independently) gave a value, as the pilot of estimates of means. Null if
 * there is none. `judge` is a part of the machine's name, method or condition; default: the first machine with such units.
 */
export function meanPilotOf(study: StudyData, scopeName: string, judge?: string): PilotOfMeans | null {
  const units = unitsOf(study);
  const scope = oneScale(study, units, scopeName);
  if (!scope) return null;
  for (const machine of machineReadings(study, units)) {
    const { rater, method, condition } = machine.judge;
    if (judge !== undefined && ![rater, method, condition].includes(judge)) continue;
    const found = judgedUnitsOf(study, scope, machine);
    if (found.length > 0) return { units: found, isShare: isShare(scope) };
  }
  return null;
}

/** The units of a scope with a machine's value and an independent one by people. Without a machine people are alone. */
export function judgedUnitsOf(study: StudyData, scope: Scope, machine: MachineReadings | null): PilotMean[] {
  const models = new Map(study.responses.map(({ id, model }) => [id, model]));
  return [...scope.units].flatMap((unit): PilotMean[] => {
    const judge = machine ? machineNumber(machine, unit) : 0;
    const human = peopleNumber(unit, "independent");
    const model = models.get(unit.response ?? "");
    if (judge === null || human === null) return [];
    return [{ cluster: unit.task, judge, human, ...(model != null && { model }) }];
  });
}

function oneScale(study: StudyData, units: Units, name: string): Scope | null {
  const scope = scopesOf(study, units).find((one) => one.name === name);
  return scope && scope.readings.length === 1 ? scope : null;
}

function byValue(a: Value, b: Value): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  return String(a) < String(b) ? -1 : 1;
}
