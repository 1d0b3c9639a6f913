import { binomial, type Random } from "./random";
import type { Sample } from "./sample";
import { compareSequences, poolSequences } from "./sequences";

/** The cluster of each unit, by unit number. */
export type Clusters = ArrayLike<string | number>;

/** Draws units anew; the result is reused by the next draw. */
export interface Drawer {
  /** The weights of the forms of each sample, all from the same drawn units. */
  draw(random: Random): Float64Array[];
  /** Units or clusters drawn each time. */
  readonly drawn: number;
}

/** Things that are drawn with replacement, pooled: profile k stands for `weight[k]` equal ones. */
interface Profiles {
  readonly weight: Float64Array;
  /** Adds a profile to the weights of the samples, `times` times. */
  add(weights: Float64Array[], profile: number, times: number): void;
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

type Multinomial = (random: Random, draws: number, weights: Float64Array[]) => void;

/** Many units per profile: one binomial draw for each profile, given what the earlier ones took. */
function byForm({ weight, add }: Profiles): Multinomial {
  return (random, draws, weights) => {
    let left = draws;
    let others = draws;
    for (let k = 0; left > 0; k++) {
      const own = weight[k] as number;
      const times = binomial(random, left, own / others);
      if (times > 0) add(weights, k, times);
      left -= times;
      others -= own;
    }
  };
}

/** Few units per profile: one uniform draw for each unit, and each profile that was drawn is added once. */
function byUnit({ weight, add }: Profiles): Multinomial {
  const profileOf: number[] = [];
  weight.forEach((units, k) => {
    for (let i = 0; i < units; i++) profileOf.push(k);
  });
  const urn = new Int32Array(profileOf);
  const times = new Int32Array(weight.length);
  return (random, draws, weights) => {
    times.fill(0);
    for (let i = 0; i < draws; i++) {
      const profile = urn[Math.floor(random() * urn.length)] as number;
      times[profile] = (times[profile] as number) + 1;
    }
    for (let profile = 0; profile < times.length; profile++) {
      const own = times[profile] as number;
      if (own > 0) add(weights, profile, own);
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
    add(weights, profile, times) {
      const weight = weights[0] as Float64Array;
      const form = forms[profile] as number;
      weight[form] = (weight[form] as number) + times;
    },
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
  const members = new Map<string | number, number[]>();
  samples.forEach((sample, s) => {
    const sorted = Int32Array.from(sample.weight, (_, f) => f).sort(sample.compare);
    const place = new Int32Array(sorted.length);
    for (const f of sorted) {
      place[f] = form.length;
      owner.push(s);
      form.push(f);
    }
    sample.formOfUnit().forEach((f, unit) => {
      if (f === -1 || !(everyUnit || sample.counts(f))) return;
      const cluster = clusters ? (clusters[unit] as string | number) : unit;
      const list = members.get(cluster);
      if (list) list.push(place[f] as number);
      else members.set(cluster, [place[f] as number]);
    });
  });
  const start = [0];
  const items: number[] = [];
  for (const list of members.values()) {
    for (const item of list.sort((a, b) => a - b)) items.push(item);
    start.push(items.length);
  }
  const begin = new Int32Array(start);
  const item = new Int32Array(items);
  const pooled = poolSequences(begin, item);
  const sorted = pooled.example
    .map((place, k) => ({ place, times: pooled.times[k] as number }))
    .sort((a, b) => compareSequences(begin, item, a.place, b.place));
  // What is added thousands of times lies in one piece: for each profile its forms, and whose they are.
  const from = new Int32Array(sorted.length + 1);
  sorted.forEach(({ place }, k) => {
    const length = (begin[place + 1] as number) - (begin[place] as number);
    from[k + 1] = (from[k] as number) + length;
  });
  const forms = new Int32Array(from[sorted.length] as number);
  const owners = new Uint8Array(forms.length);
  sorted.forEach(({ place }, k) => {
    for (let i = from[k] as number, j = begin[place] as number; i < (from[k + 1] as number); i++, j++) {
      const which = item[j] as number;
      forms[i] = form[which] as number;
      owners[i] = owner[which] as number;
    }
  });
  const alone = samples.length === 1;
  return {
    weight: Float64Array.from(sorted, ({ times }) => times),
    add(weights, profile, times) {
      const [only] = weights as [Float64Array];
      const end = from[profile + 1] as number;
      for (let i = from[profile] as number; i < end; i++) {
        const weight = alone ? only : (weights[owners[i] as number] as Float64Array);
        const f = forms[i] as number;
        weight[f] = (weight[f] as number) + times;
      }
    },
  };
}
