import { binomial, type Uniform } from "./random";
import { groupBy } from "./ratings";
import type { Sample } from "./sample";
import { compareSequences, poolSequences } from "./sequences";

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
 * `forms[from[k]] .. forms[from[k + 1] - 1]`. What is added thousands of times lies in one piece.
 */
interface Profiles {
  readonly weight: Float64Array;
  readonly from: Int32Array;
  readonly forms: Int32Array;
  /** Which of several samples each form is of; null with one. */
  readonly owners: Uint8Array | null;
}

/** Adds a profile to the weights of the samples, `times` times. */
function add({ from, forms, owners }: Profiles, weights: Float64Array[], profile: number, times: number) {
  const [only] = weights as [Float64Array];
  const end = from[profile + 1] as number;
  for (let i = from[profile] as number; i < end; i++) {
    const weight = owners === null ? only : (weights[owners[i] as number] as Float64Array);
    const form = forms[i] as number;
    weight[form] = (weight[form] as number) + times;
  }
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
  const weights = samples.map((sample) => new Float64Array(sample.weight.length));
  const total = profiles.weight.reduce((sum, weight) => sum + weight, 0);
  const multinomial = total > 4 * profiles.weight.length ? byForm(profiles) : byUnit(profiles);
  return {
    drawn: total,
    draw(random) {
      for (const weight of weights) weight.fill(0);
      multinomial(random, total, weights);
      return weights;
    },
  };
}

type Multinomial = (random: Uniform, draws: number, weights: Float64Array[]) => void;

/** Many units per profile: one binomial draw for each profile, given what the earlier ones took. */
function byForm(profiles: Profiles): Multinomial {
  const { weight } = profiles;
  return (random, draws, weights) => {
    let left = draws;
    let others = draws;
    for (let k = 0; left > 0; k++) {
      const own = weight[k] as number;
      const times = binomial(random, left, own / others);
      if (times > 0) add(profiles, weights, k, times);
      left -= times;
      others -= own;
    }
  };
}

/** Few units per profile: one uniform draw for each unit, and each profile that was drawn is added once. */
function byUnit(profiles: Profiles): Multinomial {
  const { weight } = profiles;
  const urn = new Int32Array(weight.reduce((sum, units) => sum + units, 0));
  let filled = 0;
  weight.forEach((units, k) => {
    urn.fill(k, filled, filled + units);
    filled += units;
  });
  const times = new Int32Array(weight.length);
  const numbers = new Float64Array(urn.length);
  return (random, draws, weights) => {
    times.fill(0);
    random.fill(numbers);
    for (let i = 0; i < draws; i++) {
      const profile = urn[Math.floor((numbers[i] as number) * urn.length)] as number;
      times[profile] = (times[profile] as number) + 1;
    }
    for (let profile = 0; profile < times.length; profile++) {
      const own = times[profile] as number;
      if (own > 0) add(profiles, weights, profile, own);
    }
  };
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
    owners: null,
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
  const owner: number[] = [];
  const form: number[] = [];
  const formsOfUnits = samples.map((sample) => sample.formOfUnit());
  const most = formsOfUnits.reduce((sum, { length }) => sum + length, 0);
  const clusterOf = new Int32Array(most);
  const placeOf = new Int32Array(most);
  const numbers = new Map<string | number, number>();
  let found = 0;
  samples.forEach((sample, s) => {
    const sorted = Int32Array.from(sample.weight, (_, f) => f).sort(sample.compare);
    const place = new Int32Array(sorted.length);
    const isDrawn = Uint8Array.from(sorted, (_, f) => Number(everyUnit || sample.counts(f)));
    for (const f of sorted) {
      place[f] = form.length;
      owner.push(s);
      form.push(f);
    }
    const formOfUnit = formsOfUnits[s] as Int32Array;
    for (let unit = 0; unit < formOfUnit.length; unit++) {
      const f = formOfUnit[unit] as number;
      if (f === -1 || isDrawn[f] === 0) continue;
      const cluster = clusters ? (clusters[unit] as string | number) : unit;
      let number = numbers.get(cluster);
      if (number === undefined) {
        number = numbers.size;
        numbers.set(cluster, number);
      }
      clusterOf[found] = number;
      placeOf[found++] = place[f] as number;
    }
  });
  // By form first, so that the forms of each cluster come in order.
  const byPlace = groupBy(placeOf.subarray(0, found), form.length).order;
  const { start: begin, order } = groupBy(
    byPlace.map((i) => clusterOf[i] as number),
    numbers.size,
  );
  const item = order.map((i) => placeOf[byPlace[i] as number] as number);
  const pooled = poolSequences(begin, item);
  const sorted = pooled.example
    .map((place, k) => ({ place, times: pooled.times[k] as number }))
    .sort((a, b) => compareSequences(begin, item, a.place, b.place));
  const from = new Int32Array(sorted.length + 1);
  sorted.forEach(({ place }, k) => {
    const length = (begin[place + 1] as number) - (begin[place] as number);
    from[k + 1] = (from[k] as number) + length;
  });
  const forms = new Int32Array(from[sorted.length] as number);
  const owners = samples.length === 1 ? null : new Uint8Array(forms.length);
  sorted.forEach(({ place }, k) => {
    for (let i = from[k] as number, j = begin[place] as number; i < (from[k + 1] as number); i++, j++) {
      const which = item[j] as number;
      forms[i] = form[which] as number;
      if (owners) owners[i] = owner[which] as number;
    }
  });
  return { weight: Float64Array.from(sorted, ({ times }) => times), from, forms, owners };
}
