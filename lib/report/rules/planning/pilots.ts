import { clustersOf, shuffled } from "@/lib/agreement/group-by-cluster";
import { randomFrom } from "@/lib/agreement/random";
import { agreementPilotOf, judgedUnitsOf, secondsOf } from "@/lib/report/rules/inference/pilot";
import { isShare } from "@/lib/report/rules/inference/unit-numbers";
import type { MachineReadings } from "@/lib/report/rules/machine-readings";
import type { ReportBasis } from "@/lib/report/rules/report-basis";
import type { Scope } from "@/lib/report/rules/scopes";
import { madeBy } from "@/lib/report/rules/wording";
import type { AgreementPilot, MeanPilot, Pilots } from "@/lib/report/schema/pilots";
import type { StudyData } from "@/lib/report/schema/study";

/** Units of a stored pilot: simulated studies draw from them again and again, and more would hardly change a plan. */
const MOST_UNITS = 500;
const MOST_SCOPES = 25;
const MOST_JUDGES = 4;

/** The pilots of a study, small enough to be sent to a browser. */
export function pilotsOf(basis: ReportBasis): Pilots {
  const { study, machines } = basis;
  const scopes = basis.scopes.filter(({ readings }) => readings.length === 1).slice(0, MOST_SCOPES);
  return {
    secondsEach: secondsOf(study),
    agreement: scopes.flatMap(agreementIn),
    means: scopes.flatMap((scope) => meansIn(scope, study, machines)),
  };
}

function agreementIn(scope: Scope): AgreementPilot[] {
  const pilot = agreementPilotOf(scope, null);
  if (!pilot || pilot.raters === 0) return [];
  const { exposure, level, categories, raters, units } = pilot;
  const chosen = someTasks(units).map(({ cluster, values }) => ({ cluster, values: [...values] }));
  return [{ scope: scope.name, exposure, level, categories, raters, units: chosen, of: units.length }];
}

function meansIn(scope: Scope, study: StudyData, machines: readonly MachineReadings[]): MeanPilot[] {
  const of = (judge: string | null, machine: MachineReadings | null): MeanPilot[] => {
    const units = judgedUnitsOf(study, scope, machine);
    if (units.length === 0) return [];
    const chosen = someTasks(units).map(({ cluster, judge, human, model }) => ({
      ...{ cluster, judge, human },
      ...(model !== undefined && { model }),
    }));
    return [{ scope: scope.name, judge, isShare: isShare(scope), units: chosen, of: units.length }];
  };
  const judged = machines.flatMap((machine) => {
    const { rater, method, condition } = machine.judge;
    return of(`${rater}${madeBy(method, condition ?? undefined)}`, machine);
  });
  return [...judged.slice(0, MOST_JUDGES), ...of(null, null)];
}

/** Whole tasks at random, with at most so many units together unless one task has more; tasks are numbered. */
function someTasks<Unit extends { cluster: string | number }>(
  units: readonly Unit[],
): (Omit<Unit, "cluster"> & { cluster: number })[] {
  const found: (Omit<Unit, "cluster"> & { cluster: number })[] = [];
  const tasks = clustersOf(units);
  const order = units.length > MOST_UNITS ? shuffled(tasks, randomFrom(42)) : tasks;
  for (const [cluster, task] of order.entries()) {
    if (found.length > 0 && found.length + task.length > MOST_UNITS) continue;
    found.push(...task.slice(0, MOST_UNITS).map((unit) => ({ ...unit, cluster })));
  }
  return found;
}
