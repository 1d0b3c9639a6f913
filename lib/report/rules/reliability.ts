import { ClusterNumbers } from "@/lib/agreement/clusters";
import { type AtLevel, coefficientsOf } from "@/lib/agreement/coefficients";
import { type Estimate, FEW_DRAWN, type Interval, restsOnTooFew } from "@/lib/agreement/estimate";
import type { Level } from "@/lib/agreement/krippendorff";
import { quantile } from "@/lib/agreement/quantile";
import { type NarrowIntArray, type Ratings, ratingsFromColumns } from "@/lib/agreement/ratings";
import { stratifiedAlpha } from "@/lib/agreement/stratified";
import { wilsonInterval } from "@/lib/agreement/wilson";
import type { ExposureClass } from "@/lib/judgement/schema";
import { EXPOSURE_CLASSES } from "@/lib/judgement/schema/codes";
import type { ReportOptions } from "@/lib/report/schema";
import { RATER_SETS } from "@/lib/report/schema/codes";
import type { ArmRow, ItemsTogether, PositionRow, ReliabilityRow } from "@/lib/report/schema/reliability";
import type { Ends, RaterSet, ReportReason, ValueCounts } from "@/lib/report/schema/values";
import type { PackedColumn } from "./bit-packed-column";
import { DictionaryColumn, GrowableColumn, NarrowColumn, NONE } from "./growable-columns";
import { headlineLevel } from "./headline";
import { type MeasurementScale, NOT_APPLICABLE } from "./measurement-scale";
import { byName, type Scope, SUMMARY_SCOPES } from "./scopes";
import { STAGE_NAMES } from "./sessions";
import { compare, type Rated, type Rater, type Unit } from "./units";
import type { InArms } from "./values-by-arm";

/** The ratings of one unit, including n/a, and the cluster in which it is resampled: its task. */
export interface RatedUnit {
  cluster: string;
  ratings: { rater: string; value: string | number }[];
}

/** Levels and scale at which ratings are measured. */
export interface Question {
  levels: readonly Level[];
  /** The declared values from lowest to highest; null without such a list. */
  categories: readonly (string | number)[] | null;
  /**
   * True if the ratings are on scales that cannot be pooled: ratings are then counted, but no coefficient is
   * computed.
   */
  mixed: boolean;
}

/** The measurement for the values of a scope. */
export function measurementOf({ readings }: Pick<Scope, "readings">): Question {
  const mixed = readings.length > 1;
  return {
    mixed,
    categories: mixed ? null : (readings[0]?.categories ?? null),
    levels: levelsOf(readings),
  };
}

/** The measurement at the scope's headline level alone. */
function headlineQuestion(scope: Scope): Question {
  const question = measurementOf(scope);
  return { ...question, levels: [headlineLevel(question.levels)] };
}

/** Every row of a scope: each level of measurement × rater set × exposure class. */
export function reliabilityOf(scope: Scope, options: ReportOptions): ReliabilityRow[] {
  const question = measurementOf(scope);
  const remembered = new Memory();
  let adjudicated = 0;
  for (const unit of scope.units) adjudicated += Number(unit.adjudicated);
  return RATER_SETS.flatMap((raters) =>
    EXPOSURE_CLASSES.flatMap((exposure) => {
      const rated = new Gathered();
      for (const unit of scope.units) ratedUnit(rated, unit, raters, exposure);
      return remembered
        .measure(rated.columns(), question, options)
        .map(({ level, ...row }) => ({ scope: scope.name, level, raters, exposure, ...row, adjudicated }));
    }),
  );
}

/** Agreement among people of each arm, by their final values in it. */
export function armsOf(scope: Scope, inArms: InArms, options: ReportOptions): ArmRow[] {
  const arms = new Map<string, Gathered>();
  for (const unit of scope.units) {
    for (const [arm, inArm] of inArms(unit)) {
      const own = arms.get(arm) ?? new Gathered();
      arms.set(arm, own);
      own.unit(unit, inArm);
    }
  }
  return [...arms]
    .sort(([a], [b]) => byName(a, b))
    .flatMap(([arm, rated]) =>
      measureColumns(rated.columns(), headlineQuestion(scope), options).map(
        (row): ArmRow => ({
          scope: scope.name,
          raters: "human",
          exposure: "any",
          ...row,
          adjudicated: 0,
          arm,
        }),
      ),
    );
}

