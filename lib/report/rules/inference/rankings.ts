import { bradleyTerry, type Comparison, type Outcome, type Ranking } from "@/lib/agreement/bradley-terry";
import { effectiveLabels } from "@/lib/agreement/prediction-powered";
import { winRates } from "@/lib/agreement/win-rates";
import { sideOf } from "@/lib/judgement/rules/sides";
import type { ExposureClass, Value } from "@/lib/judgement/schema";
import { PREFERENCE } from "@/lib/judgement/schema/units";
import type { MachineReadings } from "@/lib/report/rules/machine-readings";
import type { Unit, Units } from "@/lib/report/rules/unit";
import type { ReportOptions } from "@/lib/report/schema";
import type { RankingRow, WinRateRow } from "@/lib/report/schema/inference";
import type { StudyData } from "@/lib/report/schema/study";
import { type BeyondSamples, PREFERENCES, type UndrawnUnit } from "./beyond-samples";
import { inclusionsOf } from "./inclusions";
import { endsOf, linearEnds } from "./linear-ends";

/** A strength of many models takes the cube of their number: beyond this there is no ranking. */
const MOST_RANKED = 60;

type Source = Pick<RankingRow, "source" | "rater" | "method" | "condition" | "exposure">;

/** The number of pairs that one stands for, or its chance to be drawn where the others are there too. */
type Counts = Pick<Comparison, "weight" | "probability">;

/** Two models whose responses stand in one pair. */
interface Met<Of extends UndrawnUnit = Unit> {
  unit: Of;
  first: string;
  second: string;
}

/** A pair as one machine and people judged it. */
interface Judged {
  pair: Met<UndrawnUnit>;
  outcome: Outcome | null;
  human: Outcome | null;
  counts: Counts;
}

/**
 * Models ranked by preferences, and how often each was preferred to each other: by people in each exposure class, by each
 * machine, and by each machine corrected by people who judged independently. Pairs of a sample count by the inverse of their
 * chance. Where the machine was asked about everything that the sample was drawn from, each pair of that counts once, and the
 * chances weigh people's correction.
 */
export function rankingsOf(
  study: StudyData,
  { byItem }: Units,
  machines: readonly MachineReadings[],
  { models, of: beyondOf }: BeyondSamples,
  options: ReportOptions,
): { rankings: RankingRow[]; winRates: WinRateRow[] } {
  const metIn = <Of extends UndrawnUnit>(units: readonly Of[]) =>
    units.flatMap((unit): Met<Of>[] => {
      const [first, second] = (JSON.parse(unit.subject) as string[]).map((response) => models.get(response));
      return first == null || second == null || first === second ? [] : [{ unit, first, second }];
    });
  const met = metIn([...(byItem.get(PREFERENCE) ?? [])]);
  const inclusions = inclusionsOf(study);
  const standsFor = (unit: UndrawnUnit) => 1 / (inclusions.get(unit.subject)?.probability ?? 1);
  const names = new Set(met.flatMap(({ first, second }) => [first, second]));
  if (met.length === 0 || names.size > MOST_RANKED) return { rankings: [], winRates: [] };
  const rankings: RankingRow[] = [];
  const rates: WinRateRow[] = [];
  const rank = (source: Source, comparisons: readonly Comparison[]) => {
    if (comparisons.every(({ human }) => human === null)) return;
    rankings.push(...rowsOf(source, bradleyTerry(comparisons), comparisons, options));
    rates.push(...ratesOf(source, comparisons, options));
  };
  const people = (exposure: ExposureClass) => ({
    ...{ source: "people" as const, rater: null, method: null, condition: null, exposure },
  });
  for (const exposure of ["independent", "exposed", "unknown"] as const)
    rank(
      people(exposure),
      met.map((pair) => comparison(pair, ofPeople(pair.unit, exposure), { weight: standsFor(pair.unit) })),
    );
  for (const machine of machines) {
    const { rater, method, condition } = machine.judge;
    const beyond = beyondOf(machine);
    const undrawn = beyond?.unitsOf(PREFERENCES) ?? null;
    const judged = met
      .filter(({ unit }) => undrawn === null || beyond?.chanceOf(unit.subject) != null)
      .map(
        (pair): Judged => ({
          ...{ pair, outcome: ofMachine(machine, pair.unit) },
          human: ofPeople(pair.unit, "independent"),
          counts:
            undrawn === null
              ? { weight: standsFor(pair.unit) }
              : { probability: beyond?.chanceOf(pair.unit.subject) ?? 1 },
        }),
      );
    const others = beyond
      ? metIn(undrawn ?? []).map(
          (pair): Judged => ({
            ...{ pair, outcome: ofMachine(beyond.readings, pair.unit), human: null, counts: {} },
          }),
        )
      : [];
    const all = [...judged, ...others];
    if (all.every(({ outcome }) => outcome === null)) continue;
    const about = { rater, method, condition };
    rank(
      { source: "judge", ...about, exposure: "any" },
      all.flatMap(({ pair, outcome, counts: { weight } }) =>
        outcome ? [comparison(pair, outcome, { weight })] : [],
      ),
    );
    rank(
      { source: "corrected", ...about, exposure: "independent" },
      all.map(({ pair, outcome, human, counts }) => ({
        ...comparison(pair, human, counts),
        judge: outcome,
      })),
    );
  }
  return { rankings, winRates: rates };
}

function comparison(
  { unit, first, second }: Met<UndrawnUnit>,
  human: Outcome | null,
  counts: Counts,
): Comparison {
  return { first, second, cluster: unit.task, human, ...counts };
}

function ofPeople({ humans }: Unit, exposure: ExposureClass): Outcome | null {
  return outcomeOf(humans[exposure].map(({ value }) => value));
}

function ofMachine({ byUnit }: MachineReadings, unit: UndrawnUnit): Outcome | null {
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
  { strengths, ties, lambda, reason }: Ranking,
  comparisons: readonly Comparison[],
  options: ReportOptions,
): RankingRow[] {
  const isCorrected = source.source === "corrected" && reason === null;
  return strengths.map(({ name, strength, alone }, n) => {
    const own = comparisons.filter(
      ({ first, second, human, judge }) => (first === name || second === name) && (human || judge),
    );
    const labelled = own.filter(({ human }) => human !== null).length;
    return {
      ...source,
      responseModel: name,
      rank: n + 1,
      strength: strength.value,
      ci: linearEnds(strength, options),
      ties,
      comparisons: own.length,
      labelled,
      lambda: isCorrected ? lambda : null,
      effective: isCorrected ? effectiveLabels({ units: labelled, error: alone.error }, strength) : null,
      reason,
    };
  });
}

function ratesOf(source: Source, comparisons: readonly Comparison[], options: ReportOptions): WinRateRow[] {
  const isCorrected = source.source === "corrected";
  return winRates(comparisons, options.confidence).map(({ rate, lambda, effective, ...row }) => ({
    ...source,
    ...row,
    rate: rate.estimate.value as number,
    ci: endsOf(rate.estimate, rate.interval),
    lambda: isCorrected ? lambda : null,
    effective: isCorrected ? effective : null,
  }));
}
