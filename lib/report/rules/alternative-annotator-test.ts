import { intervalOfSums } from "@/lib/agreement/bootstrap-sums";
import type { Estimate } from "@/lib/agreement/estimate";
import { rejectedAt, studentTail } from "@/lib/agreement/student";
import type { ExposureClass } from "@/lib/judgement/schema";
import type { ReportOptions } from "@/lib/report/schema";
import type { AlternativeRow } from "@/lib/report/schema/human-vs-llm";
import type { ReportReason } from "@/lib/report/schema/values";
import { machineOf } from "./comparisons";
import { COST } from "./defaults";
import { endsOfShare } from "./interval-ends";
import { NONE } from "./none";
import { type ScopeValues, scopeValues } from "./scope-values";
import type { Scope } from "./scopes";
import type { TaskNumbers } from "./task-numbers";
import type { Rater } from "./unit";

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
  const values = scopeValues(scope);
  const { tasks, numbers, units } = values;
  return machines.flatMap((machine): AlternativeRow[] => {
    const given = values.valuesOf(machine);
    const judged: number[] = [];
    given.forEach((code, unit) => {
      if (code !== NONE && !Number.isNaN(numbers[code])) judged.push(unit);
    });
    if (judged.length === 0) return [];
    const tried = trialsOf(values, judged, given, points);
    const tested = tried.filter(
      ({ unit }) =>
        unit.length >= FEWEST_UNITS &&
        unit.some((own) => tasks.number[own] !== tasks.number[unit[0] as number]),
    );
    const reason = refusal(values, judged, tried.length, tested.length);
    const about = {
      scope: scope.name,
      ...machineOf(machine),
      people: tested.length,
      units: unitsIn(reason === null ? tested : tried, units),
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

function refusal(
  values: ScopeValues,
  judged: readonly number[],
  people: number,
  tested: number,
): ReportReason | null {
  if (people === 0) {
    const isGiven = (exposure: ExposureClass) => {
      const { start } = values.people(exposure);
      return judged.some((unit) => (start[unit + 1] as number) > (start[unit] as number));
    };
    if (isGiven("exposed")) return "drafts-in-view";
    return isGiven("unknown") ? "exposure-unknown" : "no-ratings";
  }
  if (people < FEWEST_PEOPLE) return "fewer-than-3-raters";
  return tested < FEWEST_PEOPLE ? "fewer-than-30-units" : null;
}

/**
 * The units that a person judged together with others: 1 if the model, and 1 if the person, is at least as close to the
 * others as the other of the two.
 */
interface Trials {
  unit: number[];
  machine: number[];
  person: number[];
}

/** The trials of each person who judged any of these units. */
function trialsOf(
  values: ScopeValues,
  judged: readonly number[],
  given: Int32Array,
  points: boolean,
): Trials[] {
  const { numbers } = values;
  const { start, rater, value } = values.people("independent");
  const byPerson = new Map<number, Trials>();
  const told = (code: number) => (points ? (numbers[code] as number) : code);
  for (const unit of judged) {
    const people: number[] = [];
    const answers: number[] = [];
    for (let at = start[unit] as number; at < (start[unit + 1] as number); at++) {
      const by = rater[at] as number;
      if (!byPerson.has(by)) byPerson.set(by, { unit: [], machine: [], person: [] });
      const code = value[at] as number;
      if (Number.isNaN(numbers[code])) continue;
      people.push(by);
      answers.push(told(code));
    }
    if (answers.length < 2) continue;
    const ofMachine = told(given[unit] as number);
    for (const [without, by] of people.entries()) {
      const machine = nearness(ofMachine, without, answers, points);
      const human = nearness(answers[without] as number, without, answers, points);
      const own = byPerson.get(by) as Trials;
      own.unit.push(unit);
      own.machine.push(Number(machine >= human));
      own.person.push(Number(human >= machine));
    }
  }
  return [...byPerson.values()];
}

/** Number of distinct units, of so many, in some trials. */
function unitsIn(tried: readonly Trials[], units: number): number {
  const isIn = new Uint8Array(units);
  for (const trials of tried) for (const unit of trials.unit) isIn[unit] = 1;
  return isIn.reduce((sum, own) => sum + own, 0);
}

/**
 * The closeness of a value to those of all people but one: minus the root of the mean squared distance of numbers, or the
 * share of equal codes of words.
 */
function nearness(value: number, without: number, values: readonly number[], points: boolean): number {
  let sum = 0;
  for (let at = 0; at < values.length; at++) {
    if (at === without) continue;
    const other = values[at] as number;
    sum += points ? (other - value) ** 2 : Number(other === value);
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
function pOf({ unit, machine, person }: Trials, tasks: TaskNumbers, cost: number): number {
  const lead = (trial: number) => (person[trial] as number) - (machine[trial] as number);
  let sum = 0;
  for (let trial = 0; trial < unit.length; trial++) sum += lead(trial);
  const centre = sum / unit.length;
  const deviations = new Float64Array(tasks.count);
  const isMet = new Uint8Array(tasks.count);
  for (let trial = 0; trial < unit.length; trial++) {
    const task = tasks.number[unit[trial] as number] as number;
    deviations[task] = (deviations[task] as number) + lead(trial) - centre;
    isMet[task] = 1;
  }
  const met = isMet.reduce((count, own) => count + own, 0);
  const squares = deviations.reduce((all, deviation) => all + deviation ** 2, 0);
  const error = Math.sqrt((squares * met) / (met - 1)) / unit.length;
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
  for (const [person, { unit, machine }] of tested.entries())
    for (const [trial, isNear] of machine.entries()) {
      const task = tasks.number[unit[trial] as number] as number;
      isMet[task] = 1;
      const at = task * width + 2 * person;
      table[at] = (table[at] as number) + isNear;
      table[at + 1] = (table[at + 1] as number) + 1;
      totals[2 * person] = (totals[2 * person] as number) + isNear;
      totals[2 * person + 1] = (totals[2 * person + 1] as number) + 1;
    }
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
