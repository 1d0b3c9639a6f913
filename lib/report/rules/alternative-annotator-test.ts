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
import { endsOfShare } from "./interval-ends";
import { asNumber, NOT_APPLICABLE } from "./measurement-scale";
import type { Scope } from "./scopes";
import { compare } from "./text-order";
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
  return machines.flatMap((machine): AlternativeRow[] => {
    const units = scope.units.flatMap((unit) => {
      const own = unit.others.find(({ rater }) => rater === machine)?.value;
      return own === undefined || own === NOT_APPLICABLE ? [] : [{ unit, own }];
    });
    if (units.length === 0) return [];
    const people = [
      ...new Set(units.flatMap(({ unit }) => unit.humans.independent.map(({ rater }) => rater))),
    ];
    const tried = people.map((person) => units.flatMap(({ unit, own }) => trial(unit, own, person, points)));
    const tested = tried.filter(
      (trials) => trials.length >= FEWEST_UNITS && new Set(trials.map(({ unit }) => unit.task)).size > 1,
    );
    const reason = refusal(units, people.length, tested.length);
    const about = {
      scope: scope.name,
      ...machineOf(machine),
      people: tested.length,
      units: new Set((reason === null ? tested : tried).flat().map(({ unit }) => unit)).size,
    };
    if (reason !== null) return [{ ...about, advantage: null, advantageCi: null, winningRate: null, reason }];
    const rejected = rejectedAt(
      tested.map((trials) => pOf(trials, epsilon)),
      FALSE_DISCOVERIES,
    );
    const advantage = advantageOver(tested, options);
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

function refusal(units: readonly { unit: Unit }[], people: number, tested: number): ReportReason | null {
  if (people === 0) {
    if (units.some(({ unit }) => unit.humans.exposed.length > 0)) return "drafts-in-view";
    return units.some(({ unit }) => unit.humans.unknown.length > 0) ? "exposure-unknown" : "no-ratings";
  }
  if (people < FEWEST_PEOPLE) return "fewer-than-3-raters";
  return tested < FEWEST_PEOPLE ? "fewer-than-30-units" : null;
}

/**
 * For each unit: whether the model, and whether the person, is at least as close to the other people as the
 * other of the two.
 */
interface Trial {
  unit: Unit;
  machine: boolean;
  person: boolean;
}

function trial(unit: Unit, own: Value, person: Rater, points: boolean): Trial[] {
  const answers = unit.humans.independent.filter(({ value }) => value !== NOT_APPLICABLE);
  const theirs = answers.find(({ rater }) => rater === person)?.value;
  const others = answers.filter(({ rater }) => rater !== person).map(({ value }) => value);
  if (theirs === undefined || others.length === 0) return [];
  const [machine, human] = [nearness(own, others, points), nearness(theirs, others, points)];
  return [{ unit, machine: machine >= human, person: human >= machine }];
}

/**
 * The closeness of a value to others: minus the root of the mean squared distance, or the share of equal
 * values.
 */
function nearness(value: Value, others: readonly Value[], points: boolean): number {
  if (!points) return others.filter((other) => other === value).length / others.length;
  return -Math.sqrt(
    arithmeticMean(others.map((other) => ((asNumber(other) ?? 0) - (asNumber(value) ?? 0)) ** 2)),
  );
}

/**
 * One-sided t test of the differences: the probability that a person's lead is at most this if it were truly
 * at least the cost. Units of one task resemble each other, so only tasks count as independent: the standard
 * error first sums the deviations of each task. If each unit is a task of its own, it is the usual standard
 * error.
 */
function pOf(trials: readonly Trial[], cost: number): number {
  const leads = trials.map(({ machine, person }) => Number(person) - Number(machine));
  const centre = arithmeticMean(leads);
  const byTask = new Map<string, number>();
  trials.forEach(({ unit: { task } }, at) => {
    byTask.set(task, (byTask.get(task) ?? 0) + (leads[at] as number) - centre);
  });
  const tasks = byTask.size;
  const squares = [...byTask.values()].reduce((sum, deviation) => sum + deviation ** 2, 0);
  const error = Math.sqrt((squares * tasks) / (tasks - 1)) / leads.length;
  const t = error === 0 ? Number.POSITIVE_INFINITY * Math.sign(cost - centre) : (cost - centre) / error;
  return studentTail(t, tasks - 1);
}

/**
 * The mean over people of the share of units on which the machine is at least as close to the others; its interval
 * draws whole tasks, the same for everyone.
 */
function advantageOver(
  tested: readonly (readonly Trial[])[],
  options: ReportOptions,
): Pick<Estimate, "value" | "interval"> {
  const width = 2 * tested.length;
  const sums = new Map<string, Float64Array>();
  tested.forEach((trials, person) => {
    for (const { unit, machine } of trials) {
      const own = sums.get(unit.task) ?? new Float64Array(width);
      sums.set(unit.task, own);
      own[2 * person] = (own[2 * person] as number) + Number(machine);
      own[2 * person + 1] = (own[2 * person + 1] as number) + 1;
    }
  });
  const mean = (totals: ArrayLike<number>) => {
    const shares = tested.flatMap((_, person) => {
      const all = totals[2 * person + 1] as number;
      return all === 0 ? [] : (totals[2 * person] as number) / all;
    });
    return shares.length === 0 ? "no-common-units" : arithmeticMean(shares);
  };
  const tasks = [...sums].sort(([a], [b]) => compare(a, b)).flatMap(([, own]) => [...own]);
  const totals = Array.from({ length: width }, (_, at) =>
    [...sums.values()].reduce((sum, own) => sum + (own[at] as number), 0),
  );
  const value = mean(totals);
  return {
    value: typeof value === "number" ? value : null,
    interval: intervalOfSums(Float64Array.from(tasks), width, mean, options),
  };
}
