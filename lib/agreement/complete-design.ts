import type { ValueOrReason } from "./estimate";

/** Levels of measurement that simulated ratings have: by place in the list of categories, or as categories only. */
export type PlannedLevel = "nominal" | "ordinal";

/**
 * Counts of ratings in which every unit has the same number of raters, for simulations: α and κ of such designs need only how
 * often two values meet in a unit. One pass counts the designs with the first two, three, … of the raters together.
 *
 * @example
 * const counts = new PairCounts(2, 3);
 * for (const unit of [[0, 0, 0], [1, 1, 0], [0, 1, 1], [1, 1, 1]]) counts.add(unit);
 * counts.alpha(2, "nominal"); // → 0.533
 * counts.kappa(3); // → 0.333
 */
export class PairCounts {
  readonly #categories: number;
  readonly #raters: number;
  /** By the place of the later rater: how often its value met the value of an earlier one. */
  readonly #pairs: Float64Array[];
  /** By the place of the rater: how often it gave each value. */
  readonly #values: Float64Array[];

  constructor(categories: number, raters: number) {
    this.#categories = categories;
    this.#raters = raters;
    this.#pairs = Array.from({ length: raters }, () => new Float64Array(categories * categories));
    this.#values = Array.from({ length: raters }, () => new Float64Array(categories));
  }

  /** Adds a unit with the values of all raters. */
  add(unit: ArrayLike<number>): void {
    for (let later = 0; later < this.#raters; later++) {
      const value = unit[later] as number;
      increment(this.#values[later] as Float64Array, value);
      const row = value * this.#categories;
      for (let earlier = 0; earlier < later; earlier++)
        increment(this.#pairs[later] as Float64Array, row + (unit[earlier] as number));
    }
  }

  /** Krippendorff's α of the first `raters`. */
  alpha(raters: number, level: PlannedLevel): ValueOrReason {
    const shares = total(this.#values, raters, this.#categories);
    const n = sum(shares);
    if (raters < 2 || n === 0) return "no-pairable-values";
    const distance = level === "nominal" ? nominal : ordinal(shares);
    let expected = 0;
    for (let v = 0; v < this.#categories; v++)
      for (let w = 0; w < this.#categories; w++)
        expected += (shares[v] as number) * (shares[w] as number) * distance(v, w);
    if (expected === 0) return "no-variation";
    const pairs = total(this.#pairs, raters, this.#categories ** 2);
    let observed = 0;
    for (let at = 0; at < pairs.length; at++)
      observed += (pairs[at] as number) * distance(Math.floor(at / this.#categories), at % this.#categories);
    return 1 - observed / sum(pairs) / (expected / (n * (n - 1)));
  }

  /** Fleiss' κ of the first `raters`. */
  kappa(raters: number): ValueOrReason {
    const shares = total(this.#values, raters, this.#categories);
    const n = sum(shares);
    if (raters < 2 || n === 0) return "no-pairable-values";
    const chance = shares.reduce((all, count) => all + (count / n) ** 2, 0);
    if (shares.some((count) => count === n)) return "expected-agreement-is-1";
    const pairs = total(this.#pairs, raters, this.#categories ** 2);
    let agreeing = 0;
    for (let v = 0; v < this.#categories; v++) agreeing += pairs[v * (this.#categories + 1)] as number;
    return (agreeing / sum(pairs) - chance) / (1 - chance);
  }
}

function increment(counts: Float64Array, at: number): void {
  counts[at] = (counts[at] as number) + 1;
}

function total(parts: readonly Float64Array[], first: number, length: number): Float64Array {
  const all = new Float64Array(length);
  for (const part of parts.slice(0, first))
    for (let at = 0; at < length; at++) all[at] = (all[at] as number) + (part[at] as number);
  return all;
}

const sum = (numbers: Float64Array) => numbers.reduce((all, number) => all + number, 0);

const nominal = (v: number, w: number) => Number(v !== w);

/** The squared distance of midranks, with the categories in the order of the scale. */
function ordinal(counts: Float64Array) {
  let below = 0;
  const midranks = counts.map((count) => {
    below += count;
    return below - count / 2;
  });
  return (v: number, w: number) => ((midranks[v] as number) - (midranks[w] as number)) ** 2;
}
