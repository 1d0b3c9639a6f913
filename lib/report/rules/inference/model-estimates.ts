import { correctedRate } from "@/lib/agreement/corrected-rate";
import { type ClusterName, type LinearEstimate, linearDifference } from "@/lib/agreement/linearised";
import { type PoweredShare, poweredShare, shareDifference } from "@/lib/agreement/powered-share";
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
import type { Inclusion, StudyData } from "@/lib/report/schema/study";
import type { ReportReason } from "@/lib/report/schema/values";
import type { BeyondSample, BeyondSamples } from "./beyond-samples";
import { inclusionsOf } from "./inclusions";
import { endsOf, linearEnds, linearEndsOfShare } from "./linear-ends";
import { isShare, machineNumber, peopleNumber } from "./unit-numbers";

/** With more models than this their differences are not listed: the number of pairs grows with the square. */
const MOST_COMPARED = 20;

/** One model's units, with what the report says of it. */
interface Part {
  row: ModelEstimateRow;
  found: PredictionPowered;
  /** Null for means of points. */
  share: PoweredShare | null;
}

/**
 * Each model's mean score, pass rate, DRFR or win rate, from a machine's values on all units and people's independent values
 * on some, and the differences of models. Where the machine was asked about everything that a sample was drawn from, each unit
 * of that counts once, and the chances of the drawn ones weigh the correction; otherwise each drawn response or pair counts by
 * the inverse of its chance. People's values count whatever the machine gave: where it gave none its mean stands in, and for the
 * corrected rate an answer that cannot be read has not passed. Assumes that which of the units people judged does not depend on
 * what they would give.
 */
