import { compareSequences, poolSequences } from "./distinct-sequences";
import { groupBy } from "./group-by";
import { allPairs, type PairMeasure, pairsOf } from "./pairs";
import { pairableUnits, patternsOf } from "./patterns";
import { type Ratings, rowsOf } from "./ratings";
import type { Sample } from "./sample";

/**
 * The sample of the mean of a two-rater statistic over all pairs of raters. It matters who gave which rating,
 * so units share a form only when the same raters gave the same values.
 */
export function profileSample(ratings: Ratings, measure: PairMeasure, active: number): Sample {
  const { start, item } = raterCodesByUnit(ratings);
  const { example, times, kind } = poolSequences(start, item);
  const pairs = allPairs(ratings.raters).map((two) => {
    const ofTwo = pairsOf(ratings, two);
    const pairOfUnit = ofTwo.pairOfUnit();
    return {
      kernel: measure(ofTwo),
      weight: new Float64Array(ofTwo.weight.length),
      pairOfForm: Int32Array.from(example, (unit) => pairOfUnit[unit] as number),
    };
  });
  const { units, ratings: pairable } = pairableUnits(patternsOf(ratings));
  return {
    weight: new Float64Array(times),
    counts: (form) => {
      const unit = example[form] as number;
      return (start[unit + 1] as number) - (start[unit] as number) > 1;
    },
    compare: (a, b) => compareSequences(start, item, example[a] as number, example[b] as number),
    formOfUnit: () => kind,
    units,
    raters: active,
    pairable,
    kernel(formWeight) {
      if (pairs.length === 0) return "no-common-units";
      let sum = 0;
      for (const { kernel, weight, pairOfForm } of pairs) {
        weight.fill(0);
        for (let form = 0; form < formWeight.length; form++) {
          const pair = pairOfForm[form] as number;
          if (pair !== -1) weight[pair] = (weight[pair] as number) + (formWeight[form] as number);
        }
        const outcome = kernel(weight);
        if (typeof outcome === "string") return outcome;
        sum += outcome;
      }
      return sum / pairs.length;
    },
  };
}

/** Per unit the sorted sequence of its (rater, code) pairs, each as one number. */
function raterCodesByUnit(ratings: Ratings): { start: Int32Array; item: Int32Array } {
  if (ratings.raters === 0) return { start: new Int32Array(ratings.units + 1), item: new Int32Array() };
  const { unit, rater, value } = rowsOf(ratings);
  const byRater = groupBy(rater, ratings.raters).order;
  const { start, order } = groupBy(
    byRater.map((i) => unit[i] as number),
    ratings.units,
  );
  const item = order.map((place) => {
    const i = byRater[place] as number;
    return (rater[i] as number) * ratings.values.length + (value[i] as number);
  });
  return { start, item };
}
