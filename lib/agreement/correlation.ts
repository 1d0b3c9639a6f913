import type { IntervalRequest } from "./bootstrap";
import type { Estimate, ValueOrReason } from "./estimate";
import { estimateFrom } from "./estimator";
import { type PairMeasure, type Pairs, pairSample, pairsOf, type TwoRaters } from "./pairs";
import { numericValues, type Ratings } from "./ratings";
import type { Kernel } from "./sample";

/**
 * Pearson's r of two raters over the units both rated: do they move together on a straight line? It does not
 * notice a constant offset, such as one rater scoring two points higher. Undefined below two units, or if one
 * rater's values are constant.
 *
 * @example
 * pearson(ratingsFromMatrix([[1, 2, 3, 5], [3, 4, 5, 7]])).value; // → 1
 * pearson(ratingsFromMatrix([[1, 2, 3], [4, 4, 4]])).reason; // → "constant-input"
 */
export function pearson(ratings: Ratings, raters?: TwoRaters, request?: IntervalRequest): Estimate {
  return estimateFrom(pairSample(pairsOf(ratings, raters), pearsonMeasure), request);
}

/**
 * Spearman's rank correlation: Pearson's r of the midranks, so only the order of values matters.
 *
 * @example
 * spearman(ratingsFromMatrix([[1, 2, 3, 4], [1, 2, 10, 9]])).value; // → 0.8
 */
export function spearman(ratings: Ratings, raters?: TwoRaters, request?: IntervalRequest): Estimate {
  return estimateFrom(pairSample(pairsOf(ratings, raters), spearmanMeasure), request);
}

/**
 * Kendall's tau-b: how much more often two raters put two units in the same order than in opposite orders,
 * corrected for ties of either rater. Kendall (1945), Biometrika 33:239.
 *
 * @example
 * kendallTauB(ratingsFromMatrix([[1, 2, 3, 4], [1, 2, 4, 3]])).value; // → 0.667
 */
export function kendallTauB(ratings: Ratings, raters?: TwoRaters, request?: IntervalRequest): Estimate {
  return estimateFrom(pairSample(pairsOf(ratings, raters), kendallMeasure), request);
}

export const pearsonMeasure: PairMeasure = (pairs) => {
  const numbers = numericValues(pairs.values);
  if (!numbers) return () => "non-numeric-values";
  const table = tableOf(pairs);
  const ofPlace = Float64Array.from(pairs.order, (code) => numbers[code] as number);
  const measure = pearsonOn(table);
  return (weight) => {
    table.count(weight);
    return measure(ofPlace, ofPlace, weight);
  };
};

export const spearmanMeasure: PairMeasure = (pairs) => {
  const table = tableOf(pairs);
  const ranks = [new Float64Array(table.places), new Float64Array(table.places)] as const;
  const measure = pearsonOn(table);
  return (weight) => {
    table.count(weight);
    fillMidranks(ranks[0], table.ofFirst);
    fillMidranks(ranks[1], table.ofSecond);
    return measure(ranks[0], ranks[1], weight);
  };
};

/** Takes O(k log k) for k distinct pairs. */
export const kendallMeasure: PairMeasure = (pairs): Kernel => {
  const table = tableOf(pairs);
  const { first, second } = table;
  const byFirst = Int32Array.from(first, (_, k) => k).sort(
    (a, b) => (first[a] as number) - (first[b] as number),
  );
  const tree = new Float64Array(table.places + 1);
  return (weight) => {
    table.count(weight);
    const { n } = table;
    if (n < 2) return "fewer-than-2-pairs";
    const pairsInAll = (n * (n - 1)) / 2;
    const untiedFirst = pairsInAll - tiedPairs(table.ofFirst);
    const untiedSecond = pairsInAll - tiedPairs(table.ofSecond);
    if (untiedFirst === 0 || untiedSecond === 0) return "constant-input";
    const excess = concordantMinusDiscordant(byFirst, first, second, weight, tree);
    return inRange(excess / Math.sqrt(untiedFirst * untiedSecond));
  };
};

