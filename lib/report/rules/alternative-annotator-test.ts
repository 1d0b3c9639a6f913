import { intervalOfSums } from "@/lib/agreement/bootstrap-sums";
import type { Estimate } from "@/lib/agreement/estimate";
import { rejectedAt, studentTail } from "@/lib/agreement/student";
import type { Value } from "@/lib/judgement/schema";
import type { ReportOptions } from "@/lib/report/schema";
import type { AlternativeRow } from "@/lib/report/schema/human-vs-llm";
import type { ReportReason } from "@/lib/report/schema/values";
import { machineOf } from "./comparisons";
import { COST } from "./defaults";
import { GrowableColumn, NarrowColumn } from "./growable-columns";
import { endsOfShare } from "./interval-ends";
import { asNumber, NOT_APPLICABLE } from "./measurement-scale";
import type { Scope } from "./scopes";
import { type TaskNumbers, taskNumbers } from "./task-numbers";
import type { Rater, Unit } from "./unit";

const FEWEST_UNITS = 30;
const FEWEST_PEOPLE = 3;
const FALSE_DISCOVERIES = 0.05;

/**
 * Tests if models can replace people in a scope. Uses only values given without a visible draft: with one,
 * people and model agree because the model spoke first.
 *
 * Calderon, Reichart & Dror (2025), "The Alternative Annotator Test", arXiv:2501.10970.
 */
export function alternativeOf(
  scope: Scope,
  machines: readonly Rater[],
  options: ReportOptions,
): AlternativeRow[] {
  const { epsilon = COST } = options;
  if (scope.readings.length !== 1) return [];
  const points = scope.readings[0]?.summary === "mean";
  const tasks = taskNumbers(scope.units.map(({ task }) => task));
  return machines.flatMap((machine): AlternativeRow[] => {
    const judged: Unit[] = [];
    const byPerson = new Map<Rater, Trials>();
    let place = 0;
    for (const unit of scope.units) {
      const at = place++;
      const own = unit.others.find(({ rater }) => rater === machine)?.value;
      if (own === undefined || own === NOT_APPLICABLE) continue;
      judged.push(unit);
      addTrials(byPerson, at, unit, own, points);
    }
    if (judged.length === 0) return [];
    const tried = [...byPerson.values()];
    const tested = tried.filter(
      (trials) =>
        trials.length >= FEWEST_UNITS &&
        trials.some((unit) => tasks.number[unit] !== tasks.number[trials.at(0)]),
    );
    const reason = refusal(judged, tried.length, tested.length);
    const about = {
      scope: scope.name,
      ...machineOf(machine),
      people: tested.length,
      units: unitsIn(reason === null ? tested : tried, scope.units.length),
    };
    if (reason !== null) return [{ ...about, advantage: null, advantageCi: null, winningRate: null, reason }];
    const rejected = rejectedAt(
      tested.map((trials) => pOf(trials, tasks, epsilon)),
      FALSE_DISCOVERIES,
    );
    const advantage = advantageOver(tested, tasks, options);
    return [
      {
        ...about,
        advantage: advantage.value,
        advantageCi: endsOfShare(advantage),
        winningRate: rejected.filter(Boolean).length / tested.length,
        reason: null,
      },
    ];
  });
}

function refusal(units: readonly Unit[], people: number, tested: number): ReportReason | null {
  if (people === 0) {
    if (units.some(({ humans }) => humans.exposed.length > 0)) return "drafts-in-view";
    return units.some(({ humans }) => humans.unknown.length > 0) ? "exposure-unknown" : "no-ratings";
  }
  if (people < FEWEST_PEOPLE) return "fewer-than-3-raters";
  return tested < FEWEST_PEOPLE ? "fewer-than-30-units" : null;
}

/**
 * The units that a person judged together with others: whether the model, and whether the person, is at least as close to
 * the others as the other of the two.
 */
class Trials {
  private readonly unit = new GrowableColumn();
  private readonly machine = new NarrowColumn();
  private readonly person = new NarrowColumn();

  get length(): number {
    return this.unit.length;
  }

  add(unit: number, machine: boolean, person: boolean): void {
    this.unit.push(unit);
    this.machine.push(Number(machine));
    this.person.push(Number(person));
  }

  at(trial: number): number {
    return this.unit.at(trial);
  }

  some(holds: (unit: number) => boolean): boolean {
    return this.unit.numbers().some(holds);
  }

  each(take: (unit: number, machine: number, person: number) => void): void {
    for (let trial = 0; trial < this.length; trial++)
      take(this.unit.at(trial), this.machine.at(trial), this.person.at(trial));
  }
}