/** Agreement among people's judgements at one stage of their sessions, in each exposure class. */
export function positionsOf(scope: Scope, stages: PackedColumn, options: ReportOptions): PositionRow[] {
  if (!SUMMARY_SCOPES.includes(scope.name) || scope.readings.length !== 1) return [];
  return EXPOSURE_CLASSES.flatMap((exposure) => {
    const byStage = STAGE_NAMES.map(() => new Gathered());
    const pairs = new PairsByStage(STAGE_NAMES.length);
    for (const unit of scope.units) {
      const humans = unit.humans[exposure];
      const stageOf = ({ place }: Rated) => (place === null ? NONE : stages.at(place));
      pairs.add(humans, stageOf);
      for (const stage of new Set(humans.map(stageOf)))
        byStage[stage]?.unit(
          unit,
          humans.filter((rated) => stageOf(rated) === stage),
        );
    }
    return byStage.flatMap((rated, stage) => {
      const columns = rated.columns();
      const position = STAGE_NAMES[stage];
      if (columns.cluster.length === 0 || position === undefined) return [];
      return measureColumns(columns, headlineQuestion(scope), options).map(
        (row): PositionRow => ({
          scope: scope.name,
          raters: "human",
          exposure,
          ...row,
          adjudicated: 0,
          position,
          expectedAgreement: pairs.expected(stage),
        }),
      );
    });
  });
}

/**
 * Agreement of each pair of people over the whole session, as a baseline for the stages: different pairs meet
 * at different stages, which changes agreement without any learning or fatigue.
 */
class PairsByStage {
  private readonly raters = new Map<Rater, number>();
  private readonly whole = new Map<number, { agreed: number; met: number }>();
  private readonly met: Map<number, number>[];

  constructor(stages: number) {
    this.met = Array.from({ length: stages }, () => new Map());
  }

  add(people: readonly Rated[], stageOf: (rated: Rated) => number): void {
    const rated = people.filter(({ value }) => value !== NOT_APPLICABLE);
    const stages = rated.map(stageOf);
    for (let a = 0; a < rated.length; a++)
      for (let b = a + 1; b < rated.length; b++) {
        const [one, other] = [rated[a] as Rated, rated[b] as Rated];
        const pair = this.pairOf(one.rater, other.rater);
        const own = this.whole.get(pair) ?? { agreed: 0, met: 0 };
        this.whole.set(pair, own);
        own.met++;
        own.agreed += Number(one.value === other.value);
        const stage = stages[a] as number;
        const within = stage === stages[b] ? this.met[stage] : undefined;
        // Each unit counts once at a stage, however many people met on it.
        const others = stages.filter((each) => each === stage).length;
        within?.set(pair, (within.get(pair) ?? 0) + 2 / (others * (others - 1)));
      }
  }

  /**
   * The agreement that the pairs of raters at a stage have over the whole session. Null if no two raters have
   * common units at the stage.
   */
  expected(stage: number): number | null {
    let sum = 0;
    let all = 0;
    for (const [pair, weight] of this.met[stage] ?? []) {
      const { agreed, met } = this.whole.get(pair) ?? { agreed: 0, met: 1 };
      sum += weight * (agreed / met);
      all += weight;
    }
    return all === 0 ? null : sum / all;
  }

  private pairOf(one: Rater, other: Rater): number {
    const [a, b] = [this.numberOf(one), this.numberOf(other)];
    return Math.min(a, b) * 2 ** 26 + Math.max(a, b);
  }

  private numberOf(rater: Rater): number {
    const known = this.raters.get(rater);
    if (known !== undefined) return known;
    this.raters.set(rater, this.raters.size);
    return this.raters.size - 1;
  }
}

type Measured = Omit<ReliabilityRow, "scope" | "raters" | "exposure" | "adjudicated">;

