import {
  bradleyTerry,
  type Comparison,
  type Outcome,
  type Ranking,
  winRates,
} from "@/lib/agreement/bradley-terry";
import { sideOf } from "@/lib/judgement/rules/sides";
import type { ExposureClass, Value } from "@/lib/judgement/schema";
import { PREFERENCE } from "@/lib/judgement/schema/units";
import type { MachineReadings } from "@/lib/report/rules/machine-readings";
import type { Unit, Units } from "@/lib/report/rules/unit";
import type { ReportOptions } from "@/lib/report/schema";
import type { RankingRow, WinRateRow } from "@/lib/report/schema/inference";
import type { StudyData } from "@/lib/report/schema/study";
import { linearEnds } from "./linear-ends";

/** A strength of many models takes the cube of their number: beyond this there is no ranking. */
const MOST_RANKED = 60;

type Source = Pick<RankingRow, "source" | "rater" | "method" | "condition" | "exposure">;

/** Two models whose responses stand in one pair. */
interface Met {
  unit: Unit;
  first: string;
  second: string;
}

/**
 * Models ranked by preferences, and how often each was preferred to each other: by people in each exposure class, by each
 * machine, and by each machine corrected by people who judged independently.
 */
export function rankingsOf(
  study: StudyData,
  { byItem }: Units,
  machines: readonly MachineReadings[],
  options: ReportOptions,
): { rankings: RankingRow[]; winRates: WinRateRow[] } {
  const models = new Map(study.responses.map(({ id, model }) => [id, model]));
  const met = [...(byItem.get(PREFERENCE) ?? [])].flatMap((unit): Met[] => {
    const [first, second] = (JSON.parse(unit.subject) as string[]).map((response) => models.get(response));
    return first == null || second == null || first === second ? [] : [{ unit, first, second }];
  });
  const names = new Set(met.flatMap(({ first, second }) => [first, second]));
  if (met.length === 0 || names.size > MOST_RANKED) return { rankings: [], winRates: [] };
  const rankings: RankingRow[] = [];
  const rates: WinRateRow[] = [];
  const rank = (source: Source, comparisons: readonly Comparison[], isRated: boolean) => {
    if (comparisons.every(({ human }) => human === null)) return;
    rankings.push(...rowsOf(source, bradleyTerry(comparisons), comparisons, options));
    const { source: by, ...about } = source;
    if (isRated && by !== "corrected")
      rates.push(...winRates(comparisons).map((row) => ({ ...about, source: by, ...row })));
  };
  const people = (exposure: ExposureClass) => ({
    ...{ source: "people" as const, rater: null, method: null, condition: null, exposure },
  });
  for (const exposure of ["independent", "exposed", "unknown"] as const)
    rank(
      people(exposure),
      met.map((pair) => comparison(pair, ofPeople(pair.unit, exposure))),
      true,
    );
  for (const machine of machines) {
    const { rater, method, condition } = machine.judge;
    const judged = met.flatMap((pair) => {
      const outcome = ofMachine(machine, pair.unit);
      return outcome ? [{ pair, outcome }] : [];
    });
    const about = { rater, method, condition };
    rank(
      { source: "judge", ...about, exposure: "any" },
      judged.map(({ pair, outcome }) => comparison(pair, outcome)),
      true,
    );
    rank(
      { source: "corrected", ...about, exposure: "independent" },
      judged.map(({ pair, outcome }) => ({
        ...comparison(pair, ofPeople(pair.unit, "independent")),
        judge: outcome,
      })),
      false,
    );
  }
  return { rankings, winRates: rates };
}

function comparison({ unit, first, second }: Met, human: Outcome | null): Comparison {
  return { first, second, cluster: unit.task, human };
}

function ofPeople({ humans }: Unit, exposure: ExposureClass): Outcome | null {
  return outcomeOf(humans[exposure].map(({ value }) => value));
}

function ofMachine({ byUnit }: MachineReadings, unit: Unit): Outcome | null {
  return outcomeOf((byUnit.get(unit.key) ?? []).flatMap(({ value }) => value ?? []));
}

/** The shares of values for the first response, for neither and for the second; null without a value. */
function outcomeOf(values: readonly Value[]): Outcome | null {
  if (values.length === 0) return null;
  const sides = values.map(sideOf);
  const share = (side: "A" | "B" | "tie") => sides.filter((own) => own === side).length / sides.length;
  return [share("A"), share("tie"), share("B")];
}

function rowsOf(
  source: Source,
  { strengths, ties, reason }: Ranking,
  comparisons: readonly Comparison[],
  options: ReportOptions,
): RankingRow[] {
  return strengths.map(({ name, strength }, n) => {
    const own = comparisons.filter(({ first, second }) => first === name || second === name);
    return {
      ...source,
      responseModel: name,
      rank: n + 1,
      strength: strength.value,
      ci: linearEnds(strength, options),
      ties,
      comparisons: own.length,
      labelled: own.filter(({ human }) => human !== null).length,
      reason,
    };
  });
}
