import { type Interval, restsOnFewUnits } from "@/lib/agreement/estimate";
import { gwetAC1 } from "@/lib/agreement/gwet";
import { krippendorffAlpha, type Level } from "@/lib/agreement/krippendorff";
import { percentAgreement } from "@/lib/agreement/percent";
import { type RatingRow, ratingsFromRows } from "@/lib/agreement/ratings";
import {
  type Ends,
  EXPOSURE_CLASSES,
  type ExposureClass,
  RATER_SETS,
  type RaterSet,
  type ReliabilityRow,
  type ReportOptions,
  type ValueCounts,
} from "@/lib/report/schema";
import type { Scope } from "./scopes";
import { compare, type Unit } from "./units";
import { NOT_APPLICABLE, type Reading } from "./values";

/** What raters said about one unit, n/a included, and the cluster it is drawn with: its task. */
export interface RatedUnit {
  cluster: string;
  ratings: { rater: string; value: string | number }[];
}

/** How ratings are to be measured. */
export interface Question {
  levels: readonly Level[];
  /** The declared values from lowest to highest; null without such a list. */
  categories: readonly (string | number)[] | null;
  /** The ratings are on scales that cannot be pooled: counted, but not measured. */
  mixed: boolean;
}

/** Every row of a scope: each level of measurement × rater set × exposure class. */
export function reliabilityOf(scope: Scope, options: ReportOptions): ReliabilityRow[] {
  const mixed = scope.readings.length > 1;
  const question: Question = {
    mixed,
    categories: mixed ? null : (scope.readings[0]?.categories ?? null),
    levels: levelsOf(scope.readings),
  };
  const remembered = new Memory();
  const adjudicated = scope.units.filter((unit) => unit.adjudicated).length;
  return RATER_SETS.flatMap((raters) =>
    EXPOSURE_CLASSES.flatMap((exposure) => {
      const units = scope.units.flatMap((unit) => ratedUnit(unit, raters, exposure));
      return remembered
        .measure(units, question, options)
        .map(({ level, ...row }) => ({ scope: scope.name, level, raters, exposure, ...row, adjudicated }));
    }),
  );
}

export type Measured = Omit<ReliabilityRow, "scope" | "raters" | "exposure" | "adjudicated">;

/** Agreement among raters at every level the question asks for. */
export function measure(units: readonly RatedUnit[], question: Question, options: ReportOptions): Measured[] {
  const rows: RatingRow[] = [];
  const values = new Map<string | number, number>();
  let na = 0;
  for (const [unit, { ratings }] of units.entries()) {
    for (const { rater, value } of ratings) {
      if (value === NOT_APPLICABLE) na++;
      else {
        values.set(value, (values.get(value) ?? 0) + 1);
        rows.push({ unit, rater, value });
      }
    }
  }
  const { levels, mixed } = question;
  const categories = [...values.keys()].every((value) => question.categories?.includes(value))
    ? question.categories
    : null;
  const ratings = ratingsFromRows(rows, categories ? { categories, valueOrder: categories } : {});
  const percent = percentAgreement(ratings);
  const shared = {
    units: percent.units,
    raterCount: percent.raters,
    pairable: percent.pairable,
    values: countsOf(values),
    na,
  };
  if (mixed) {
    const reason = "mixed-scales" as const;
    const unmeasured = {
      value: null,
      ci: null,
      percentAgreement: null,
      ac1: null,
      clusters: 0,
      fewClusters: false,
    };
    return levels.map((level) => ({ level, ...unmeasured, ...shared, reason, ac1Reason: reason }));
  }
  const ac1 = categories
    ? gwetAC1(ratings)
    : { value: null, reason: percent.reason ?? ("open-scale" as const) };
  const clusters = (ratings.unitIds ?? []).map((unit) => units[Number(unit)]?.cluster ?? "");
  const drawn = new Set(clusters).size;
  return levels.map((level) => {
    const ask = drawn > 1 ? { ...options, clusters } : undefined;
    const { value, reason, interval } = krippendorffAlpha(ratings, level, ask);
    return {
      level,
      value,
      ci: endsOf(interval),
      ...shared,
      percentAgreement: percent.value,
      reason,
      ac1: ac1.value,
      ac1Reason: ac1.reason,
      clusters: interval?.drawn ?? Math.min(drawn, 1),
      fewClusters: value !== null && (!interval || restsOnFewUnits(interval)),
    };
  });
}

/**
 * The ends of an interval; null without one. A single cluster has none: drawing it
 * again and again never varies, which would pass for certainty.
 */
export function endsOf(interval: Interval | null | undefined): Ends | null {
  return interval && interval.drawn > 1 ? [interval.low, interval.high] : null;
}

/** Classes often hold the same ratings (all exposed, say); each distinct set is measured once. */
class Memory {
  private readonly known: { units: readonly RatedUnit[]; rows: Measured[] }[] = [];

  measure(units: readonly RatedUnit[], question: Question, options: ReportOptions): Measured[] {
    const before = this.known.find((known) => sameRatings(known.units, units));
    if (before) return before.rows;
    const rows = measure(units, question, options);
    this.known.push({ units, rows });
    return rows;
  }
}

function sameRatings(one: readonly RatedUnit[], other: readonly RatedUnit[]): boolean {
  if (one.length !== other.length) return false;
  return one.every(({ cluster, ratings }, unit) => {
    const others = other[unit];
    if (!others || others.cluster !== cluster || others.ratings.length !== ratings.length) return false;
    return ratings.every(({ rater, value }, at) => {
      const rated = others.ratings[at];
      return rated?.rater === rater && rated.value === value;
    });
  });
}

/**
 * What a rater set said about a unit. The LLM joins people on the units they judged;
 * where nobody did there is nothing to agree with.
 */
function ratedUnit(unit: Unit, raters: RaterSet, exposure: ExposureClass): RatedUnit[] {
  const humans = unit.humans[exposure];
  if (humans.length === 0) return [];
  const llms = raters === "human" ? [] : unit.others.filter(({ rater }) => rater.kind === "llm");
  const ratings = [...humans, ...llms].map(({ rater, value }) => ({ rater: rater.key, value }));
  return [{ cluster: unit.task, ratings }];
}

function levelsOf(readings: readonly Reading[]): Level[] {
  const levels: Level[] = ["nominal", "ordinal", "interval"];
  return levels.filter(
    (level) => readings.length === 0 || readings.some((reading) => reading.levels.includes(level)),
  );
}

function countsOf(values: ReadonlyMap<string | number, number>): ValueCounts {
  const entries = [...values].map(([value, count]): [string, number] => [String(value), count]);
  return Object.fromEntries(entries.sort(([a], [b]) => compare(a, b)));
}