/** Ratings in long columns: a unit, a rater, and a code into `values`; n/a is one of the values. */
export interface CodedRatings {
  unit: Int32Array;
  rater: NarrowIntArray;
  value: NarrowIntArray;
  values: readonly (string | number)[];
  /** The cluster of each unit for resampling. */
  cluster: ArrayLike<string | number>;
  /** The item of each unit, by numbers in the order of their keys; absent where all units are of one. */
  item?: ArrayLike<number>;
}

/** Agreement among raters at every requested level. */
export function measure(units: Iterable<RatedUnit>, question: Question, options: ReportOptions): Measured[] {
  const rated = new Gathered();
  for (const { cluster, ratings } of units)
    rated.add(
      cluster,
      ratings,
      ({ rater }) => rater,
      ({ value }) => value,
    );
  return measureColumns(rated.columns(), question, options);
}

/** Collects ratings into columns. */
class Gathered {
  /** Number of ratings per unit. */
  private readonly ratings = new NarrowColumn();
  private readonly rater = new NarrowColumn();
  private readonly value = new NarrowColumn();
  private readonly raters = new DictionaryColumn<string>();
  private readonly values = new DictionaryColumn<string | number>();
  private readonly clusters: string[] = [];
  private readonly items: string[] = [];

  /** Adds a unit with its ratings. */
  unit({ task, item }: Pick<Unit, "task" | "item">, given: readonly Rated[]): void {
    this.items.push(item);
    this.add(
      task,
      given,
      ({ rater }) => rater.key,
      ({ value }) => value,
    );
  }

  add<T>(
    cluster: string,
    ratings: readonly T[],
    raterOf: (rating: T) => string,
    toValue: (rating: T) => string | number,
  ): void {
    this.clusters.push(cluster);
    this.ratings.push(ratings.length);
    for (const rating of ratings) {
      this.rater.push(this.raters.of(raterOf(rating)));
      this.value.push(this.values.of(toValue(rating)));
    }
  }

  columns(): RatedColumns {
    const unit = new Int32Array(this.rater.length);
    let row = 0;
    for (let at = 0; at < this.clusters.length; at++) {
      const end = row + this.ratings.at(at);
      unit.fill(at, row, end);
      row = end;
    }
    return {
      unit,
      rater: this.rater.numbers(),
      value: this.value.numbers(),
      raters: this.raters.list,
      values: this.values.list,
      cluster: this.clusters,
      ...itemNumbers(this.items),
    };
  }
}

/** Items by numbers in the order of their keys; nothing where there is only one. */
function itemNumbers(items: readonly string[]): Pick<CodedRatings, "item"> {
  const keys = [...new Set(items)].sort(compare);
  if (keys.length < 2) return {};
  const number = new Map(keys.map((key, at) => [key, at]));
  return { item: Int32Array.from(items, (key) => number.get(key) as number) };
}

/** Rating columns with the rater of each code. */
interface RatedColumns extends CodedRatings {
  raters: readonly string[];
  cluster: readonly string[];
}

