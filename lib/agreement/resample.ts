import { ClusterNumbers } from "./clusters";
import { compareSequences, poolSequences } from "./distinct-sequences";
import { binomial, type Uniform } from "./random";
import { groupBy } from "./ratings";
import type { SampledUnits } from "./sample";

/** The cluster of each unit, by unit number. */
export type Clusters = ArrayLike<string | number>;

/** Draws units with replacement. The arrays it returns are overwritten by the next draw. */
export interface Resampler {
  /** The weights of the forms of each sample, all from the same drawn units. */
  draw(random: Uniform): Float64Array[];
  /** Units or clusters drawn each time. */
  readonly drawn: number;
}

/**
 * Distinct units or clusters: profile k occurs `weight[k]` times, and has the forms `forms[from[k]] ..
 * forms[from[k + 1] - 1]`. The forms of several samples are numbered consecutively.
 */
interface Profiles {
  readonly weight: Float64Array;
  readonly from: Int32Array;
  readonly forms: Int32Array;
}

/**
 * Prepares drawing with replacement from the units of one sample, or from the units that several samples
 * share. Equal units, and clusters of equal composition, are pooled first: a draw is how many of each there
 * are.
 */
export function resampler(
  samples: readonly SampledUnits[],
  options: { clusters?: Clusters; resample?: "pairable-units" | "all-units" },
): Resampler {
  const everyUnit = options.resample === "all-units";
  const [only] = samples;
  const profiles =
    samples.length === 1 && only && !options.clusters
      ? profilesOfForms(only, everyUnit)
      : profilesOfClusters(samples, options.clusters, everyUnit);
  const begin = beginOf(samples);
  const weights = new Float64Array(begin.at(-1) as number);
  const bySample = samples.map((_, s) => weights.subarray(begin[s], begin[s + 1]));
  const total = profiles.weight.reduce((sum, weight) => sum + weight, 0);
  const multinomial =
    total > 4 * profiles.weight.length ? byForm(profiles, total) : byUnit(profiles, weights.length);
  return {
    drawn: total,
    draw(random) {
      multinomial(random, weights);
      return bySample;
    },
  };
}

/**
 * The first number of each sample's forms when the forms of all samples are numbered consecutively, and at
 * the end the total.
 */
function beginOf(samples: readonly SampledUnits[]): number[] {
  const begin = [0];
  for (const { weight } of samples) begin.push((begin.at(-1) as number) + weight.length);
  return begin;
}

/** Fills `weights` with how often each form was drawn. */
type Multinomial = (random: Uniform, weights: Float64Array) => void;

/** For many units per profile: one binomial draw for each profile, given the earlier ones. */
function byForm({ weight, from, forms }: Profiles, draws: number): Multinomial {
  return (random, weights) => {
    weights.fill(0);
    let left = draws;
    let others = draws;
    for (let k = 0; left > 0; k++) {
      const own = weight[k] as number;
      const times = binomial(random, left, own / others);
      if (times > 0) {
        for (let i = from[k] as number; i < (from[k + 1] as number); i++) {
          const form = forms[i] as number;
          weights[form] = (weights[form] as number) + times;
        }
      }
      left -= times;
      others -= own;
    }
  };
}

/**
 * For few units per profile: one uniform draw for each unit. A form is drawn as often as the profiles that
 * contain it. Profiles are listed by form, so that the sums of thousands of replicates read consecutive
 * memory.
 */
function byUnit({ weight, from, forms }: Profiles, allForms: number): Multinomial {
  const urn = new Int32Array(weight.reduce((sum, units) => sum + units, 0));
  let filled = 0;
  weight.forEach((units, k) => {
    urn.fill(k, filled, filled + units);
    filled += units;
  });
  const { start, order } = groupBy(forms, allForms);
  const profile = new Int32Array(forms.length);
  for (let k = 0; k < weight.length; k++) profile.fill(k, from[k], from[k + 1]);
  const profilesOf = order.map((i) => profile[i] as number);
  const times = new Int32Array(weight.length);
  const numbers = new Float64Array(urn.length);
  return (random, weights) => {
    random.fill(numbers);
    count(numbers, urn, times);
    for (let form = 0; form < allForms; form++)
      weights[form] = sumAt(times, profilesOf, start[form] as number, start[form + 1] as number);
  };
}

