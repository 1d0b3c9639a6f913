import type { IntervalRequest } from "./bootstrap";
import type { Estimate, ValueOrReason } from "./estimate";
import { estimateFrom } from "./estimator";
import { disagreements, type Level } from "./krippendorff";
import { comparePatterns, type Patterns, pairableUnits, patternsOf } from "./patterns";
import type { Ratings } from "./ratings";
import type { Sample } from "./sample";

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
 * Krippendorff's alpha of several items at once, with expected disagreement computed within each item. Plain
 * alpha of pooled items expects raters to confuse one item with another: where items differ in how often each
 * value occurs, it rewards knowing which item is which and can exceed the alpha of every single item.
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
 * stratifiedAlpha(ratings, item, "interval").stratified.value; // → 0.125
 */
export function stratifiedAlpha(
  ratings: Ratings,
  stratum: ArrayLike<number>,
  level: Level,
  request?: IntervalRequest,
): StratifiedAlpha {
  const patterns = patternsOf(ratings);
  const patternOfUnit = patterns.patternOfUnit();
  const strata = mergedStrata(patterns, patternOfUnit, stratum);
  const forms = new Forms(strata.of, patternOfUnit, patterns);
  const parts = disagreements(patterns, level);
  const ofPattern = new Float64Array(patterns.weight.length);
  const all = new Float64Array(patterns.weight.length);

  /** Disagreements among the units of one item, at the distances measured before. */
  const partsOf = (weight: Float64Array, { forms: own, patterns: chosen }: Stratum) => {
    for (let i = 0; i < own.length; i++) ofPattern[chosen[i] as number] = weight[own[i] as number] as number;
    return parts.among(ofPattern, chosen);
  };
  const kernel = (weight: Float64Array): ValueOrReason => {
    all.fill(0);
    for (let form = 0; form < weight.length; form++) {
      const pattern = forms.pattern[form] as number;
      all[pattern] = (all[pattern] as number) + (weight[form] as number);
    }
    const reason = parts.measureBy(all);
    if (reason) return reason;
    let [observed, expected] = [0, 0];
    for (const own of forms.byStratum) {
      const found = partsOf(weight, own);
      // Items without comparable units, or without variation, contribute no disagreement.
      if (typeof found === "string") continue;
      observed += found.observed;
      expected += found.expected;
    }
    return expected === 0 ? "no-variation" : 1 - observed / expected;
  };
  const { units, ratings: pairable } = pairableUnits(patterns);
  const sample: Sample = {
    kernel,
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
  const items = forms.byStratum.slice(0, strata.items).map((own): ValueOrReason => {
    const weight = new Float64Array(patterns.weight.length);
    for (const [at, form] of own.forms.entries())
      weight[own.patterns[at] as number] = forms.weight[form] as number;
    const found = parts.of(weight);
    return typeof found === "string" ? found : 1 - found.observed / found.expected;
  });
  return { stratified: estimateFrom(sample, request), items };
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

/** The forms of one stratum, and the pattern of each, in ascending order. */
interface Stratum {
  readonly forms: Int32Array;
  readonly patterns: Int32Array;
}

/** Numbers the distinct pairs of stratum and pattern. */
class Forms {
  readonly ofUnit: Int32Array;
  readonly pattern: number[] = [];
  readonly stratum: number[] = [];
  readonly weight: Float64Array;
  readonly byStratum: Stratum[] = [];

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
    const inStratum = Array.from({ length: last + 1 }, (): number[] => []);
    this.stratum.forEach((own, form) => {
      inStratum[own]?.push(form);
    });
    for (const found of inStratum) {
      const own = Int32Array.from(found).sort(
        (a, b) => (this.pattern[a] as number) - (this.pattern[b] as number),
      );
      this.byStratum.push({ forms: own, patterns: own.map((form) => this.pattern[form] as number) });
    }
  }
}
