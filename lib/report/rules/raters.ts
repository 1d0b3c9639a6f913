import { arithmeticMean } from "@/lib/agreement/arithmetic-mean";
import type { Estimate } from "@/lib/agreement/estimate";
import { alpha, krippendorffAlpha, type Level } from "@/lib/agreement/krippendorff";
import { Numbering } from "@/lib/agreement/numbering";
import { allPairs } from "@/lib/agreement/pairs";
import { percentAgreement } from "@/lib/agreement/percent";
import { dropOneRater, pairwiseMatrix } from "@/lib/agreement/raters";
import { type Ratings, ratingsFromColumns } from "@/lib/agreement/ratings";
import type { ExposureClass } from "@/lib/judgement/schema";
import type { ReportOptions } from "@/lib/report/schema";
import type { RaterName, RaterPairRow, RaterRow } from "@/lib/report/schema/raters";
import { errorOverRaters } from "./alpha-over-raters";
import { draftersOf, shownTo } from "./draft-seen";
import type { DraftsById } from "./draft-table";
import { byClass } from "./exposure-classes";
import { headlineLevel } from "./headline";
import { endsOf } from "./interval-ends";
import { correlationOf, countUnits, intervalOfPoints, type Points, weightedMean } from "./interval-of-points";
import { NOT_APPLICABLE } from "./measurement-scale";
import { NONE } from "./none";
import { type ScopeValues, scopeValues } from "./scope-values";
import { byName, byRater, type Scope, SUMMARY_SCOPES } from "./scopes";
import type { TaskNumbers } from "./task-numbers";
import type { GivenValues, Rater } from "./unit";

/** Maximum size of the rater × rater table: the raters with most ratings. */
export const MAX_RATERS = 40;

/** With more raters the pairs have no intervals: there would be thousands. */
const MOST_WITH_INTERVALS = 12;
/** A correlation on fewer units is not evidence: on two it is 1 or -1. */
const FEWEST_SHARED = 10;
/** With more units there are no intervals: each pair draws them anew. */
const MOST_UNITS_DRAWN = 20_000;

/** Agreement between raters, and of each rater with the rest, for each exposure class. */
export function ratersOf(
  scopes: readonly Scope[],
  drafts: DraftsById,
  options: ReportOptions,
): { pairs: RaterPairRow[]; each: RaterRow[] } {
  const looked = scopes.filter(
    ({ name, readings }) => SUMMARY_SCOPES.includes(name) && readings.length === 1,
  );
  const found: { pairs: RaterPairRow[]; each: RaterRow[] } = { pairs: [], each: [] };
  for (const scope of looked) {
    const inClass = byClass(scope.sameClass, (exposure) => {
      const view = new View(scope, exposure, options, drafts);
      return { pairs: view.pairs(), each: view.each() };
    });
    for (const [exposure, own] of inClass) {
      for (const row of own.pairs) found.pairs.push({ ...row, exposure });
      for (const row of own.each) found.each.push({ ...row, exposure });
    }
  }
  return found;
}

/** All values of the units that people judged in one exposure class, in columns. */
class View {
  private readonly about: { scope: string; level: Level; exposure: ExposureClass };
  private readonly all: ScopeValues;
  /** The task of each unit. */
  private readonly tasks: TaskNumbers;
  /** The values of unit u are at `start[u] .. start[u + 1] - 1`, people's up to `machinesFrom[u]`. */
  private readonly start = [0];
  private readonly machinesFrom: number[] = [];
  private readonly by: number[] = [];
  private readonly value: number[] = [];
  private readonly people: Rater[];
  private readonly machines: Rater[];
  /** Number of values that people gave with a model's draft visible. */
  private readonly seen = new Map<Rater, number>();