/** Agreement among raters at every requested level, from columns. */
export function measureColumns(
  columns: CodedRatings,
  question: Question,
  options: ReportOptions,
): Measured[] {
  const { values: table, cluster } = columns;
  const counts = countsOf(columns.value, table.length);
  const notApplicable = table.indexOf(NOT_APPLICABLE);
  const na = counts[notApplicable] ?? 0;
  const given = table.flatMap((value, code) =>
    code !== notApplicable && (counts[code] as number) > 0 ? [[value, counts[code] as number] as const] : [],
  );
  const { levels, mixed } = question;
  const categories = given.every(([value]) => question.categories?.includes(value))
    ? question.categories
    : null;
  const rated = na === 0 ? columns : withoutCode(columns, notApplicable);
  const ratings = ratingsFromColumns(
    rated,
    table,
    { units: cluster.length, raters: 1 + largest(columns.rater) },
    categories ? { categories, valueOrder: categories } : {},
  );
  const drawn = clustersOf(rated.unit, cluster);
  const resampling = drawn > 1 && !mixed ? { ...options, clusters: cluster } : undefined;
  const {
    percent,
    ac1,
    levels: found,
  } = coefficientsOf(ratings, levels, { categories: categories !== null }, resampling);
  const shared = {
    units: percent.units,
    raterCount: percent.raters,
    pairable: percent.pairable,
    values: valueCounts(new Map(given)),
    na,
  };
  if (mixed) {
    const reason = "mixed-scales" as const;
    return levels.map((level) => ({ level, ...UNMEASURED, ...shared, reason, ac1Reason: reason }));
  }
  const open = percent.reason ?? ("open-scale" as const);
  return levels.map((level, at) => {
    const { alpha, ...withCredit } = found[at] as AtLevel;
    return {
      level,
      value: alpha.value,
      ci: endsOf(alpha.interval),
      items: columns.item ? itemsTogether(ratings, columns.item, level, alpha.value, resampling) : null,
      ...shared,
      percentAgreement: percent.value,
      percentCi: endsOfShare(percent),
      reason: alpha.reason,
      ac1: ac1?.value ?? null,
      ac1Ci: endsOf(ac1?.interval),
      ac1Reason: ac1 ? ac1.reason : open,
      ...creditedNumbers(level, withCredit, open),
      clusters: alpha.interval?.drawn ?? Math.min(drawn, 1),
      fewClusters: alpha.value !== null && (alpha.interval?.drawn ?? 0) < FEW_DRAWN,
    };
  });
}

/** The numbers of a row whose items are on scales that cannot be pooled. */
const UNMEASURED = {
  value: null,
  ci: null,
  percentAgreement: null,
  percentCi: null,
  ac1: null,
  ac1Ci: null,
  weightedPercent: null,
  weightedPercentCi: null,
  ac2: null,
  ac2Ci: null,
  ac2Reason: null,
  items: null,
  clusters: 0,
  fewClusters: false,
} as const;

/** Coefficients with credit for near misses; empty at a level that gives none. */
function creditedNumbers(
  level: Level,
  { weightedPercent, ac2 }: Omit<AtLevel, "alpha">,
  open: ReportReason,
): Pick<Measured, "weightedPercent" | "weightedPercentCi" | "ac2" | "ac2Ci" | "ac2Reason"> {
  return {
    weightedPercent: weightedPercent?.value ?? null,
    weightedPercentCi: weightedPercent ? endsOfShare(weightedPercent) : null,
    ac2: ac2?.value ?? null,
    ac2Ci: endsOf(ac2?.interval),
    ac2Reason: ac2 ? ac2.reason : level === "nominal" ? null : open,
  };
}

/** A note on pooling several items into one alpha; null for fewer than two. */
function itemsTogether(
  ratings: Ratings,
  item: ArrayLike<number>,
  level: Level,
  plain: number | null,
  resampling: Parameters<typeof stratifiedAlpha>[3],
): ItemsTogether | null {
  const { stratified, items } = stratifiedAlpha(ratings, item, level, resampling);
  if (items.length < 2) return null;
  const known = items.flatMap((alpha) => (typeof alpha === "number" ? alpha : [])).sort((a, b) => a - b);
  const highest = known.at(-1) ?? null;
  return {
    count: items.length,
    without: items.length - known.length,
    median: known.length === 0 ? null : quantile(Float64Array.from(known), 0.5),
    lowest: known[0] ?? null,
    highest,
    stratified: stratified.value,
    stratifiedCi: endsOf(stratified.interval),
    stratifiedReason: stratified.reason,
    exceedsEvery: plain !== null && highest !== null && plain > highest,
  };
}

/** Number of occurrences of each code. */
function countsOf(value: NarrowIntArray, codes: number): Float64Array {
  const counts = new Float64Array(codes);
  for (let row = 0; row < value.length; row++) {
    const code = value[row] as number;
    counts[code] = (counts[code] as number) + 1;
  }
  return counts;
}

