import { weightedPearson } from "@/lib/agreement/correlation";
import type { Outcome } from "@/lib/agreement/estimate";
import { alpha, krippendorffAlpha, type Level } from "@/lib/agreement/krippendorff";
import { allPairs } from "@/lib/agreement/pairs";
import { percentAgreement } from "@/lib/agreement/percent";
import { dropOneRater, pairwiseMatrix } from "@/lib/agreement/raters";
import { type RatingRow, type Ratings, ratingsFromRows } from "@/lib/agreement/ratings";
import { OVERALL, PREFERENCE } from "@/lib/dataset/schema";
import {
  EXPOSURE_CLASSES,
  type ExposureClass,
  type RaterName,
  type RaterPairRow,
  type RaterRow,
} from "@/lib/report/schema";
import { headlineLevel } from "./headline";
import { byName, type Scope } from "./scopes";
import { mean, type Rated, type Rater, type Unit } from "./units";
import { asNumber, NOT_APPLICABLE } from "./values";

/** Every rater against every other is a table of this many rows and columns at most: those with most ratings. */
export const MOST_RATERS = 40;

/** Scopes whose raters are looked at one by one: everything, and what belongs to no item. */
const LOOKED_AT: readonly string[] = ["all", OVERALL, PREFERENCE];

/** Who agrees with whom, and each rater with the rest, for each exposure class. */
export function ratersOf(scopes: readonly Scope[]): { pairs: RaterPairRow[]; each: RaterRow[] } {
  const looked = scopes.filter(({ name, readings }) => LOOKED_AT.includes(name) && readings.length === 1);
  const views = looked.flatMap((scope) => EXPOSURE_CLASSES.map((exposure) => new View(scope, exposure)));
  return { pairs: views.flatMap((view) => view.pairs()), each: views.flatMap((view) => view.each()) };
}

/** What raters said of the units that people judged in one exposure class. */
class View {
  private readonly about: { scope: string; level: Level; exposure: ExposureClass };
  private readonly units: { people: Rated[]; machines: Rated[] }[];
  private readonly people: Rater[];
  private readonly machines: Rater[];

  constructor(scope: Scope, exposure: ExposureClass) {
    const level = headlineLevel(scope.readings.flatMap(({ levels }) => levels));
    this.about = { scope: scope.name, level, exposure };
    this.units = scope.units.flatMap((unit) => {
      const people = unit.humans[exposure].filter(isRating);
      return people.length === 0 ? [] : [{ people, machines: machinesOf(unit) }];
    });
    this.people = named(this.units.flatMap(({ people }) => people));
    this.machines = named(this.units.flatMap(({ machines }) => machines));
  }

  pairs(): RaterPairRow[] {
    const everybody = [...this.people, ...this.machines];
    const kept = new Set(this.busiest(everybody));
    const raters = everybody.filter((rater) => kept.has(rater));
    const { ratings, place } = this.ratings(raters);
    const alphas = pairwiseMatrix(ratings, (two) => krippendorffAlpha(two, this.about.level));
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
    const people = this.people.map((person): RaterRow => {
      const left = without[place.get(person.key) ?? -1] ?? all;
      return {
        ...this.about,
        rater: nameOf(person),
        ...this.against(person, [person]),
        alpha: left.value,
        alphaReason: left.reason,
      };
    });
    const agreements = people.flatMap(({ agreement }) => agreement ?? []);
    const correlations = people.flatMap(({ correlation }) => correlation ?? []);
    const summary: RaterRow = {
      ...this.about,
      rater: null,
      units: this.units.filter((unit) => unit.people.length > 1).length,
      ...meanOr(agreements, correlations, people[0]),
      alpha: all.value,
      alphaReason: all.reason,
    };
    const machines = this.machines.map(
      (machine): RaterRow => ({
        ...this.about,
        rater: nameOf(machine),
        ...this.against(machine, this.people),
        alpha: null,
        alphaReason: null,
      }),
    );
    return [summary, ...people, ...machines];
  }

  /** A rater against all people but one, for each of some people to leave out; the mean of what comes out. */
  private against(rater: Rater, leftOut: readonly Rater[]) {
    const compared = leftOut.map((person) => this.againstRest(rater, person));
    const agreements = compared.flatMap(({ agreement }) => agreement ?? []);
    const correlations = compared.flatMap(({ correlation }) =>
      typeof correlation === "number" ? correlation : [],
    );
    const undefinedOnes = compared.flatMap(({ correlation }) =>
      typeof correlation === "string" ? correlation : [],
    );
    return {
      units: new Set(compared.flatMap(({ units }) => units)).size,
      ...meanOr(agreements, correlations, {
        agreementReason: "no-common-units",
        correlationReason: undefinedOnes[0] ?? "fewer-than-2-pairs",
      }),
    };
  }

  /** On the units this person rated beside others: the rater, held against those others. */
  private againstRest(rater: Rater, person: Rater) {
    const units: number[] = [];
    const shares: number[] = [];
    const own: number[] = [];
    const rest: number[] = [];
    for (const [at, { people, machines }] of this.units.entries()) {
      const said = [...people, ...machines].find((rated) => rated.rater === rater);
      const others = people.filter((rated) => rated.rater !== person);
      if (!said || others.length === 0 || others.length === people.length) continue;
      units.push(at);
      shares.push(others.filter(({ value }) => value === said.value).length / others.length);
      own.push(asNumber(said.value) ?? 0);
      rest.push(mean(others.map(({ value }) => asNumber(value) ?? 0)));
    }
    const ones = new Float64Array(own.length).fill(1);
    const correlation: Outcome =
      own.length < 2
        ? "fewer-than-2-pairs"
        : weightedPearson(Float64Array.from(own), Float64Array.from(rest), ones);
    return { units, agreement: shares.length === 0 ? null : mean(shares), correlation };
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

type Compared = Pick<RaterRow, "agreement" | "correlation" | "agreementReason" | "correlationReason">;

function meanOr(
  agreements: readonly number[],
  correlations: readonly number[],
  otherwise: Pick<RaterRow, "agreementReason" | "correlationReason"> | undefined,
): Compared {
  return {
    agreement: agreements.length > 0 ? mean(agreements) : null,
    agreementReason: agreements.length > 0 ? null : (otherwise?.agreementReason ?? "no-common-units"),
    correlation: correlations.length > 0 ? mean(correlations) : null,
    correlationReason:
      correlations.length > 0 ? null : (otherwise?.correlationReason ?? "fewer-than-2-pairs"),
  };
}

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