/** Counts how often uniform numbers draw each profile from an urn. */
function count(numbers: Float64Array, urn: Int32Array, times: Int32Array): void {
  times.fill(0);
  for (let i = 0; i < numbers.length; i++) {
    const profile = urn[Math.floor((numbers[i] as number) * urn.length)] as number;
    times[profile] = (times[profile] as number) + 1;
  }
}

/**
 * The sum of the numbers at the given positions. Adds four at once, because sums that do not depend on each
 * other are faster.
 */
function sumAt(numbers: Int32Array, places: Int32Array, from: number, end: number): number {
  let sum = 0;
  let otherSum = 0;
  let i = from;
  for (; i + 3 < end; i += 4) {
    sum += (numbers[places[i] as number] as number) + (numbers[places[i + 1] as number] as number);
    otherSum += (numbers[places[i + 2] as number] as number) + (numbers[places[i + 3] as number] as number);
  }
  for (; i < end; i++) sum += numbers[places[i] as number] as number;
  return sum + otherSum;
}

/** Profiles when every unit is drawn on its own: each form is a profile. */
function profilesOfForms(sample: SampledUnits, everyUnit: boolean): Profiles {
  const forms = Int32Array.from(sample.weight, (_, form) => form)
    .filter((form) => everyUnit || sample.counts(form))
    .sort(sample.compare);
  return {
    weight: Float64Array.from(forms, (form) => sample.weight[form] as number),
    from: Int32Array.from({ length: forms.length + 1 }, (_, at) => at),
    forms,
  };
}

/**
 * Profiles of clusters: each is described by the forms of its units, in an order of the forms that does not
 * depend on the order of units. The forms of several samples are numbered consecutively.
 */
function profilesOfClusters(
  samples: readonly SampledUnits[],
  clusters: Clusters | undefined,
  everyUnit: boolean,
): Profiles {
  const begin = beginOf(samples);
  const form: number[] = [];
  const formsOfUnits = samples.map((sample) => sample.formOfUnit());
  const most = formsOfUnits.reduce((sum, { length }) => sum + length, 0);
  const clusterOf = new Int32Array(most);
  const placeOf = new Int32Array(most);
  const numbers = new ClusterNumbers();
  let found = 0;
  samples.forEach((sample, s) => {
    const sorted = Int32Array.from(sample.weight, (_, f) => f).sort(sample.compare);
    const place = new Int32Array(sorted.length);
    const isDrawn = Uint8Array.from(sorted, (_, f) => Number(everyUnit || sample.counts(f)));
    for (const f of sorted) {
      place[f] = form.length;
      form.push((begin[s] as number) + f);
    }
    const formOfUnit = formsOfUnits[s] as Int32Array;
    for (let unit = 0; unit < formOfUnit.length; unit++) {
      const f = formOfUnit[unit] as number;
      if (f === -1 || isDrawn[f] === 0) continue;
      clusterOf[found] = numbers.of(clusters ? (clusters[unit] as string | number) : unit);
      placeOf[found++] = place[f] as number;
    }
  });
  // Sorted by form first, so that the forms of each cluster are in order.
  const byPlace = groupBy(placeOf.subarray(0, found), form.length).order;
  const { start, order } = groupBy(
    byPlace.map((i) => clusterOf[i] as number),
    numbers.size,
  );
  const item = order.map((i) => placeOf[byPlace[i] as number] as number);
  const pooled = poolSequences(start, item);
  const sorted = pooled.example
    .map((place, k) => ({ place, times: pooled.times[k] as number }))
    .sort((a, b) => compareSequences(start, item, a.place, b.place));
  const from = new Int32Array(sorted.length + 1);
  sorted.forEach(({ place }, k) => {
    const length = (start[place + 1] as number) - (start[place] as number);
    from[k + 1] = (from[k] as number) + length;
  });
  const forms = new Int32Array(from[sorted.length] as number);
  sorted.forEach(({ place }, k) => {
    for (let i = from[k] as number, j = start[place] as number; i < (from[k + 1] as number); i++, j++)
      forms[i] = form[item[j] as number] as number;
  });
  return { weight: Float64Array.from(sorted, ({ times }) => times), from, forms };
}