/** Number of clusters with a rated unit. */
function clustersOf(rated: Int32Array, cluster: CodedRatings["cluster"]): number {
  const isRated = new Uint8Array(cluster.length);
  for (let row = 0; row < rated.length; row++) isRated[rated[row] as number] = 1;
  const found = new ClusterNumbers();
  for (let unit = 0; unit < cluster.length; unit++)
    if (isRated[unit] === 1) found.of(cluster[unit] as string | number);
  return found.size;
}

function withoutCode({ unit, rater, value }: CodedRatings, code: number) {
  const remembered = {
    unit: new GrowableColumn(value.length),
    rater: new NarrowColumn(),
    value: new NarrowColumn(),
  };
  for (let at = 0; at < value.length; at++) {
    if (value[at] === code) continue;
    remembered.unit.push(unit[at] as number);
    remembered.rater.push(rater[at] as number);
    remembered.value.push(value[at] as number);
  }
  return {
    unit: remembered.unit.numbers(),
    rater: remembered.rater.numbers(),
    value: remembered.value.numbers(),
  };
}

/** The largest number; -1 if there is none. */
function largest(numbers: NarrowIntArray): number {
  let most = -1;
  for (let at = 0; at < numbers.length; at++) most = Math.max(most, numbers[at] as number);
  return most;
}

/**
 * The ends of an interval, with the number of tasks it was drawn from. Null without an interval, and if it
 * was drawn from fewer than five tasks: draws of the same few tasks hardly vary, which would look like
 * certainty.
 */
export function endsOf(interval: Interval | null | undefined): Ends | null {
  return interval && !restsOnTooFew(interval) ? [interval.low, interval.high, interval.drawn] : null;
}

/**
 * The ends of a share's interval. If the share is 0 or 1 in every replicate, a bootstrap interval would have
 * length 0, so Wilson's score interval is used, with as many trials as there are tasks.
 */
export function endsOfShare({ value, interval }: Pick<Estimate, "value" | "interval">): Ends | null {
  const ends = endsOf(interval);
  if (!ends || (value !== 0 && value !== 1) || ends[0] !== ends[1]) return ends;
  const { low, high } = wilsonInterval(value, ends[2], interval?.confidence);
  return [low, high, ends[2]];
}

/**
 * Classes often hold the same ratings (if all are exposed, for example); each distinct set is measured once.
 */
class Memory {
  private readonly known: { columns: RatedColumns; rows: Measured[] }[] = [];

  measure(columns: RatedColumns, question: Question, options: ReportOptions): Measured[] {
    const before = this.known.find((known) => sameRatings(known.columns, columns));
    if (before) return before.rows;
    const rows = measureColumns(columns, question, options);
    this.known.push({ columns, rows });
    return rows;
  }
}

function sameRatings(one: RatedColumns, other: RatedColumns): boolean {
  return (["unit", "value", "rater", "cluster", "raters", "values"] as const).every((column) =>
    equal<string | number>(one[column], other[column]),
  );
}

/** True if two lists have equal elements. */
export function equal<T>(a: ArrayLike<T>, b: ArrayLike<T>): boolean {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return false;
  return true;
}

/**
 * A rater set's ratings of a unit. The LLM is added only to units that people judged; elsewhere there is
 * nothing to agree with.
 */
function ratedUnit(rated: Gathered, unit: Unit, raters: RaterSet, exposure: ExposureClass): void {
  const humans = unit.humans[exposure];
  if (humans.length === 0) return;
  const llms = raters === "human" ? [] : unit.others.filter(({ rater }) => rater.kind === "llm");
  rated.unit(unit, [...humans, ...llms]);
}

function levelsOf(readings: readonly MeasurementScale[]): Level[] {
  const levels: Level[] = ["nominal", "ordinal", "interval"];
  return levels.filter(
    (level) => readings.length === 0 || readings.some((reading) => reading.levels.includes(level)),
  );
}

/** Number of occurrences of each value, by its text. */
export function valueCounts(counts: ReadonlyMap<string | number, number>): ValueCounts {
  const entries = [...counts].map(([value, count]): [string, number] => [String(value), count]);
  return Object.fromEntries(entries.sort(([a], [b]) => compare(a, b)));
}