  constructor(
    scope: Scope,
    exposure: ExposureClass,
    private readonly options: ReportOptions,
    drafts: DraftsById,
  ) {
    const level = headlineLevel(scope.readings.flatMap(({ levels }) => levels));
    this.about = { scope: scope.name, level, exposure };
    this.all = scopeValues(scope);
    const { tasks, others, units, raters } = this.all;
    const isPerson = raters.map(({ kind }) => kind === "human");
    const isMachine = raters.map(({ kind }) => kind === "llm" || kind === "rules");
    const people = this.all.people(exposure);
    const judged: number[] = [];
    for (let unit = 0; unit < units; unit++) {
      this.addFrom(people, unit, isPerson);
      if (this.by.length === this.start.at(-1)) continue;
      judged.push(tasks.number[unit] as number);
      this.machinesFrom.push(this.by.length);
      this.addFrom(others, unit, isMachine);
      this.start.push(this.by.length);
    }
    this.tasks = { number: Int32Array.from(judged), count: tasks.count };
    const met = [...new Set(this.by)].map((number) => this.all.raters[number] as Rater);
    this.people = inOrder(met.filter(({ kind }) => kind === "human"));
    this.machines = inOrder(met.filter(({ kind }) => kind !== "human"));
    if (exposure !== "independent" && judged.length > 0) this.countSeen(scope, exposure, drafts);
  }

  /** Adds what some of the raters gave to a unit, without n/a. */
  private addFrom({ start, rater, value }: GivenValues, unit: number, isOne: readonly boolean[]): void {
    const { numbers } = this.all;
    for (let at = start[unit] as number; at < (start[unit + 1] as number); at++) {
      const [by, code] = [rater[at] as number, value[at] as number];
      if (Number.isNaN(numbers[code]) || !isOne[by]) continue;
      this.by.push(by);
      this.value.push(code);
    }
  }

  private countSeen({ units }: Scope, exposure: ExposureClass, drafts: DraftsById): void {
    for (const unit of units) {
      const drafters = draftersOf(unit);
      for (const person of unit.humans[exposure]) {
        const machine = person.value === NOT_APPLICABLE ? null : shownTo(person, drafters, drafts);
        if (machine) this.seen.set(machine, (this.seen.get(machine) ?? 0) + 1);
      }
    }
  }

  pairs(): RaterPairRow[] {
    const everybody = [...this.people, ...this.machines];
    const busiest = new Set(this.busiest());
    const raters = everybody.filter((rater) => busiest.has(rater));
    const { ratings, place, tasks } = this.ratings(raters);
    const drawn =
      raters.length <= MOST_WITH_INTERVALS &&
      this.machinesFrom.length <= MOST_UNITS_DRAWN &&
      this.tasks.number.some((task) => task !== this.tasks.number[0]);
    const resampling = drawn ? { ...this.options, clusters: tasks } : undefined;
    const found = pairwiseMatrix(ratings, (two) => ({
      alpha: krippendorffAlpha(two, this.about.level, resampling),
      percent: percentAgreement(two),
    }));
    return allPairs(raters.length).flatMap(([a, b]) => {
      const [first, second] = [raters[a], raters[b]];
      if (!first || !second) return [];
      const [row, column] = [place.get(first) ?? -1, place.get(second) ?? -1];
      const { alpha, percent } = found[row]?.[column] ?? { alpha: null, percent: null };
      return {
        ...this.about,
        first: nameOf(first),
        second: nameOf(second),
        value: alpha?.value ?? null,
        ci: endsOf(alpha?.interval),
        reason: alpha ? alpha.reason : ("no-pairable-values" as const),
        percentAgreement: percent?.value ?? null,
        units: alpha?.units ?? 0,
      };
    });
  }

