import { ClusterNumbers } from "./clusters";
import { compareSequences, poolSequences } from "./distinct-sequences";
import { eachDraw, TOGETHER } from "./draws";
import { groupBy } from "./group-by";
import { binomial, randomFrom } from "./random";
import type { SampledUnits } from "./sample";

/** The cluster of each unit, by unit number. */
export type Clusters = ArrayLike<string | number>;

/** Draws units with replacement. */
export interface Resampler {
  /**
   * Calls `take` for each replicate with the weights of the forms of each sample, all from the same drawn units. The
   * arrays are overwritten by later draws.
   */
  each(take: (weights: Float64Array[]) => void): void;
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
  options: Draws & { clusters?: Clusters; resample?: "pairable-units" | "all-units" },
): Resampler {
  const everyUnit = options.resample === "all-units";
  const [only] = samples;
  const profiles =
    samples.length === 1 && only && !options.clusters
      ? profilesOfForms(only, everyUnit)
      : profilesOfClusters(samples, options.clusters, everyUnit);
  const begin = beginOf(samples);
  const total = profiles.weight.reduce((sum, weight) => sum + weight, 0);
  const multinomial =
    total > 4 * profiles.weight.length
      ? byForm(profiles, total, begin, options)
      : byUnit(profiles, total, begin, options);
  return { drawn: total, each: multinomial };
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

/** The weights of all forms, and the same array in parts, one for each sample. */
interface Weights {
  all: Float64Array;
  bySample: Float64Array[];
}

function weightsFrom(begin: readonly number[]): Weights {
  const all = new Float64Array(begin.at(-1) as number);
  return { all, bySample: begin.slice(1).map((end, sample) => all.subarray(begin[sample], end)) };
}

interface Draws {
  seed: number;
  replicates: number;
}

/** For many units per profile: one binomial draw for each profile, given the earlier ones. */
function byForm(
  { weight, from, forms }: Profiles,
  draws: number,
  begin: readonly number[],
  { seed, replicates }: Draws,
): Resampler["each"] {
  return (take) => {
    const { all, bySample } = weightsFrom(begin);
    const random = randomFrom(seed);
    for (let b = 0; b < replicates; b++) {
      all.fill(0);
      let left = draws;
      let others = draws;
      for (let k = 0; left > 0; k++) {
        const own = weight[k] as number;
        const times = binomial(random, left, own / others);
        if (times > 0) {
          for (let i = from[k] as number; i < (from[k + 1] as number); i++) {
            const form = forms[i] as number;
            all[form] = (all[form] as number) + times;
          }
        }
        left -= times;
        others -= own;
      }
      take(bySample);
    }
  };
}

/**
 * For few units per profile: one uniform draw for each unit. A form is drawn as often as the profiles that
 * contain it.
 */
function byUnit(
  profiles: Profiles,
  draws: number,
  begin: readonly number[],
  { seed, replicates }: Draws,
): Resampler["each"] {
  const content = contentOf(profiles, begin.at(-1) as number);
  const isOneEach = profiles.weight.length === draws;
  return (take) => {
    const weights = Array.from({ length: TOGETHER }, () => weightsFrom(begin));
    const all = weights.map((own) => own.all);
    const pooled = new Int32Array(profiles.weight.length * TOGETHER);
    eachDraw({ seed, clusters: draws, replicates }, (times, drawn) => {
      fillWeights(all, content, isOneEach ? times : pool(pooled, profiles.weight, times));
      for (let b = 0; b < drawn; b++) take((weights[b] as Weights).bySample);
    });
  };
}

/** Form f occurs `times[i]` times in profile `profile[i]`, for `start[f] <= i < start[f + 1]`. */
interface Content {
  readonly start: Int32Array;
  readonly profile: Int32Array;
  readonly times: Int32Array;
}

/** The profiles by form, so that the sums of thousands of replicates read consecutive memory. */
function contentOf({ weight, from, forms }: Profiles, allForms: number): Content {
  const profileOf = new Int32Array(forms.length);
  for (let k = 0; k < weight.length; k++) profileOf.fill(k, from[k], from[k + 1]);
  const grouped = groupBy(forms, allForms);
  const start = new Int32Array(allForms + 1);
  const profile = new Int32Array(forms.length);
  const times = new Int32Array(forms.length);
  let length = 0;
  for (let form = 0; form < allForms; form++) {
    for (let i = grouped.start[form] as number; i < (grouped.start[form + 1] as number); i++) {
      const own = profileOf[grouped.order[i] as number] as number;
      const isRepeated = length > (start[form] as number) && profile[length - 1] === own;
      if (!isRepeated) profile[length++] = own;
      times[length - 1] = (times[length - 1] as number) + 1;
    }
    start[form + 1] = length;
  }
  return { start, profile: profile.subarray(0, length), times: times.subarray(0, length) };
}

/** The number of draws of each profile: those of its units, which are consecutive. */
function pool(pooled: Int32Array, weight: Float64Array, times: Uint8Array): Int32Array {
  pooled.fill(0);
  let unit = 0;
  for (let k = 0; k < weight.length; k++) {
    const to = k * TOGETHER;
    for (const end = unit + (weight[k] as number) * TOGETHER; unit < end; unit += TOGETHER)
      for (let b = 0; b < TOGETHER; b++)
        pooled[to + b] = (pooled[to + b] as number) + (times[unit + b] as number);
  }
  return pooled;
}

/** The weights of the forms in four replicates, from how often each profile was drawn. */
function fillWeights(
  weights: readonly Float64Array[],
  { start, profile, times }: Content,
  drawn: Int32Array | Uint8Array,
): void {
  const [first, second, third, fourth] = weights as [Float64Array, Float64Array, Float64Array, Float64Array];
  for (let form = 0; form < first.length; form++) {
    let [a, b, c, d] = [0, 0, 0, 0];
    const end = start[form + 1] as number;
    for (let i = start[form] as number; i < end; i++) {
      const at = (profile[i] as number) * TOGETHER;
      const own = times[i] as number;
      a += own * (drawn[at] as number);
      b += own * (drawn[at + 1] as number);
      c += own * (drawn[at + 2] as number);
      d += own * (drawn[at + 3] as number);
    }
    first[form] = a;
    second[form] = b;
    third[form] = c;
    fourth[form] = d;
  }
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
