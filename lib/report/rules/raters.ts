import type { Estimate } from "@/lib/agreement/estimate";
import { alpha, krippendorffAlpha, type Level } from "@/lib/agreement/krippendorff";
import { allPairs } from "@/lib/agreement/pairs";
import { percentAgreement } from "@/lib/agreement/percent";
import { dropOneRater, pairwiseMatrix } from "@/lib/agreement/raters";
import { type Ratings, ratingsFromColumns } from "@/lib/agreement/ratings";
import type { ExposureClass, Value } from "@/lib/judgement/schema";
import type { ReportOptions } from "@/lib/report/schema";
import type { RaterName, RaterPairRow, RaterRow } from "@/lib/report/schema/raters";
import { machinesOf, shownTo } from "./draft-seen";
import type { DraftsById } from "./draft-table";
import { byClass } from "./exposure-values";
import { DictionaryColumn, FloatColumn, GrowableColumn, NONE, wide } from "./growable-columns";
import { headlineLevel } from "./headline";
import { endsOf } from "./interval-ends";
import { asNumber, NOT_APPLICABLE } from "./measurement-scale";
import { errorOverRaters } from "./other-raters";
import {
  correlationOf,
  countUnits,
  intervalOver,
  meansOf,
  type PointPairs,
  weightedMean,
} from "./pairwise-correlations";
import { byName, byRater, type Scope, SUMMARY_SCOPES } from "./scopes";
import type { Rated, Rater } from "./unit";

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
  /** The task of each unit. */
  private readonly tasks: string[] = [];
  /** The values of unit u are at `start[u] .. start[u + 1] - 1`, people's up to `machinesFrom[u]`. */
  private readonly start = new GrowableColumn();
  private readonly machinesFrom = new GrowableColumn();
  private readonly by = new GrowableColumn();
  private readonly value = new GrowableColumn();
  private readonly raters = new DictionaryColumn<Rater>();
  private readonly values = new DictionaryColumn<Value>();
  /** The values as numbers. */
  private readonly numbers: Float64Array;
  private readonly people: Rater[];
  private readonly machines: Rater[];
  /** Number of values people gave with a model's draft visible. */
  private readonly seen = new Map<Rater, number>();

  constructor(
    scope: Scope,
    exposure: ExposureClass,
    private readonly options: ReportOptions,
    drafts: DraftsById,
  ) {
    const level = headlineLevel(scope.readings.flatMap(({ levels }) => levels));
    this.about = { scope: scope.name, level, exposure };
    const add = ({ rater, value }: Rated) => {
      this.by.push(this.raters.of(rater));
      this.value.push(this.values.of(value));
    };
    for (const unit of scope.units) {
      const people = unit.humans[exposure].filter(isRating);
      if (people.length === 0) continue;
      this.tasks.push(unit.task);
      this.start.push(this.by.length);
      people.forEach(add);
      this.machinesFrom.push(this.by.length);
      const machines = machinesOf(unit);
      machines.forEach(add);
      if (exposure === "independent") continue;
      for (const person of people) {
        const machine = shownTo(person, machines, drafts);
        if (machine) this.seen.set(machine, (this.seen.get(machine) ?? 0) + 1);
      }
    }
    this.start.push(this.by.length);
    this.numbers = Float64Array.from(this.values.list, (value) => asNumber(value) ?? 0);
    const met = { people: new Set<Rater>(), machines: new Set<Rater>() };
    this.eachRating((_, rater, __, isPerson) => {
      met[isPerson ? "people" : "machines"].add(this.raters.list[rater] as Rater);
    });
    this.people = inOrder(met.people);
    this.machines = inOrder(met.machines);
  }

  pairs(): RaterPairRow[] {
    const everybody = [...this.people, ...this.machines];
    const busiest = new Set(this.busiest(everybody));
    const raters = everybody.filter((rater) => busiest.has(rater));
    const { ratings, place, tasks } = this.ratings(raters);
    const drawn =
      raters.length <= MOST_WITH_INTERVALS &&
      this.tasks.length <= MOST_UNITS_DRAWN &&
      new Set(this.tasks).size > 1;
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
      .map(({ shares, values }) => ({ shares, values, ...meansOf(shares) }))
      .filter(({ n }) => n > 0);
    const enough = compatible.filter(({ n }) => n >= FEWEST_SHARED);
    const outcomes = enough.map(({ values, n }) => ({ values, n, r: correlationOf(values) }));
    const defined = outcomes.flatMap(({ r, ...one }) => (typeof r === "number" ? { ...one, r } : []));
    const [why] = outcomes.flatMap(({ r }) => (typeof r === "string" ? r : []));
    const hasShared = compatible.length > 0;
    const shares = compatible.map((one) => one.shares);
    const sizes = compatible.map(({ n }) => n);
    return {
      units: countUnits(shares, this.tasks.length),
      agreement: hasShared
        ? weightedMean(
            compatible.map(({ x }) => x),
            sizes,
          )
        : null,
      agreementCi: hasShared ? intervalOver("mean", shares, this.tasks, this.options, "by points") : null,
      agreementReason: hasShared ? null : "no-common-units",
      averaged: defined.length,
      leftOut: compatible.length - enough.length,
      ...(defined.length > 0
        ? {
            correlation: weightedMean(
              defined.map(({ r }) => r),
              defined.map(({ n }) => n),
            ),
            correlationCi: intervalOver(
              "correlation",
              defined.map(({ values }) => values),
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
    const own = machine && this.raters.of(machine);
    const byRater = new Map(this.people.map((person) => [this.raters.of(person), new ComparedPoints()]));
    for (let unit = 0, from = 0, to = 0; unit < this.tasks.length; unit++, from = to) {
      const middle = this.machinesFrom.at(unit);
      to = this.start.at(unit + 1);
      if (middle - from < 2) continue;
      let given = NONE;
      for (let entry = middle; entry < to && given === NONE; entry++)
        if (this.by.at(entry) === own) given = this.value.at(entry);
      if (own !== null && given === NONE) continue;
      for (let left = from; left < middle; left++) {
        const code = own === null ? this.value.at(left) : given;
        let [same, sum] = [0, 0];
        for (let entry = from; entry < middle; entry++) {
          if (entry === left) continue;
          const value = this.value.at(entry);
          if (value === code) same++;
          sum += this.numbers[value] as number;
        }
        const others = middle - from - 1;
        const points = byRater.get(this.by.at(left));
        points?.add(unit, same / others, this.numbers[code] as number, sum / others);
      }
    }
    return [...byRater.values()];
  }

  /** The ratings of these raters, the index of each among those with ratings, and the task of each unit. */
  private ratings(included: readonly Rater[]): {
    ratings: Ratings;
    place: Map<Rater, number>;
    tasks: string[];
  } {
    const isIncluded = new Uint8Array(this.raters.list.length);
    for (const rater of included) isIncluded[this.raters.of(rater)] = 1;
    const raters = new DictionaryColumn<Rater>();
    const tasks: string[] = [];
    let length = 0;
    this.eachRating((_, by) => {
      length += isIncluded[by] as number;
    });
    const unit = new Int32Array(length);
    const rater = wide(length, included.length);
    const value = wide(length, this.values.list.length);
    let row = 0;
    let last = NONE;
    this.eachRating((at, by, code) => {
      if (isIncluded[by] === 0) return;
      if (at !== last) tasks.push(this.tasks[at] as string);
      last = at;
      unit[row] = tasks.length - 1;
      rater[row] = raters.of(this.raters.list[by] as Rater);
      value[row++] = code;
    });
    const ratings = ratingsFromColumns({ unit, rater, value }, this.values.list, {
      units: tasks.length,
      raters: raters.list.length,
    });
    return { ratings, place: new Map(raters.list.map((rater, at) => [rater, at])), tasks };
  }

  private eachRating(take: (unit: number, rater: number, value: number, isPerson: boolean) => void): void {
    for (let unit = 0; unit < this.tasks.length; unit++) {
      const [middle, end] = [this.machinesFrom.at(unit), this.start.at(unit + 1)];
      for (let entry = this.start.at(unit); entry < end; entry++)
        take(unit, this.by.at(entry), this.value.at(entry), entry < middle);
    }
  }

  /** The raters with most ratings; models, which are few, always. */
  private busiest(raters: readonly Rater[]): Rater[] {
    const counts = new Map<Rater, number>(raters.map((rater) => [rater, 0]));
    this.eachRating((_, by, __, isPerson) => {
      const rater = this.raters.list[by] as Rater;
      if (isPerson) counts.set(rater, (counts.get(rater) ?? 0) + 1);
    });
    const machines = raters.filter(({ kind }) => kind !== "human");
    const people = raters
      .filter(({ kind }) => kind === "human")
      .sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0) || byName(a.name, b.name));
    return [...machines, ...people].slice(0, MAX_RATERS);
  }
}

/** One rater compared with the other people: per unit the share with the same value, and the two values. */
interface Compared {
  shares: PointPairs;
  values: PointPairs;
}

class ComparedPoints implements Compared {
  private readonly unit = new GrowableColumn();
  private readonly share = new FloatColumn();
  private readonly own = new FloatColumn();
  private readonly others = new FloatColumn();

  add(unit: number, share: number, own: number, others: number): void {
    this.unit.push(unit);
    this.share.push(share);
    this.own.push(own);
    this.others.push(others);
  }

  readonly shares: PointPairs = (take) => {
    for (let at = 0; at < this.unit.length; at++) take(this.unit.at(at), this.share.at(at), 0);
  };

  readonly values: PointPairs = (take) => {
    for (let at = 0; at < this.unit.length; at++) take(this.unit.at(at), this.own.at(at), this.others.at(at));
  };
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

function isRating({ value }: Rated): boolean {
  return value !== NOT_APPLICABLE;
}

function inOrder(raters: Iterable<Rater>): Rater[] {
  return [...raters].sort(byRater);
}

function nameOf({ name, kind, method, condition }: Rater): RaterName {
  return { rater: name, kind, method, ...(condition !== null && { condition }) };
}
