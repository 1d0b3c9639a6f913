import { correctedRate } from "@/lib/agreement/corrected-rate";
import { type LinearEstimate, linearDifference } from "@/lib/agreement/linearised";
import {
  type JudgedUnit,
  type PredictionPowered,
  predictionPowered,
} from "@/lib/agreement/prediction-powered";
import { OVERALL, PREFERENCE } from "@/lib/judgement/schema/units";
import type { MachineReadings } from "@/lib/report/rules/machine-readings";
import { measurementScaleOf } from "@/lib/report/rules/measurement-scale";
import { byName, type Scope, SUMMARY_SCOPES } from "@/lib/report/rules/scopes";
import type { Unit } from "@/lib/report/rules/unit";
import type { ReportOptions } from "@/lib/report/schema";
import type { ModelDifferenceRow, ModelEstimateRow, ModelMeasure } from "@/lib/report/schema/inference";
import type { StudyData } from "@/lib/report/schema/study";
import type { ReportReason } from "@/lib/report/schema/values";
import { linearEnds, linearEndsOfShare } from "./linear-ends";
import { machineNumber, peopleNumber } from "./unit-numbers";

/** With more models than this their differences are not listed: the number of pairs grows with the square. */
const MOST_COMPARED = 20;

/** One model's units, with what the report says of it. */
interface Part {
  row: ModelEstimateRow;
  found: PredictionPowered;
}

/**
 * Each model's mean score, pass rate, DRFR or win rate, from a machine's values on all units and people's independent values
 * on some, and the differences of models. Responses of a sample with unequal chances count by the inverse of their chance.
 * Assumes that which of them people judged does not depend on what they would give.
 */
export function modelEstimatesOf(
  study: StudyData,
  scopes: readonly Scope[],
  machines: readonly MachineReadings[],
  options: ReportOptions,
): { estimates: ModelEstimateRow[]; differences: ModelDifferenceRow[] } {
  const models = new Map(study.responses.map(({ id, model }) => [id, model]));
  const chances = new Map(
    study.responses.flatMap(({ id, probability }) => (probability ? [[id, probability]] : [])),
  );
  const estimates: ModelEstimateRow[] = [];
  const differences: ModelDifferenceRow[] = [];
  const measured = scopes.map(onOneScale).filter(hasSeveralTasks);
  for (const machine of machines) {
    const numbersOf = unitNumbers(machine, chances);
    for (const scope of measured)
      for (const measure of measuresOf(scope)) {
        const parts = partsOf(scope, measure, machine, numbersOf, models, options);
        estimates.push(...parts.map(({ row }) => row));
        if (parts.length > MOST_COMPARED) continue;
        differences.push(
          ...parts.flatMap((first, n) =>
            parts.slice(n + 1).map((second) => differenceOf(first, second, options)),
          ),
        );
      }
  }
  return { estimates, differences };
}

/** False for a question of a single task, whose few responses say nothing of a model. */
function hasSeveralTasks({ name, units }: Scope): boolean {
  if (SUMMARY_SCOPES.includes(name)) return true;
  const first = units.at(0)?.task;
  return units.some(({ task }) => task !== first);
}

/**
 * The questions of the checklists in a scope that mixes checklists with scales: scores and answers have no common
 * mean. Questions that allow "not applicable" and those that do not are on one scale here: that answer counts as
 * none.
 */
function onOneScale(scope: Scope): Scope {
  const { items, units, readings } = scope;
  const questions = items.filter(({ scale }) => measurementScaleOf(scale).summary === "majority");
  if (readings.length < 2 || questions.length === 0) return scope;
  const keys = new Set(questions.map(({ key }) => key));
  const places = units.map(({ item }) => keys.has(item)).flatMap((isOf, place) => (isOf ? [place] : []));
  return {
    ...scope,
    items: questions,
    readings: readings.filter(({ summary }) => summary === "majority").slice(0, 1),
    units: units.only(places),
  };
}

/** The quantities of a scope. Scales are not mixed, and `all` of a study without items is its target's own scope. */
function measuresOf({ name, units, readings }: Scope): ModelMeasure[] {
  const [reading] = readings;
  const [first] = units;
  if (!reading || !first) return [];
  if (first.item === PREFERENCE) return name === PREFERENCE ? ["win-rate"] : [];
  if (first.item === OVERALL && name !== OVERALL) return [];
  if (readings.length > 1) return [];
  return reading.summary === "mean" ? ["mean"] : ["drfr", "pass-rate"];
}

/** A unit as one model's: the win rate of a pair is seen from its side. */
type OwnUnit = JudgedUnit & {
  response: string | null;
  /** The number of responses it stands for: the inverse of its chance to be in the sample. */
  weight: number;
};

/** The machine's and people's numbers of a unit, made once for all scopes; null without one of the machine. */
function unitNumbers(machine: MachineReadings, chances: ReadonlyMap<string, number>) {
  const known = new Map<number, OwnUnit | null>();
  return (unit: Unit, number: number): OwnUnit | null => {
    const found = known.get(number);
    if (found !== undefined) return found;
    const { task: cluster, response } = unit;
    const judge = machineNumber(machine, unit);
    const weight = 1 / (chances.get(response ?? "") ?? 1);
    const own =
      judge === null ? null : { cluster, judge, human: peopleNumber(unit, "independent"), response, weight };
    known.set(number, own);
    return own;
  };
}