/** Number of units with each value of either rater: all that is not about single pairs is computed from these few counts. */
class PairTable {
  readonly ofFirst: Float64Array;
  readonly ofSecond: Float64Array;
  n = 0;

  constructor(
    /** The place of each distinct pair's values on the scale. */
    readonly first: Int32Array,
    readonly second: Int32Array,
    readonly places: number,
  ) {
    this.ofFirst = new Float64Array(places);
    this.ofSecond = new Float64Array(places);
  }

  count(weight: Float64Array): void {
    const { first, second, ofFirst, ofSecond } = this;
    ofFirst.fill(0);
    ofSecond.fill(0);
    let n = 0;
    for (let k = 0; k < weight.length; k++) {
      const units = weight[k] as number;
      const [row, column] = [first[k] as number, second[k] as number];
      ofFirst[row] = (ofFirst[row] as number) + units;
      ofSecond[column] = (ofSecond[column] as number) + units;
      n += units;
    }
    this.n = n;
  }
}

function tableOf(pairs: Pairs): PairTable {
  return new PairTable(sideOf(pairs, pairs.first), sideOf(pairs, pairs.second), pairs.order.length);
}

/** Replaces each code by its position on the scale. */
function sideOf({ order }: Pairs, codes: Int32Array): Int32Array {
  const place = new Int32Array(order.length);
  order.forEach((code, rank) => {
    place[code] = rank;
  });
  return codes.map((code) => place[code] as number);
}

/** Rounding errors must not push a perfect correlation past 1. */
function inRange(r: number): number {
  return Math.max(-1, Math.min(1, r));
}

/**
 * Pearson's r of weighted points. Deviations from the means are scaled to 1, so that neither offset nor size
 * costs precision.
 */
export function weightedPearson(x: Float64Array, y: Float64Array, weight: Float64Array): ValueOrReason {
  const itself = Int32Array.from(weight, (_, point) => point);
  const table = new PairTable(itself, itself, weight.length);
  table.count(weight);
  return pearsonOn(table)(x, y, weight);
}

/** Pearson's r of the counted pairs, from what each place of either rater is worth. */
function pearsonOn(table: PairTable): typeof weightedPearson {
  const { first, second, ofFirst, ofSecond, places } = table;
  const dx = new Float64Array(places);
  const dy = new Float64Array(places);
  return (x, y, weight) => {
    const { n } = table;
    if (n < 2) return "fewer-than-2-pairs";
    if (!fillDeviations(dx, x, ofFirst, n) || !fillDeviations(dy, y, ofSecond, n)) return "constant-input";
    let xy = 0;
    for (let k = 0; k < weight.length; k++)
      xy += (weight[k] as number) * (dx[first[k] as number] as number) * (dy[second[k] as number] as number);
    let [xx, yy] = [0, 0];
    for (let place = 0; place < places; place++) {
      xx += (ofFirst[place] as number) * (dx[place] as number) ** 2;
      yy += (ofSecond[place] as number) * (dy[place] as number) ** 2;
    }
    return inRange(xy / Math.sqrt(xx * yy));
  };
}

/**
 * Pearson's r of points, of which each counts once.
 *
 * @example
 * pearsonOf(Float64Array.of(1, 2, 3), Float64Array.of(3, 4, 5)); // → 1
 */
export function pearsonOf(x: Float64Array, y: Float64Array): ValueOrReason {
  const n = x.length;
  if (n < 2) return "fewer-than-2-pairs";
  const [first, second] = [new Side(), new Side()];
  for (let at = 0; at < n; at++) {
    first.meet(x[at] as number);
    second.meet(y[at] as number);
  }
  if (first.isConstant() || second.isConstant()) return "constant-input";
  const [meanX, meanY] = [first.meanOf(x), second.meanOf(y)];
  let [xy, xx, yy] = [0, 0, 0];
  for (let at = 0; at < n; at++) {
    const dx = first.scaled(x[at] as number) - meanX;
    const dy = second.scaled(y[at] as number) - meanY;
    xy += dx * dy;
    xx += dx ** 2;
    yy += dy ** 2;
  }
  return inRange(xy / Math.sqrt(xx * yy));
}

