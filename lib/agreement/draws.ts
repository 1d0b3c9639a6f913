import { randomFrom } from "./random";

/** Replicates that are drawn together: code that adds up what was drawn reads its lists once for all of them. */
export const REPLICATES_TOGETHER = 4;

interface DrawRequest {
  seed: number;
  /** Clusters drawn with replacement, out of as many. */
  clusters: number;
  replicates: number;
}

/**
 * The draws of some replicates, as running totals: `before[at(r) + c]` is how many draws of replicate r were of the clusters
 * before c. The difference of two of them is how often the clusters between were drawn, however many these are.
 */
interface DrawTotals {
  readonly before: Uint16Array | Int32Array;
  /** Where the totals of a replicate begin. */
  readonly at: (replicate: number) => number;
}

/** Takes up to `REPLICATES_TOGETHER` replicates. What it is given is overwritten by the next ones. */
type TakeDraws = (totals: DrawTotals, replicates: number) => void;

/** Larger plans are drawn anew each time, and older ones forgotten, so that all of them take at most so many numbers. */
const MOST_STORED = 2 ** 24;

const stored = new Map<string, DrawTotals["before"]>();

/**
 * Draws clusters with replacement, replicate by replicate. The tables of a report draw from the same tasks with the same
 * seed: they share one plan of draws.
 */
export function eachDraw({ seed, clusters, replicates }: DrawRequest, take: TakeDraws): void {
  const width = clusters + 1;
  const rounds = Math.ceil(replicates / REPLICATES_TOGETHER);
  const key = `${seed} ${clusters} ${replicates}`;
  const known = stored.get(key);
  const isStored = rounds * REPLICATES_TOGETHER * width <= MOST_STORED;
  const room = (isStored ? rounds : 1) * REPLICATES_TOGETHER * width;
  const before = known ?? (clusters < 2 ** 16 ? new Uint16Array(room) : new Int32Array(room));
  const random = randomFrom(seed);
  const numbers = new Float64Array(clusters);
  let first = 0;
  const totals = { before, at: (replicate: number) => (first + replicate) * width };
  for (let from = 0; from < replicates; from += REPLICATES_TOGETHER) {
    const count = Math.min(REPLICATES_TOGETHER, replicates - from);
    first = isStored ? from : 0;
    for (let replicate = 0; !known && replicate < count; replicate++) {
      random.fill(numbers);
      countBefore(numbers, before, totals.at(replicate));
    }
    take(totals, count);
  }
  if (isStored && !known) store(key, before);
}

/** Fills in how many of some uniform numbers draw a cluster before each. */
function countBefore(numbers: Float64Array, before: DrawTotals["before"], at: number): void {
  const clusters = numbers.length;
  before.fill(0, at, at + clusters + 1);
  for (let i = 0; i < clusters; i++) {
    const after = at + 1 + Math.floor((numbers[i] as number) * clusters);
    before[after] = (before[after] as number) + 1;
  }
  for (let cluster = at; cluster < at + clusters; cluster++)
    before[cluster + 1] = (before[cluster + 1] as number) + (before[cluster] as number);
}

function store(key: string, plan: DrawTotals["before"]): void {
  stored.set(key, plan);
  let numbers = 0;
  for (const { length } of stored.values()) numbers += length;
  for (const [oldest, { length }] of stored) {
    if (numbers <= MOST_STORED) return;
    stored.delete(oldest);
    numbers -= length;
  }
}

/** An array of this length for each of the replicates that are drawn together. */
export const arraysFor = (length: number) =>
  Array.from({ length: REPLICATES_TOGETHER }, () => new Float64Array(length));

/** Counts of two replicates are one number, with those of the second in units of this: exact while nothing is drawn 67 million times in a replicate. */
const SECOND_REPLICATE = 2 ** 26;

/** An array of this length for each two of the replicates that are drawn together; each number holds the counts of both. */
export type PackedDraws = readonly [first: Float64Array, second: Float64Array];
export const packedDrawsFor = (length: number): PackedDraws => [
  new Float64Array(length),
  new Float64Array(length),
];

/** Counts the draws of clusters that follow each other together: those of kind k, from `first[k]` to `first[k + 1] - 1`. */
export function countDraws([one, two]: PackedDraws, first: Int32Array, { before, at }: DrawTotals): void {
  const [a, b, c, d] = [at(0), at(1), at(2), at(3)];
  for (let kind = 0; kind < one.length; kind++) {
    const from = first[kind] as number;
    const to = first[kind + 1] as number;
    const inFirst = (before[a + to] as number) - (before[a + from] as number);
    const inSecond = (before[b + to] as number) - (before[b + from] as number);
    const inThird = (before[c + to] as number) - (before[c + from] as number);
    const inFourth = (before[d + to] as number) - (before[d + from] as number);
    one[kind] = inFirst + SECOND_REPLICATE * inSecond;
    two[kind] = inThird + SECOND_REPLICATE * inFourth;
  }
}

/** The counts of each replicate by itself. */
export function unpackDraws(times: readonly Float64Array[], pairs: PackedDraws): void {
  for (const [at, pair] of pairs.entries()) {
    const [first, second] = [times[2 * at] as Float64Array, times[2 * at + 1] as Float64Array];
    for (let i = 0; i < pair.length; i++) {
      const both = pair[i] as number;
      const own = Math.floor(both / SECOND_REPLICATE);
      second[i] = own;
      first[i] = both - own * SECOND_REPLICATE;
    }
  }
}

/** Kinds of clusters in groups: kind `kind[i]` is `amount[i]` times in group g for `start[g] <= i < start[g + 1]`. */
export interface KindGroups {
  readonly start: Int32Array;
  readonly kind: Int32Array;
  readonly amount: Float64Array;
}

/** The draws of each group together. */
export function addUpDraws(
  totals: PackedDraws,
  { start, kind, amount }: KindGroups,
  times: PackedDraws,
): void {
  const [first, second] = totals;
  const [one, two] = times;
  for (let group = 0, i = 0; group + 1 < start.length; group++) {
    const end = start[group + 1] as number;
    let [a, b] = [0, 0];
    for (; i < end; i++) {
      const own = kind[i] as number;
      const weight = amount[i] as number;
      a += weight * (one[own] as number);
      b += weight * (two[own] as number);
    }
    first[group] = a;
    second[group] = b;
  }
}
