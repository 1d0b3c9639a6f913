import { alpha, krippendorffAlpha, type Level } from "@/lib/agreement/krippendorff";
import { allPairs } from "@/lib/agreement/pairs";
import { percentAgreement } from "@/lib/agreement/percent";
import { dropOneRater, pairwiseMatrix } from "@/lib/agreement/raters";
import { type RatingRow, type Ratings, ratingsFromRows } from "@/lib/agreement/ratings";
import type { ExposureClass, RaterName, RaterPairRow, RaterRow, ReportOptions } from "@/lib/report/schema";
import { EXPOSURE_CLASSES } from "@/lib/report/schema/codes";
import { headlineLevel } from "./headline";
import { correlationOf, intervalOver, type Point } from "./pairings";
import { endsOf } from "./reliability";
import { byName, LOOKED_AT, type Scope } from "./scopes";
import { mean, type Rated, type Rater, type Unit } from "./units";
import { asNumber, NOT_APPLICABLE } from "./values";

/** Every rater against every other is a table of this many rows and columns at most: those with most ratings. */
export const MOST_RATERS = 40;

/** With more raters than these the pairs have no intervals: there would be thousands. */
const MOST_WITH_INTERVALS = 12;
/** Nor with more units than these: each pair draws them anew. */
const MOST_UNITS_DRAWN = 20_000;

/** Who agrees with whom, and each rater with the rest, for each exposure class. */
export function ratersOf(
  scopes: readonly Scope[],
  options: ReportOptions,
): { pairs: RaterPairRow[]; each: RaterRow[] } {
  const looked = scopes.filter(({ name, readings }) => LOOKED_AT.includes(name) && readings.length === 1);
  const found: { pairs: RaterPairRow[]; each: RaterRow[] } = { pairs: [], each: [] };
  for (const scope of looked) {
    for (const exposure of EXPOSURE_CLASSES) {
      // One after the other: each holds what everybody said.
      const view = new View(scope, exposure, options);
      found.pairs.push(...view.pairs());
      found.each.push(...view.each());
    }
  }
  return found;
}

/** What raters said of the units that people judged in one exposure class. */
class View {
  private readonly about: { scope: string; level: Level; exposure: ExposureClass };
  private readonly units: { task: string; people: Rated[]; machines: Rated[] }[];
  private readonly people: Rater[];
  private readonly machines: Rater[];

  constructor(
    scope: Scope,
    exposure: ExposureClass,
    private readonly options: ReportOptions,
  ) {
    const level = headlineLevel(scope.readings.flatMap(({ levels }) => levels));
    this.about = { scope: scope.name, level, exposure };
    this.units = scope.units.flatMap((unit) => {
      const people = unit.humans[exposure].filter(isRating);
      return people.length === 0 ? [] : [{ task: unit.task, people, machines: machinesOf(unit) }];
    });
    this.people = named(this.units.flatMap(({ people }) => people));
    this.machines = named(this.units.flatMap(({ machines }) => machines));
  }

  pairs(): RaterPairRow[] {
    const everybody = [...this.people, ...this.machines];
    const kept = new Set(this.busiest(everybody));
    const raters = everybody.filter((rater) => kept.has(rater));
    const { ratings, place } = this.ratings(raters);
    const tasks = this.units.map(({ task }) => task);
    const drawn =
      raters.length <= MOST_WITH_INTERVALS && tasks.length <= MOST_UNITS_DRAWN && new Set(tasks).size > 1;
    const ask = drawn
      ? { ...this.options, clusters: (ratings.unitIds ?? []).map((unit) => tasks[Number(unit)] ?? "") }
      : undefined;
    const alphas = pairwiseMatrix(ratings, (two) => krippendorffAlpha(two, this.about.level, ask));
    const percents = pairwiseMatrix(ratings, (two) => percentAgreement(two));
    return allPairs(raters.length).flatMap(([a, b]) => {
      const [first, second] = [raters[a], raters[b]];
      if (!first || !second) return [];
      const [row, column] = [place.get(first.key) ?? -1, place.get(second.key) ?? -1];
      const found = alphas[row]?.[column];
      return {
        ...this.about,
        first: nameOf(first),
        second: nameOf(second),
        value: found?.value ?? null,
        ci: endsOf(found?.interval),
        reason: found ? found.reason : ("no-pairable-values" as const),
        percentAgreement: percents[row]?.[column]?.value ?? null,
        units: found?.units ?? 0,
      };
    });
  }