/** Adds the trial of each person who judged a unit together with others. */
function addTrials(byPerson: Map<Rater, Trials>, at: number, unit: Unit, own: Value, points: boolean): void {
  const people = unit.humans.independent;
  for (const { rater } of people) if (!byPerson.has(rater)) byPerson.set(rater, new Trials());
  const answers = people.filter(({ value }) => value !== NOT_APPLICABLE);
  if (answers.length < 2) return;
  const values = answers.map(({ value }) => (points ? (asNumber(value) ?? 0) : value));
  const ofMachine = points ? (asNumber(own) ?? 0) : own;
  for (const [without, { rater }] of answers.entries()) {
    const machine = nearness(ofMachine, without, values, points);
    const human = nearness(values[without] as Value, without, values, points);
    byPerson.get(rater)?.add(at, machine >= human, human >= machine);
  }
}

/** Number of distinct units, of so many, in some trials. */
function unitsIn(tried: readonly Trials[], units: number): number {
  const isIn = new Uint8Array(units);
  for (const trials of tried)
    trials.each((unit) => {
      isIn[unit] = 1;
    });
  return isIn.reduce((sum, own) => sum + own, 0);
}

/**
 * The closeness of a value to those of all people but one: minus the root of the mean squared distance of numbers, or the
 * share of equal words.
 */
function nearness(value: Value, without: number, values: readonly Value[], points: boolean): number {
  let sum = 0;
  for (let at = 0; at < values.length; at++) {
    if (at === without) continue;
    const other = values[at];
    sum += points ? ((other as number) - (value as number)) ** 2 : Number(other === value);
  }
  const mean = sum / (values.length - 1);
  return points ? -Math.sqrt(mean) : mean;
}

/**
 * One-sided t test of the differences: the probability that a person's lead is at most this if it were truly
 * at least the cost. Units of one task resemble each other, so only tasks count as independent: the standard
 * error first sums the deviations of each task. If each unit is a task of its own, it is the usual standard
 * error.
 */
function pOf(trials: Trials, tasks: TaskNumbers, cost: number): number {
  let sum = 0;
  trials.each((_, machine, person) => {
    sum += person - machine;
  });
  const centre = sum / trials.length;
  const deviations = new Float64Array(tasks.count);
  const isMet = new Uint8Array(tasks.count);
  trials.each((unit, machine, person) => {
    const task = tasks.number[unit] as number;
    deviations[task] = (deviations[task] as number) + (person - machine) - centre;
    isMet[task] = 1;
  });
  const met = isMet.reduce((count, own) => count + own, 0);
  const squares = deviations.reduce((all, deviation) => all + deviation ** 2, 0);
  const error = Math.sqrt((squares * met) / (met - 1)) / trials.length;
  const t = error === 0 ? Number.POSITIVE_INFINITY * Math.sign(cost - centre) : (cost - centre) / error;
  return studentTail(t, met - 1);
}

/**
 * The mean over people of the share of units on which the machine is at least as close to the others; its interval
 * draws whole tasks, the same for everyone.
 */
function advantageOver(
  tested: readonly Trials[],
  tasks: TaskNumbers,
  options: ReportOptions,
): Pick<Estimate, "value" | "interval"> {
  const width = 2 * tested.length;
  const totals = new Float64Array(width);
  const table = new Float64Array(tasks.count * width);
  const isMet = new Uint8Array(tasks.count);
  for (const [person, trials] of tested.entries())
    trials.each((unit, machine) => {
      const task = tasks.number[unit] as number;
      isMet[task] = 1;
      const at = task * width + 2 * person;
      table[at] = (table[at] as number) + machine;
      table[at + 1] = (table[at + 1] as number) + 1;
      totals[2 * person] = (totals[2 * person] as number) + machine;
      totals[2 * person + 1] = (totals[2 * person + 1] as number) + 1;
    });
  const mean = (sums: Float64Array) => {
    let [all, shares] = [0, 0];
    for (let at = 0; at < width; at += 2) {
      const units = sums[at + 1] as number;
      if (units === 0) continue;
      all += (sums[at] as number) / units;
      shares++;
    }
    return shares === 0 ? "no-common-units" : all / shares;
  };
  const met = new Float64Array(width * isMet.reduce((count, own) => count + own, 0));
  for (let task = 0, to = 0; task < tasks.count; task++) {
    if (isMet[task] === 0) continue;
    met.set(table.subarray(task * width, (task + 1) * width), to);
    to += width;
  }
  const value = mean(totals);
  return {
    value: typeof value === "number" ? value : null,
    interval: intervalOfSums(met, width, mean, { ...options, step: 2 }),
  };
}
