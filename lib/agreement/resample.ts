import { ClusterNumbers } from "./cluster-numbers";
import { compareSequences, poolSequences } from "./distinct-sequences";
import {
  addUpDraws,
  countDraws,
  eachDraw,
  type KindGroups,
  packedDrawsFor,
  REPLICATES_TOGETHER,
  unpackDraws,
} from "./draws";
import { groupBy } from "./group-by";
import { binomial, randomFrom } from "./random";
import type { SampledUnits } from "./sample";

/** The cluster of each unit, by unit number. */
export type Clusters = ArrayLike<string | number>;

/** With more units for each profile, a binomial draw for the profile takes less time than adding up those of its units. */
const UNITS_FOR_A_FORM = 256;

/** Draws units with replacement. */
interface Resampler {
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
    total > UNITS_FOR_A_FORM * profiles.weight.length
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
 * For few units per profile: one uniform draw for each unit, by a plan that all tables of a report share. A form is drawn as
 * often as the units that contain it.
 */
function byUnit(
  profiles: Profiles,
  draws: number,
  begin: readonly number[],
  { seed, replicates }: Draws,
): Resampler["each"] {
  const content = contentOf(profiles, begin.at(-1) as number);
  const first = new Int32Array(profiles.weight.length + 1);
  for (const [k, weight] of profiles.weight.entries()) first[k + 1] = (first[k] as number) + weight;
  return (take) => {
    const weights = Array.from({ length: REPLICATES_TOGETHER }, () => weightsFrom(begin));
    const all = weights.map((own) => own.all);
    const times = packedDrawsFor(profiles.weight.length);
    const totals = packedDrawsFor(begin.at(-1) as number);
    eachDraw({ seed, clusters: draws, replicates }, (drawn, count) => {
      countDraws(times, first, drawn);
      addUpDraws(totals, content, times);
      unpackDraws(all, totals);
      for (let b = 0; b < count; b++) take((weights[b] as Weights).bySample);
    });
  };
}

/** The profiles of each form, and how many units of the form each of them has. */
function contentOf({ weight, from, forms }: Profiles, allForms: number): KindGroups {
  const profileOf = new Int32Array(forms.length);
  for (let k = 0; k < weight.length; k++) profileOf.fill(k, from[k], from[k + 1]);
  const byForm = groupBy(forms, allForms);
  const start = new Int32Array(allForms + 1);
  const kind = new Int32Array(forms.length);
  const amount = new Float64Array(forms.length);
  let length = 0;
  for (let form = 0; form < allForms; form++) {
    const begin = length;
    for (let i = byForm.start[form] as number; i < (byForm.start[form + 1] as number); i++) {
      const profile = profileOf[byForm.order[i] as number] as number;
      if (length === begin || kind[length - 1] !== profile) kind[length++] = profile;
      amount[length - 1] = (amount[length - 1] as number) + 1;
    }
    start[form + 1] = length;
  }
  return { start, kind, amount };
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
