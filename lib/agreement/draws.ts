import { randomFrom } from "./random";

/** Replicates that are drawn together: code that adds up what was drawn reads each cluster once for all of them. */
export const TOGETHER = 4;

export interface DrawRequest {
  seed: number;
  /** Clusters drawn with replacement, out of as many. */
  clusters: number;
  replicates: number;
}

/**
 * Takes how often each cluster was drawn in up to `TOGETHER` replicates: byte r of `times[c]`, from the lowest, belongs to
 * replicate r of these. The array is overwritten by the next draws.
 */
type TakeDraws = (times: Int32Array, replicates: number) => void;

/** Larger plans are drawn anew each time, and older ones forgotten, so that all of them take at most so many numbers. */
const MOST_STORED = 2 ** 23;

const stored = new Map<string, Int32Array>();

/**
 * Draws clusters with replacement, replicate by replicate. The tables of a report draw from the same tasks with the same
 * seed: they share one plan of draws.
 *
 * Counts fit a byte: with 256 clusters or more, one of them is drawn 256 times with a probability below 1 / 256!.
 */
export function eachDraw({ seed, clusters, replicates }: DrawRequest, take: TakeDraws): void {
  const rounds = Math.ceil(replicates / TOGETHER);
  const inRound = (round: number) => Math.min(TOGETHER, replicates - round * TOGETHER);
  const key = `${seed} ${clusters} ${replicates}`;
  const before = stored.get(key);
  if (before) {
    for (let round = 0; round < rounds; round++)
      take(before.subarray(round * clusters, (round + 1) * clusters), inRound(round));
    return;
  }
  const isStored = rounds * clusters <= MOST_STORED;
  const plan = new Int32Array(isStored ? rounds * clusters : clusters);
  const random = randomFrom(seed);
  const numbers = new Float64Array(clusters);
  for (let round = 0; round < rounds; round++) {
    const times = isStored ? plan.subarray(round * clusters, (round + 1) * clusters) : plan.fill(0);
    for (let replicate = 0; replicate < inRound(round); replicate++) {
      random.fill(numbers);
      count(numbers, times, replicate);
    }
    take(times, inRound(round));
  }
  if (isStored) store(key, plan);
}

/** Counts how often uniform numbers draw each cluster. */
function count(numbers: Float64Array, times: Int32Array, replicate: number): void {
  const one = 1 << (8 * replicate);
  for (let i = 0; i < numbers.length; i++) {
    const at = Math.floor((numbers[i] as number) * numbers.length);
    times[at] = (times[at] as number) + one;
  }
}

function store(key: string, plan: Int32Array): void {
  stored.set(key, plan);
  let numbers = 0;
  for (const { length } of stored.values()) numbers += length;
  for (const [oldest, { length }] of stored) {
    if (numbers <= MOST_STORED) return;
    stored.delete(oldest);
    numbers -= length;
  }
}

/** Groups of clusters: cluster `cluster[i]` belongs to group g for `start[g] <= i < start[g + 1]`, once for each i. */
export interface ClusterGroups {
  readonly start: Int32Array;
  readonly cluster: Int32Array;
}

/**
 * The number of draws of the clusters of each group together: group g in replicate r `totals[r][g]` times.
 */
export function addUpDraws(
  totals: readonly Float64Array[],
  { start, cluster }: ClusterGroups,
  times: Int32Array,
): void {
  const [first, second, third, fourth] = totals as [Float64Array, Float64Array, Float64Array, Float64Array];
  for (let group = 0, i = 0; group + 1 < start.length; group++) {
    const end = start[group + 1] as number;
    let [a, b, c, d] = [0, 0, 0, 0];
    for (; i < end; i++) {
      const four = times[cluster[i] as number] as number;
      a += four & 0xff;
      b += (four >>> 8) & 0xff;
      c += (four >>> 16) & 0xff;
      d += four >>> 24;
    }
    first[group] = a;
    second[group] = b;
    third[group] = c;
    fourth[group] = d;
  }
}

/** The number of draws of each cluster: cluster c in replicate r `weights[r][c]` times. */
export function unpackDraws(weights: readonly Float64Array[], times: Int32Array): void {
  const [first, second, third, fourth] = weights as [Float64Array, Float64Array, Float64Array, Float64Array];
  for (let cluster = 0; cluster < first.length; cluster++) {
    const four = times[cluster] as number;
    first[cluster] = four & 0xff;
    second[cluster] = (four >>> 8) & 0xff;
    third[cluster] = (four >>> 16) & 0xff;
    fourth[cluster] = four >>> 24;
  }
}