export function modelEstimatesOf(
  study: StudyData,
  scopes: readonly Scope[],
  machines: readonly MachineReadings[],
  beyond: BeyondSamples,
  options: ReportOptions,
): { estimates: ModelEstimateRow[]; differences: ModelDifferenceRow[] } {
  const inclusions = inclusionsOf(study);
  const estimates: ModelEstimateRow[] = [];
  const differences: ModelDifferenceRow[] = [];
  const measured = scopes.map(onOneScale).filter(hasSeveralTasks);
  for (const machine of machines) {
    const source = { machine, numbersOf: unitNumbers(machine, inclusions), beyond: beyond.of(machine) };
    for (const scope of measured)
      for (const measure of measuresOf(scope)) {
        const parts = partsOf(scope, measure, source, beyond.models, options);
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
function measuresOf(scope: Scope): ModelMeasure[] {
  const { name, units, readings } = scope;
  const [first] = units;
  if (readings.length === 0 || !first) return [];
  if (first.item === PREFERENCE) return name === PREFERENCE ? ["win-rate"] : [];
  if (first.item === OVERALL && name !== OVERALL) return [];
  if (readings.length > 1) return [];
  return isShare(scope) ? ["drfr", "pass-rate"] : ["mean"];
}

/** A unit as one model's: the win rate of a pair is seen from its side. */
type OwnUnit = JudgedUnit & {
  response: string | null;
  /** False where the machine was not asked, so that it has no answer that could not be read. */
  isAsked: boolean;
  /** The number of responses or pairs it stands for: the inverse of its chance to be in the sample; 1 where the others are there too. */
  weight: number;
};

/** The machine's and people's numbers of a unit, made once for all scopes; null where neither was asked. */
function unitNumbers(machine: MachineReadings, inclusions: ReadonlyMap<string, Inclusion>) {
  const known = new Map<number, OwnUnit | null>();
  return (unit: Unit, number: number): OwnUnit | null => {
    const found = known.get(number);
    if (found !== undefined) return found;
    const { task: cluster, subject, response } = unit;
    const [judge, human] = [machineNumber(machine, unit), peopleNumber(unit, "independent")];
    const { probability = 1, stratum } = inclusions.get(subject) ?? {};
    const standsFor = 1 / probability;
    const sampling = { weight: standsFor, standsFor, ...(stratum !== undefined && { stratum }) };
    const isAsked = machine.byUnit.has(unit.key);
    const own = isAsked || human !== null ? { cluster, judge, human, response, isAsked, ...sampling } : null;
    known.set(number, own);
    return own;
  };
}

/** One machine's values: of the study's own units, and of those that its sample left undrawn. */
interface Source {
  machine: MachineReadings;
  numbersOf: ReturnType<typeof unitNumbers>;
  beyond: BeyondSample | null;
}

function partsOf(
  scope: Scope,
  measure: ModelMeasure,
  { machine, numbersOf, beyond }: Source,
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
  const addUnit = (unit: Pick<Unit, "subject" | "response">, own: OwnUnit) => {
    if (measure !== "win-rate") return add(models.get(unit.response ?? ""), own);
    for (const [place, response] of pairOf(unit).entries()) {
      const flip = (won: number | null) => (won === null || place === 0 ? won : 1 - won);
      add(models.get(response), { ...own, judge: flip(own.judge), human: flip(own.human) });
    }
  };
  const withheld = { exposed: 0, unknown: 0 };
  const undrawn = beyond?.unitsOf(scope) ?? null;
  let place = 0;
  for (const unit of scope.units) {
    const own = numbersOf(unit, scope.units.numbers[place++] as number);
    const placed = own && undrawn ? drawnFrom(own, beyond?.chanceOf(unit.subject) ?? null) : own;
    if (placed === null) continue;
    if (placed.human === null) {
      withheld.exposed += Number(unit.humans.exposed.length > 0);
      withheld.unknown += Number(unit.humans.unknown.length > 0);
    }
    addUnit(unit, placed);
  }
  if (beyond && undrawn)
    for (const unit of undrawn) {
      const judge = machineNumber(beyond.readings, unit);
      const { task: cluster, response } = unit;
      addUnit(unit, { cluster, judge, human: null, response, isAsked: true, weight: 1 });
    }
  return [...byModel]
    .filter(([, units]) => units.some(({ isAsked }) => isAsked))
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
  const used = withLabelledStrata(measure === "pass-rate" ? byResponse(units) : units);
  const found = predictionPowered(used);
  const share = measure === "mean" ? null : poweredShare(used, found, options.confidence);
  const ends = (kind: keyof PoweredShare) =>
    share ? endsOf(found[kind], share[kind].interval) : linearEnds(found[kind], options);
  const { human, powered } = found;
  const why = human.value === null ? whyWithheld(withheld) : null;
  return {
    ...{ found, share },
    row: {
      ...judge,
      ...{ measure, scope: name, responseModel },
      units: units.length,
      unread: units.filter((unit) => unit.judge === null).length,
      labelled: units.filter((unit) => unit.human !== null).length,
      human: human.value,
      humanCi: ends("human"),
      judge: found.judge.value,
      judgeCi: ends("judge"),
      powered: powered.value,
      poweredCi: ends("powered"),
      reason: why,
      lambda: human.value === null ? null : found.lambda,
      effective: found.effective,
      ...correctedOf(measure, units, why, options),
    },
  };
}

type Corrected = Pick<ModelEstimateRow, "corrected" | "correctedCi" | "correctedReason" | "tpr" | "tnr">;

/** The rate corrected for the machine's errors, over the units that it was asked about. Only of questions with yes and no. */
function correctedOf(
  measure: ModelMeasure,
  units: readonly OwnUnit[],
  why: ReportReason | null,
  options: ReportOptions,
): Corrected {
  const none = { corrected: null, correctedCi: null, correctedReason: null, tpr: null, tnr: null };
  if (measure !== "drfr") return none;
  if (!hasEvenChances(units)) return { ...none, correctedReason: "unequal-chances" };
  const { rate, tpr, tnr } = correctedRate(units.filter(({ isAsked }) => isAsked).map(binary));
  return {
    corrected: rate.value,
    correctedCi: linearEndsOfShare(rate, options),
    correctedReason: rate.value === null ? (why ?? rate.reason) : null,
    ...{ tpr, tnr },
  };
}

/** True if no unit stands for more others than the next, among all and among those that people judged. */
function hasEvenChances(units: readonly OwnUnit[]): boolean {
  const labelled = units.filter(({ human }) => human !== null);
  return (
    units.every(({ weight }) => weight === units[0]?.weight) &&
    labelled.every(({ probability }) => probability === labelled[0]?.probability)
  );
}

/** Why no human value enters: people gave none, or only with a draft in view. */
function whyWithheld({ exposed, unknown }: { exposed: number; unknown: number }): ReportReason {
  if (exposed > 0) return "drafts-in-view";
  return unknown > 0 ? "exposure-unknown" : "no-ratings";
}

/** Fewer labelled tasks than this tell nothing of how far those of a stratum differ. */
const FEW_TASKS = 2;

/**
 * Units with strata of two labelled tasks or more: those with fewer are taken together, and with the smallest of the others if
 * they still are too few.
 */
function withLabelledStrata(units: readonly JudgedUnit[]): readonly JudgedUnit[] {
  const tasks = new Map<string, Set<ClusterName>>();
  for (const { stratum, human, cluster } of units) {
    if (stratum === undefined) continue;
    const own = tasks.get(stratum) ?? new Set();
    tasks.set(stratum, own);
    if (human !== null) own.add(cluster);
  }
  if (tasks.size === 0) return units;
  const merged = new Set<string>();
  let together = 0;
  for (const [stratum, { size }] of [...tasks].sort(([a, n], [b, m]) => n.size - m.size || byName(a, b))) {
    if (size >= FEW_TASKS && (merged.size === 0 || together >= FEW_TASKS)) break;
    merged.add(stratum);
    together += size;
  }
  return units.map((unit) => (merged.has(unit.stratum ?? "") ? { ...unit, stratum: FEW } : unit));
}

/** The stratum of those taken together. Tags have no control characters. */
const FEW = "\0few";

/** Units weighted so that each response counts the same, however many questions it has. */
function byResponse(units: readonly OwnUnit[]): JudgedUnit[] {
  const questions = new Map<string | null, number>();
  for (const { response } of units) questions.set(response, (questions.get(response) ?? 0) + 1);
  return units.map((unit) => ({
    ...unit,
    weight: unit.weight / (questions.get(unit.response) as number),
  }));
}

/**
 * A unit as passed or failed: by most samples, and by most people; units on which people are divided are no label. An answer
 * that cannot be read has not passed, on units with and without labels alike.
 */
function binary({ cluster, judge, human }: OwnUnit) {
  return {
    ...{ cluster, judge: judge !== null && judge > 0.5 },
    human: human === null || human === 0.5 ? null : human > 0.5,
  };
}

/** A unit of a sample as one of all that the sample was drawn from; null for one that no lot decided on. */
function drawnFrom(unit: OwnUnit, probability: number | null): OwnUnit | null {
  if (probability === null) return null;
  // The strata of undrawn units are not known.
  const { stratum: _stratum, ...own } = unit;
  return { ...own, weight: 1, standsFor: 1, probability };
}

function pairOf({ subject }: Pick<Unit, "subject">): readonly string[] {
  const read: unknown = JSON.parse(subject);
  return Array.isArray(read) ? read.map(String) : [];
}

function differenceOf(first: Part, second: Part, options: ReportOptions): ModelDifferenceRow {
  const { rater, raterKind, method, condition, measure, scope } = first.row;
  const of = (kind: keyof PoweredShare): LinearEstimate =>
    linearDifference(first.found[kind], second.found[kind]);
  const ends = (kind: keyof PoweredShare, difference: LinearEstimate) =>
    first.share && second.share
      ? endsOf(difference, shareDifference(first.share[kind], second.share[kind]))
      : linearEnds(difference, options);
  const [human, judge, powered] = [of("human"), of("judge"), of("powered")];
  return {
    ...{ rater, raterKind, method, condition, measure, scope },
    first: first.row.responseModel,
    second: second.row.responseModel,
    human: human.value,
    humanCi: ends("human", human),
    judge: judge.value,
    judgeCi: ends("judge", judge),
    powered: powered.value,
    poweredCi: ends("powered", powered),
    reason: human.value === null ? (first.row.reason ?? second.row.reason ?? human.reason) : null,
  };
}