function partsOf(
  scope: Scope,
  measure: ModelMeasure,
  machine: MachineReadings,
  numbersOf: ReturnType<typeof unitNumbers>,
  models: ReadonlyMap<string, string | null>,
  options: ReportOptions,
): Part[] {
  const byModel = new Map<string, OwnUnit[]>();
  const add = (model: string | null | undefined, unit: OwnUnit) => {
    if (model == null) return;
    const own = byModel.get(model);
    if (own) own.push(unit);
    else byModel.set(model, [unit]);
  };
  const withheld = { exposed: 0, unknown: 0 };
  let place = 0;
  for (const unit of scope.units) {
    const own = numbersOf(unit, scope.units.numbers[place++] as number);
    if (own === null) continue;
    const { judge, human } = own;
    if (human === null) {
      withheld.exposed += Number(unit.humans.exposed.length > 0);
      withheld.unknown += Number(unit.humans.unknown.length > 0);
    }
    if (measure !== "win-rate") add(models.get(unit.response ?? ""), own);
    else
      for (const [place, response] of pairOf(unit).entries()) {
        const flip = (won: number | null) => (won === null || place === 0 ? won : 1 - won);
        add(models.get(response), { ...own, judge: flip(judge) as number, human: flip(human) });
      }
  }
  return [...byModel]
    .sort(([a], [b]) => byName(a, b))
    .map(([responseModel, units]) =>
      partOf(responseModel, scope, measure, machine, units, withheld, options),
    );
}

function partOf(
  responseModel: string,
  { name }: Scope,
  measure: ModelMeasure,
  { judge }: MachineReadings,
  units: readonly OwnUnit[],
  withheld: { exposed: number; unknown: number },
  options: ReportOptions,
): Part {
  const found = predictionPowered(measure === "pass-rate" ? byResponse(units) : units);
  const isShare = measure !== "mean";
  const ends = isShare ? linearEndsOfShare : linearEnds;
  const isEven = units.every(({ weight }) => weight === units[0]?.weight);
  const corrected = measure === "drfr" && isEven ? correctedRate(units.map(binary)) : null;
  const { human, powered } = found;
  return {
    found,
    row: {
      ...judge,
      ...{ measure, scope: name, responseModel },
      units: units.length,
      labelled: units.filter((unit) => unit.human !== null).length,
      human: human.value,
      humanCi: ends(human, options),
      judge: found.judge.value,
      judgeCi: ends(found.judge, options),
      powered: powered.value,
      poweredCi: ends(powered, options),
      reason: human.value === null ? whyWithheld(withheld) : null,
      lambda: human.value === null ? null : found.lambda,
      effective: found.effective,
      corrected: corrected?.rate.value ?? null,
      correctedCi: corrected ? linearEndsOfShare(corrected.rate, options) : null,
      correctedReason:
        corrected && corrected.rate.value === null
          ? human.value === null
            ? whyWithheld(withheld)
            : corrected.rate.reason
          : measure === "drfr" && !isEven
            ? "unequal-chances"
            : null,
      tpr: corrected?.tpr ?? null,
      tnr: corrected?.tnr ?? null,
    },
  };
}

/** Why no human value enters: people gave none, or only with a draft in view. */
function whyWithheld({ exposed, unknown }: { exposed: number; unknown: number }): ReportReason {
  if (exposed > 0) return "drafts-in-view";
  return unknown > 0 ? "exposure-unknown" : "no-ratings";
}

/** Units weighted so that each response counts the same, however many questions it has. */
function byResponse(units: readonly OwnUnit[]): JudgedUnit[] {
  const questions = new Map<string | null, number>();
  for (const { response } of units) questions.set(response, (questions.get(response) ?? 0) + 1);
  return units.map((unit) => ({
    ...unit,
    weight: unit.weight / (questions.get(unit.response) as number),
  }));
}

/** A unit as passed or failed: by most samples, and by most people; units on which people are divided are no label. */
function binary({ cluster, judge, human }: OwnUnit) {
  return {
    ...{ cluster, judge: judge > 0.5 },
    human: human === null || human === 0.5 ? null : human > 0.5,
  };
}

function pairOf({ subject }: Unit): readonly string[] {
  const read: unknown = JSON.parse(subject);
  return Array.isArray(read) ? read.map(String) : [];
}

function differenceOf(first: Part, second: Part, options: ReportOptions): ModelDifferenceRow {
  const { rater, raterKind, method, condition, measure, scope } = first.row;
  const of = (kind: "human" | "judge" | "powered"): LinearEstimate =>
    linearDifference(first.found[kind], second.found[kind]);
  const [human, judge, powered] = [of("human"), of("judge"), of("powered")];
  return {
    ...{ rater, raterKind, method, condition, measure, scope },
    first: first.row.responseModel,
    second: second.row.responseModel,
    human: human.value,
    humanCi: linearEnds(human, options),
    judge: judge.value,
    judgeCi: linearEnds(judge, options),
    powered: powered.value,
    poweredCi: linearEnds(powered, options),
    reason: human.value === null ? (first.row.reason ?? second.row.reason ?? human.reason) : null,
  };
}