  each(): RaterRow[] {
    if (this.people.length === 0) return [];
    const { all, without } = this.withoutEach();
    const compared = this.againstRest(null);
    const people = this.people.map((person, at): RaterRow => {
      const left = without.get(person) ?? all;
      return {
        ...this.about,
        rater: nameOf(person),
        ...this.together(compared.slice(at, at + 1)),
        draftSeen: 0,
        alpha: left.value,
        alphaReason: left.reason,
        alphaError: null,
        alphaErrorReason: null,
        alphaRatersCi: null,
        alphaBothCi: null,
      };
    });
    const summary: RaterRow = {
      ...this.about,
      rater: null,
      ...this.together(compared),
      draftSeen: 0,
      alpha: all.value,
      alphaReason: all.reason,
      ...errorOverRaters(all, [...without.values()]),
      alphaRatersCi: null,
      alphaBothCi: null,
    };
    const machines = this.machines.map(
      (machine): RaterRow => ({
        ...this.about,
        rater: nameOf(machine),
        ...this.together(this.againstRest(machine)),
        draftSeen: this.seen.get(machine) ?? 0,
        alpha: null,
        alphaReason: null,
        alphaError: null,
        alphaErrorReason: null,
        alphaRatersCi: null,
        alphaBothCi: null,
      }),
    );
    return [summary, ...people, ...machines];
  }

  /** α among people, and α without each of them. */
  private withoutEach(): { all: Estimate; without: Map<Rater, Estimate> } {
    const { ratings, place } = this.ratings(this.people);
    const left = dropOneRater(ratings, alpha(this.about.level));
    const without = new Map([...place].flatMap(([rater, at]) => (left[at] ? [[rater, left[at]]] : [])));
    return { all: krippendorffAlpha(ratings, this.about.level), without };
  }

  /** The mean of several comparisons. Intervals draw the same tasks for all of them. */
  private together(compared: readonly Compared[]): MeanPairing {
    const compatible = compared
      .map((one) => ({ ...one, n: one.shares.unit.length, x: arithmeticMean(one.shares.x) }))
      .filter(({ n }) => n > 0);
    const enough = compatible.filter(({ n }) => n >= FEWEST_SHARED);
    const outcomes = enough.map(({ values, n }) => ({ values, n, r: correlationOf(values) }));
    const defined = outcomes.flatMap(({ r, ...one }) => (typeof r === "number" ? { ...one, r } : []));
    const [why] = outcomes.flatMap(({ r }) => (typeof r === "string" ? r : []));
    const hasShared = compatible.length > 0;
    const shares = compatible.map((one) => () => one.shares);
    const sizes = compatible.map(({ n }) => n);
    return {
      units: countUnits(shares, this.machinesFrom.length),
      agreement: hasShared
        ? weightedMean(
            compatible.map(({ x }) => x),
            sizes,
          )
        : null,
      agreementCi: hasShared ? intervalOfPoints("mean", shares, this.tasks, this.options, "by points") : null,
      agreementReason: hasShared ? null : "no-common-units",
      averaged: defined.length,
      leftOut: compatible.length - enough.length,
      ...(defined.length > 0
        ? {
            correlation: weightedMean(
              defined.map(({ r }) => r),
              defined.map(({ n }) => n),
            ),
            correlationCi: intervalOfPoints(
              "correlation",
              defined.map(
                ({ values }) =>
                  () =>
                    values,
              ),
              this.tasks,
              this.options,
              "by points",
            ),
            correlationReason: null,
          }
        : {
            correlation: null,
            correlationCi: null,
            correlationReason:
              why ?? (hasShared ? ("fewer-than-10-units" as const) : ("fewer-than-2-pairs" as const)),
          }),
    };
  }

