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
 * Takes how often each cluster was drawn in up to `TOGETHER` replicates: cluster c of replicate r of these
 * `times[c * TOGETHER + r]` times. The array is overwritten by the next draws.
 */
type TakeDraws = (times: Uint8Array, replicates: number) => void;

/** Larger plans are drawn anew each time, and older ones forgotten, so that all of them take at most so many bytes. */
const MOST_STORED = 2 ** 25;

const stored = new Map<string, Uint8Array>();

/**
 * Draws clusters with replacement, replicate by replicate. The tables of a report draw from the same tasks with the same
 * seed: they share one plan of draws.
 *
 * Counts fit a byte: with 256 clusters or more, one of them is drawn 256 times with a probability below 1 / 256!.
 */
export function eachDraw({ seed, clusters, replicates }: DrawRequest, take: TakeDraws): void {
  const length = clusters * TOGETHER;
  const rounds = Math.ceil(replicates / TOGETHER);
  const inRound = (round: number) => Math.min(TOGETHER, replicates - round * TOGETHER);
  const key = `${seed} ${clusters} ${replicates}`;
  const before = stored.get(key);
  if (before) {
    for (let round = 0; round < rounds; round++)
      take(before.subarray(round * length, (round + 1) * length), inRound(round));
    return;
  }
  const isStored = rounds * length <= MOST_STORED;
  const plan = new Uint8Array(isStored ? rounds * length : length);
  const random = randomFrom(seed);
  const numbers = new Float64Array(clusters);
  for (let round = 0; round < rounds; round++) {
    const times = isStored ? plan.subarray(round * length, (round + 1) * length) : plan.fill(0);
    for (let replicate = 0; replicate < inRound(round); replicate++) {
      random.fill(numbers);
      count(numbers, times, replicate);
    }
    take(times, inRound(round));
  }
  if (isStored) store(key, plan);
}

/** Counts how often uniform numbers draw each cluster. */
function count(numbers: Float64Array, times: Uint8Array, replicate: number): void {
  for (let i = 0; i < numbers.length; i++) {
    const at = Math.floor((numbers[i] as number) * numbers.length) * TOGETHER + replicate;
    times[at] = (times[at] as number) + 1;
  }
}

function store(key: string, plan: Uint8Array): void {
  stored.set(key, plan);
  let bytes = 0;
  for (const { length } of stored.values()) bytes += length;
  for (const [oldest, { length }] of stored) {
    if (bytes <= MOST_STORED) return;
    stored.delete(oldest);
    bytes -= length;
  }
}