  each(): RaterRow[] {
    if (this.people.length === 0) return [];
    const { ratings, place } = this.ratings(this.people);
    const without = dropOneRater(ratings, alpha(this.about.level));
    const all = krippendorffAlpha(ratings, this.about.level);
    const compared = this.people.map((person) => this.againstRest(person, person));
    const people = this.people.map((person, at): RaterRow => {
      const left = without[place.get(person.key) ?? -1] ?? all;
      return {
        ...this.about,
        rater: nameOf(person),
        ...this.together(compared.slice(at, at + 1)),
        alpha: left.value,
        alphaReason: left.reason,
      };
    });
    const summary: RaterRow = {
      ...this.about,
      rater: null,
      ...this.together(compared),
      alpha: all.value,
      alphaReason: all.reason,
    };
    const machines = this.machines.map(
      (machine): RaterRow => ({
        ...this.about,
        rater: nameOf(machine),
        ...this.together(this.people.map((person) => this.againstRest(machine, person))),
        alpha: null,
        alphaReason: null,
      }),
    );
    return [summary, ...people, ...machines];
  }

  /** The mean of what comes out of several comparisons, with intervals that draw the tasks of all of them together. */
  private together(compared: readonly Compared[]): Held {
    const held = compared.filter(({ shares }) => shares.length > 0);
    const outcomes = held.map(({ values }) => correlationOf(values));
    const correlations = outcomes.flatMap((outcome) => (typeof outcome === "number" ? outcome : []));
    const [why] = outcomes.flatMap((outcome) => (typeof outcome === "string" ? outcome : []));
    const defined = held.filter((_, at) => typeof outcomes[at] === "number");
    const any = held.length > 0;
    return {
      units: new Set(compared.flatMap(({ units }) => units)).size,
      agreement: any ? mean(held.map(({ shares }) => mean(shares.map(({ x }) => x)))) : null,
      agreementCi: any
        ? intervalOver(
            "mean",
            held.map(({ shares }) => shares),
            this.options,
          )
        : null,
      agreementReason: any ? null : "no-common-units",
      correlation: correlations.length > 0 ? mean(correlations) : null,
      correlationCi:
        correlations.length > 0
          ? intervalOver(
              "correlation",
              defined.map(({ values }) => values),
              this.options,
            )
          : null,
      correlationReason: correlations.length > 0 ? null : (why ?? "fewer-than-2-pairs"),
    };
  }

  /** On the units this person rated beside others: the rater, held against those others. */
  private againstRest(rater: Rater, person: Rater): Compared {
    const found: Compared = { units: [], shares: [], values: [] };
    for (const [at, { task, people, machines }] of this.units.entries()) {
      const said = [...people, ...machines].find((rated) => rated.rater === rater);
      const others = people.filter((rated) => rated.rater !== person);
      if (!said || others.length === 0 || others.length === people.length) continue;
      found.units.push(at);
      const same = others.filter(({ value }) => value === said.value).length;
      found.shares.push({ x: same / others.length, y: 0, task });
      found.values.push({
        x: asNumber(said.value) ?? 0,
        y: mean(others.map(({ value }) => asNumber(value) ?? 0)),
        task,
      });
    }
    return found;
  }

  private ratings(raters: readonly Rater[]): { ratings: Ratings; place: Map<string, number> } {
    const included = new Set(raters);
    const rows: RatingRow[] = [];
    for (const [unit, { people, machines }] of this.units.entries()) {
      for (const { rater, value } of [...people, ...machines])
        if (included.has(rater)) rows.push({ unit, rater: rater.key, value });
    }
    const ratings = ratingsFromRows(rows);
    return { ratings, place: new Map((ratings.raterIds ?? []).map((id, at) => [id, at])) };
  }

  /** Those with most ratings; machines, of which there are few, always. */
  private busiest(raters: readonly Rater[]): Rater[] {
    const counts = new Map<Rater, number>();
    for (const { people } of this.units)
      for (const { rater } of people) counts.set(rater, (counts.get(rater) ?? 0) + 1);
    const machines = raters.filter(({ kind }) => kind !== "human");
    const people = raters
      .filter(({ kind }) => kind === "human")
      .sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0) || byName(a.name, b.name));
    return [...machines, ...people].slice(0, MOST_RATERS);
  }
}

/** One rater beside the rest of the people: per unit the share who say the same, and the two values. */
interface Compared {
  units: number[];
  shares: Point[];
  values: Point[];
}

type Held = Omit<RaterRow, "scope" | "level" | "exposure" | "rater" | "alpha" | "alphaReason">;

function machinesOf(unit: Unit): Rated[] {
  return unit.others.filter(
    (rated) => isRating(rated) && (rated.rater.kind === "llm" || rated.rater.kind === "rules"),
  );
}

function isRating({ value }: Rated): boolean {
  return value !== NOT_APPLICABLE;
}

function named(rated: readonly Rated[]): Rater[] {
  return [...new Set(rated.map(({ rater }) => rater))].sort(
    (a, b) => byName(a.kind, b.kind) || byName(a.name, b.name) || byName(a.method ?? "", b.method ?? ""),
  );
}

function nameOf({ name, kind, method }: Rater): RaterName {
  return { rater: name, kind, method };
}
