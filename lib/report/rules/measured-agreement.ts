import { ClusterNumbers } from "@/lib/agreement/cluster-numbers";
import { type AtLevel, coefficientsOf } from "@/lib/agreement/coefficients";
import { FEW_DRAWN } from "@/lib/agreement/estimate";
import type { Level } from "@/lib/agreement/krippendorff";
import type { NarrowIntArray } from "@/lib/agreement/narrow-int-array";
import { quantile } from "@/lib/agreement/quantile";
import { ratingsFromColumns } from "@/lib/agreement/ratings";
import { type StratifiedAlpha, stratifiedAlphas } from "@/lib/agreement/stratified";
import type { ReportOptions } from "@/lib/report/schema";
import type { ItemsTogether, ReliabilityRow } from "@/lib/report/schema/reliability";
import type { ReportReason, ValueCounts } from "@/lib/report/schema/values";
import { endsOf, endsOfShare } from "./interval-ends";
import { NOT_APPLICABLE } from "./measurement-scale";
import { type CodedRatings, RatingCollector } from "./rated-columns";
import { compare } from "./text-order";

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

/** A row of agreement without what it is about. */
export type Measured = Omit<ReliabilityRow, "scope" | "raters" | "exposure" | "adjudicated">;

/** Agreement among raters at every requested level. */
export function measure(units: Iterable<RatedUnit>, question: Question, options: ReportOptions): Measured[] {
  const rated = new RatingCollector();
  for (const { cluster, ratings } of units) {
    rated.begin(cluster);
    for (const { rater, value } of ratings) rated.add(rater, value);
  }
  return measureColumns(rated.columns(), question, options);
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
  const byItem = columns.item ? stratifiedAlphas(ratings, columns.item, levels, resampling) : null;
  return levels.map((level, at) => {
    const { alpha, ...withCredit } = found[at] as AtLevel;
    return {
      level,
      value: alpha.value,
      ci: endsOf(alpha.interval),
      items: byItem && itemsTogether(byItem[at] as StratifiedAlpha, alpha.value),
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
function itemsTogether({ stratified, items }: StratifiedAlpha, plain: number | null): ItemsTogether | null {
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
  const isOther = (_: number, row: number) => value[row] !== code;
  return { unit: unit.filter(isOther), rater: rater.filter(isOther), value: value.filter(isOther) };
}

/** The largest number; -1 if there is none. */
function largest(numbers: NarrowIntArray): number {
  let most = -1;
  for (let at = 0; at < numbers.length; at++) most = Math.max(most, numbers[at] as number);
  return most;
}

/** Number of occurrences of each value, by its text. */
export function valueCounts(counts: ReadonlyMap<string | number, number>): ValueCounts {
  const entries = [...counts].map(([value, count]): [string, number] => [String(value), count]);
  return Object.fromEntries(entries.sort(([a], [b]) => compare(a, b)));
}