  /**
   * Compares each person with the other people, on the units that they rated together; or a machine with the others of each
   * person, on the same units.
   */
  private againstRest(machine: Rater | null): Compared[] {
    const { raters, numbers } = this.all;
    const { by, value } = this;
    const own = machine && raters.indexOf(machine);
    const byRater = new Map(this.people.map((person) => [raters.indexOf(person), new ComparedPoints()]));
    for (let unit = 0, from = 0, to = 0; unit < this.machinesFrom.length; unit++, from = to) {
      const middle = this.machinesFrom[unit] as number;
      to = this.start[unit + 1] as number;
      if (middle - from < 2) continue;
      let given = NONE;
      for (let entry = middle; entry < to && given === NONE; entry++)
        if (by[entry] === own) given = value[entry] as number;
      if (own !== null && given === NONE) continue;
      for (let left = from; left < middle; left++) {
        const code = own === null ? (value[left] as number) : given;
        let [same, sum] = [0, 0];
        for (let entry = from; entry < middle; entry++) {
          if (entry === left) continue;
          if (value[entry] === code) same++;
          sum += numbers[value[entry] as number] as number;
        }
        const others = middle - from - 1;
        byRater.get(by[left] as number)?.add(unit, same / others, numbers[code] as number, sum / others);
      }
    }
    return [...byRater.values()].map((points) => points.all());
  }

  /** The ratings of these raters, the index of each among those with ratings, and the task of each unit. */
  private ratings(included: readonly Rater[]): {
    ratings: Ratings;
    place: Map<Rater, number>;
    tasks: Int32Array;
  } {
    const isIncluded = new Set(included);
    const numbering = new Numbering<Rater>();
    const tasks: number[] = [];
    const [unit, rater, value]: [number[], number[], number[]] = [[], [], []];
    for (let at = 0; at < this.machinesFrom.length; at++) {
      const before = unit.length;
      for (let entry = this.start[at] as number; entry < (this.start[at + 1] as number); entry++) {
        const by = this.all.raters[this.by[entry] as number] as Rater;
        if (!isIncluded.has(by)) continue;
        unit.push(tasks.length);
        rater.push(numbering.of(by));
        value.push(this.value[entry] as number);
      }
      if (unit.length > before) tasks.push(this.tasks.number[at] as number);
    }
    const columns = {
      unit: Int32Array.from(unit),
      rater: Int32Array.from(rater),
      value: Int32Array.from(value),
    };
    const ratings = ratingsFromColumns(columns, this.all.values, {
      units: tasks.length,
      raters: numbering.items.length,
    });
    return {
      ratings,
      place: new Map(numbering.items.map((by, at) => [by, at])),
      tasks: Int32Array.from(tasks),
    };
  }

  /** The raters with most ratings; models, which are few, always. */
  private busiest(): Rater[] {
    const counts = new Int32Array(this.all.raters.length);
    for (const by of this.by) counts[by] = (counts[by] as number) + 1;
    const given = new Map(this.all.raters.map((rater, number) => [rater, counts[number] as number]));
    const people = [...this.people].sort(
      (a, b) => (given.get(b) as number) - (given.get(a) as number) || byName(a.name, b.name),
    );
    return [...this.machines, ...people].slice(0, MAX_RATERS);
  }
}

/** One rater compared with the other people: per unit the share with the same value, and the two values. */
interface Compared {
  shares: Points;
  values: Points;
}

class ComparedPoints {
  private readonly unit: number[] = [];
  private readonly share: number[] = [];
  private readonly own: number[] = [];
  private readonly others: number[] = [];

  add(unit: number, share: number, own: number, others: number): void {
    this.unit.push(unit);
    this.share.push(share);
    this.own.push(own);
    this.others.push(others);
  }

  all(): Compared {
    const unit = Int32Array.from(this.unit);
    const [share, own, others] = [this.share, this.own, this.others].map((column) =>
      Float64Array.from(column),
    ) as [Float64Array, Float64Array, Float64Array];
    return { shares: { unit, x: share, y: share }, values: { unit, x: own, y: others } };
  }
}

type MeanPairing = Omit<
  RaterRow,
  | "scope"
  | "level"
  | "exposure"
  | "rater"
  | "draftSeen"
  | `alpha${"" | "Reason" | "Error" | "ErrorReason" | "RatersCi" | "BothCi"}`
>;

function inOrder(raters: Iterable<Rater>): Rater[] {
  return [...raters].sort(byRater);
}

function nameOf({ name, kind, method, condition }: Rater): RaterName {
  return { rater: name, kind, method, ...(condition !== null && { condition }) };
}
