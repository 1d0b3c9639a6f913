import { arithmeticMean } from "@/lib/agreement/arithmetic-mean";
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
import { compare } from "./text-order";
import type { Rated, Rater, Unit } from "./unit";

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
  return machines.flatMap((machine): AlternativeRow[] => {
    const judged: Unit[] = [];
    const byPerson = new Map<Rater, Trials>();
    for (const unit of scope.units) {
      const own = unit.others.find(({ rater }) => rater === machine)?.value;
      if (own === undefined || own === NOT_APPLICABLE) continue;
      addTrials(byPerson, judged.push(unit) - 1, unit, own, points);
    }
    if (judged.length === 0) return [];
    const tasks = judged.map(({ task }) => task);
    const tried = [...byPerson.values()];
    const tested = tried.filter(
      (trials) => trials.length >= FEWEST_UNITS && trials.some((unit) => tasks[unit] !== tasks[trials.at(0)]),
    );
    const reason = refusal(judged, tried.length, tested.length);
    const about = {
      scope: scope.name,
      ...machineOf(machine),
      people: tested.length,
      units: unitsIn(reason === null ? tested : tried, judged.length),
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
  for (const { rater, value } of answers) {
    const [machine, human] = [nearness(own, rater, answers, points), nearness(value, rater, answers, points)];
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
 * The closeness of a value to those of all other people: minus the root of the mean squared distance, or the
 * share of equal values.
 */
function nearness(value: Value, without: Rater, answers: readonly Rated[], points: boolean): number {
  const number = asNumber(value) ?? 0;
  let sum = 0;
  for (const { rater, value: other } of answers) {
    if (rater === without) continue;
    sum += points ? ((asNumber(other) ?? 0) - number) ** 2 : Number(other === value);
  }
  const mean = sum / (answers.length - 1);
  return points ? -Math.sqrt(mean) : mean;
}

/**
 * One-sided t test of the differences: the probability that a person's lead is at most this if it were truly
 * at least the cost. Units of one task resemble each other, so only tasks count as independent: the standard
 * error first sums the deviations of each task. If each unit is a task of its own, it is the usual standard
 * error.
 */
function pOf(trials: Trials, taskOf: readonly string[], cost: number): number {
  let sum = 0;
  trials.each((_, machine, person) => {
    sum += person - machine;
  });
  const centre = sum / trials.length;
  const byTask = new Map<string, number>();
  trials.each((unit, machine, person) => {
    const task = taskOf[unit] as string;
    byTask.set(task, (byTask.get(task) ?? 0) + (person - machine) - centre);
  });
  const tasks = byTask.size;
  const squares = [...byTask.values()].reduce((sum, deviation) => sum + deviation ** 2, 0);
  const error = Math.sqrt((squares * tasks) / (tasks - 1)) / trials.length;
  const t = error === 0 ? Number.POSITIVE_INFINITY * Math.sign(cost - centre) : (cost - centre) / error;
  return studentTail(t, tasks - 1);
}

/**
 * The mean over people of the share of units on which the machine is at least as close to the others; its interval
 * draws whole tasks, the same for everyone.
 */
function advantageOver(
  tested: readonly Trials[],
  taskOf: readonly string[],
  options: ReportOptions,
): Pick<Estimate, "value" | "interval"> {
  const width = 2 * tested.length;
  const totals = new Float64Array(width);
  const sums = new Map<string, Float64Array>();
  for (const [person, trials] of tested.entries())
    trials.each((unit, machine) => {
      const task = taskOf[unit] as string;
      const own = sums.get(task) ?? new Float64Array(width);
      sums.set(task, own);
      for (const each of [own, totals]) {
        each[2 * person] = (each[2 * person] as number) + machine;
        each[2 * person + 1] = (each[2 * person + 1] as number) + 1;
      }
    });
  const mean = (totals: ArrayLike<number>) => {
    const shares = tested.flatMap((_, person) => {
      const all = totals[2 * person + 1] as number;
      return all === 0 ? [] : (totals[2 * person] as number) / all;
    });
    return shares.length === 0 ? "no-common-units" : arithmeticMean(shares);
  };
  const inOrder = [...sums].sort(([a], [b]) => compare(a, b));
  const table = new Float64Array(inOrder.length * width);
  for (const [at, [, own]] of inOrder.entries()) table.set(own, at * width);
  const value = mean(totals);
  return {
    value: typeof value === "number" ? value : null,
    interval: intervalOfSums(table, width, mean, { ...options, step: 2 }),
  };
}