/** One coordinate of the points: its range, to which the values are scaled. */
class Side {
  private low = Number.POSITIVE_INFINITY;
  private high = Number.NEGATIVE_INFINITY;

  meet(value: number): void {
    if (value < this.low) this.low = value;
    if (value > this.high) this.high = value;
  }

  isConstant(): boolean {
    return this.low === this.high;
  }

  scaled(value: number): number {
    return (value / 2 - this.low / 2) / (this.high / 2 - this.low / 2);
  }

  /** The mean of the scaled values. */
  meanOf(values: Float64Array): number {
    let sum = 0;
    for (let at = 0; at < values.length; at++) sum += this.scaled(values[at] as number);
    return sum / values.length;
  }
}

/** Fills in distances from the weighted mean in units of the range; false when all values are equal. */
function fillDeviations(scaled: Float64Array, x: Float64Array, weight: Float64Array, n: number): boolean {
  const side = new Side();
  for (let k = 0; k < x.length; k++) if (weight[k] !== 0) side.meet(x[k] as number);
  if (side.isConstant()) return false;
  let sum = 0;
  for (let k = 0; k < x.length; k++) {
    if (weight[k] === 0) continue;
    scaled[k] = side.scaled(x[k] as number);
    sum += (weight[k] as number) * (scaled[k] as number);
  }
  const mean = sum / n;
  for (let k = 0; k < x.length; k++) scaled[k] = (scaled[k] as number) - mean;
  return true;
}

/** The midrank of each place: the units below, plus half of those at the same place. */
function fillMidranks(ranks: Float64Array, counts: Float64Array): void {
  let below = 0;
  for (let place = 0; place < counts.length; place++) {
    const units = counts[place] as number;
    ranks[place] = below + units / 2;
    below += units;
  }
}

function tiedPairs(counts: Float64Array): number {
  let tied = 0;
  for (let place = 0; place < counts.length; place++) {
    const t = counts[place] as number;
    tied += (t * (t - 1)) / 2;
  }
  return tied;
}

/**
 * The number of concordant minus the number of discordant pairs of units. Goes through the distinct pairs in
 * the order of the first rater, and counts among those before it the smaller and larger values of the second
 * rater (in a Fenwick tree of counts).
 */
function concordantMinusDiscordant(
  byFirst: Int32Array,
  first: Int32Array,
  second: Int32Array,
  weight: Float64Array,
  tree: Float64Array,
): number {
  tree.fill(0);
  let before = 0;
  let excess = 0;
  for (let from = 0; from < byFirst.length; ) {
    let to = from;
    while (to < byFirst.length && first[byFirst[to] as number] === first[byFirst[from] as number]) to++;
    for (let i = from; i < to; i++) {
      const k = byFirst[i] as number;
      const place = second[k] as number;
      const below = countBelow(tree, place);
      const above = before - countBelow(tree, place + 1);
      excess += (weight[k] as number) * (below - above);
    }
    for (let i = from; i < to; i++) {
      const k = byFirst[i] as number;
      before += weight[k] as number;
      for (let node = (second[k] as number) + 1; node < tree.length; node += node & -node) {
        tree[node] = (tree[node] as number) + (weight[k] as number);
      }
    }
    from = to;
  }
  return excess;
}

/** The sum of the tree's counts at positions below `place`. */
function countBelow(tree: Float64Array, place: number): number {
  let sum = 0;
  for (let node = place; node > 0; node -= node & -node) sum += tree[node] as number;
  return sum;
}
