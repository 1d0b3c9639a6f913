import { ClusterNumbers } from "./clusters";
import { compareSequences, poolSequences } from "./distinct-sequences";
import type { Sample } from "./estimator";
import { binomial, type Uniform } from "./random";
import { groupBy } from "./ratings";

/** The cluster of each unit, by unit number. */
export type Clusters = ArrayLike<string | number>;

/** Draws units anew; the result is reused by the next draw. */
export interface Drawer {
  /** The weights of the forms of each sample, all from the same drawn units. */
  draw(random: Uniform): Float64Array[];
  /** Units or clusters drawn each time. */
  readonly drawn: number;
}

/**
 * Things that are drawn with replacement, pooled: profile k stands for `weight[k]` equal ones, each of them the forms
 * `forms[from[k]] .. forms[from[k + 1] - 1]`. The forms of several samples are numbered one after another.
 */
interface Profiles {
  readonly weight: Float64Array;
  readonly from: Int32Array;
  readonly forms: Int32Array;
}

/**
 * Prepares drawing with replacement from the units of one sample, or from the units that several samples
 * share. Equal units, or clusters of equal make-up, are pooled first: what is drawn is how many of each.
 */
export function drawer(
  samples: readonly Sample[],
  options: { clusters?: Clusters; resample?: "pairable-units" | "all-units" },
): Drawer {
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

/** Where the forms of each sample begin when those of all are numbered one after another, and where the last end. */
function beginOf(samples: readonly Sample[]): number[] {
  const begin = [0];
  for (const { weight } of samples) begin.push((begin.at(-1) as number) + weight.length);
  return begin;
}

/** Writes how often each form was drawn. */
type Multinomial = (random: Uniform, weights: Float64Array) => void;

/** Many units per profile: one binomial draw for each profile, given what the earlier ones took. */
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
 * Few units per profile: one uniform draw for each unit. A form was then drawn as often as the profiles it is in: what
 * is summed up thousands of times lies in one piece, form by form.
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

/** How often uniform numbers draw each profile from an urn. */
function count(numbers: Float64Array, urn: Int32Array, times: Int32Array): void {
  times.fill(0);
  for (let i = 0; i < numbers.length; i++) {
    const profile = urn[Math.floor((numbers[i] as number) * urn.length)] as number;
    times[profile] = (times[profile] as number) + 1;
  }
}

/** The sum of the numbers at some places. Four abreast: their sums do not wait for each other. */
function sumAt(numbers: Int32Array, places: Int32Array, from: number, end: number): number {
  let one = 0;
  let other = 0;
  let i = from;
  for (; i + 3 < end; i += 4) {
    one += (numbers[places[i] as number] as number) + (numbers[places[i + 1] as number] as number);
    other += (numbers[places[i + 2] as number] as number) + (numbers[places[i + 3] as number] as number);
  }
  for (; i < end; i++) one += numbers[places[i] as number] as number;
  return one + other;
}

/** Every unit is drawn on its own, so a profile is a form. */
function profilesOfForms(sample: Sample, everyUnit: boolean): Profiles {
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
 * A cluster is described by the forms of its units, in an order of the forms that does not depend on the
 * order of units; several samples have their forms numbered one after another.
 */
function profilesOfClusters(
  samples: readonly Sample[],
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
  // By form first, so that the forms of each cluster come in order.
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
