import type { IntervalRequest } from "./bootstrap";
import type { Estimate, ValueOrReason } from "./estimate";
import { jointEstimates } from "./estimator";
import { alphas, disagreements, type Level, ValuePool } from "./krippendorff";
import { comparePatterns, type Patterns, pairableUnits, patternsOf } from "./patterns";
import type { Ratings } from "./ratings";
import type { SampledUnits } from "./sample";

/** Alpha of several items together, and of each item. */
export interface StratifiedAlpha {
  /** One minus observed over expected disagreement, both computed within the items and added up. */
  stratified: Estimate;
  /**
   * Alpha of each item with at least two comparable units, or the reason why it is undefined; in no
   * particular order.
   */
  items: ValueOrReason[];
}

/**
 * Krippendorff's alpha of several items at once, with expected disagreement computed within each item, at several levels
 * with intervals from the same draws. Plain alpha of pooled items expects raters to confuse one item with another: where
 * items differ in how often each value occurs, it rewards knowing which item is which and can exceed the alpha of every
 * single item.
 *
 * `stratum[u]` is the number of unit u's item. Items with a single comparable unit are merged into one
 * stratum. Ordinal distances are those of the pool, so that a step on the scale is as wide in every item.
 *
 * Krippendorff (2004), "Content Analysis", 2nd ed., 11.3, on reliability of subsets of the data.
 *
 * @example
 * // Units 0 to 3 are of an item scored 1 or 2, units 4 to 7 of one scored 4 or 5.
 * const ratings = ratingsFromMatrix([[1, 2, 1, 2, 4, 5, 4, 5], [1, 2, 2, 1, 4, 5, 5, 4]]);
 * const item = [0, 0, 0, 0, 1, 1, 1, 1];
 * krippendorffAlpha(ratings, "interval").value; // → 0.906
 * stratifiedAlphas(ratings, item, ["nominal", "interval"]).map(({ stratified }) => stratified.value); // → [0.125, 0.125]
 */
export function stratifiedAlphas(
  ratings: Ratings,
  stratum: ArrayLike<number>,
  levels: readonly Level[],
  request?: IntervalRequest,
): StratifiedAlpha[] {
  const patterns = patternsOf(ratings);
  const patternOfUnit = patterns.patternOfUnit();
  const strata = mergedStrata(patterns, patternOfUnit, stratum);
  const forms = new Forms(strata.of, patternOfUnit, patterns);
  const meters = levels.map((level) => disagreements(patterns, level));
  const byPattern = new Float64Array(patterns.weight.length);
  const pool = new ValuePool(patterns.values.length);
  const pools = forms.byStratum.map(() => new ValuePool(patterns.values.length));

  const kernel = (weight: Float64Array): ValueOrReason[] => {
    byPattern.fill(0);
    for (const own of pools) own.clear();
    for (let form = 0; form < weight.length; form++) {
      const [pattern, units] = [forms.pattern[form] as number, weight[form] as number];
      byPattern[pattern] = (byPattern[pattern] as number) + units;
      pools[forms.stratum[form] as number]?.add(patterns, pattern, units);
    }
    pool.fill(patterns, byPattern);
    return meters.map((meter) => {
      const reason = meter.measureBy(pool);
      if (reason) return reason;
      // Items without comparable units, or without variation, contribute no disagreement.
      let expected = 0;
      for (const own of pools) expected += meter.expectedIn(own);
      return expected === 0 ? "no-variation" : 1 - meter.observedIn(byPattern) / expected;
    });
  };
  const { units, ratings: pairable } = pairableUnits(patterns);
  const sample: SampledUnits = {
    weight: forms.weight,
    counts: (form) => (patterns.size[forms.pattern[form] as number] as number) >= 2,
    compare: (a, b) =>
      (forms.stratum[a] as number) - (forms.stratum[b] as number) ||
      comparePatterns(patterns, forms.pattern[a] as number, forms.pattern[b] as number),
    formOfUnit: () => forms.ofUnit,
    units,
    raters: patterns.raters,
    pairable,
  };
  const measured = alphas(levels)(patterns);
  const ofItems = forms.byStratum.slice(0, strata.items).map((own) => {
    const weight = new Float64Array(patterns.weight.length);
    for (const form of own) weight[forms.pattern[form] as number] = forms.weight[form] as number;
    return measured(weight);
  });
  return jointEstimates(sample, kernel, request).map((stratified, level) => ({
    stratified,
    items: ofItems.map((found) => found[level] as ValueOrReason),
  }));
}

/** The stratum of each unit: 0 .. items - 1 for items with several comparable units, `items` for all others. */
function mergedStrata({ size }: Patterns, patternOfUnit: Int32Array, stratum: ArrayLike<number>) {
  const comparable = new Map<number, number>();
  patternOfUnit.forEach((pattern, unit) => {
    if (pattern === -1 || (size[pattern] as number) < 2) return;
    const own = stratum[unit] as number;
    comparable.set(own, (comparable.get(own) ?? 0) + 1);
  });
  const repeated = [...comparable].filter(([, units]) => units > 1).map(([own]) => own);
  const number = new Map(repeated.sort((a, b) => a - b).map((own, at) => [own, at]));
  return {
    items: repeated.length,
    of: (unit: number) => number.get(stratum[unit] as number) ?? repeated.length,
  };
}

/** Numbers the distinct pairs of stratum and pattern. */
class Forms {
  readonly ofUnit: Int32Array;
  readonly pattern: number[] = [];
  readonly stratum: number[] = [];
  readonly weight: Float64Array;
  /** The forms of each stratum. */
  readonly byStratum: readonly (readonly number[])[];

  constructor(of: (unit: number) => number, patternOfUnit: Int32Array, patterns: Patterns) {
    const known = new Map<number, number>();
    const units: number[] = [];
    const kinds = patterns.weight.length;
    this.ofUnit = patternOfUnit.map((pattern, unit) => {
      if (pattern === -1) return -1;
      const stratum = of(unit);
      const key = stratum * kinds + pattern;
      const form = known.get(key) ?? this.pattern.length;
      if (form === this.pattern.length) {
        known.set(key, form);
        this.pattern.push(pattern);
        this.stratum.push(stratum);
        units.push(0);
      }
      units[form] = (units[form] as number) + 1;
      return form;
    });
    this.weight = Float64Array.from(units);
    const last = this.stratum.reduce((highest, own) => Math.max(highest, own), -1);
    const byStratum = Array.from({ length: last + 1 }, (): number[] => []);
    this.stratum.forEach((own, form) => {
      byStratum[own]?.push(form);
    });
    this.byStratum = byStratum;
  }
}
