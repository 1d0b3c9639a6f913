import { compareSequences, poolSequences } from "./distinct-sequences";
import type { UndefinedReason } from "./estimate";
import { hypergeometric, type Random, randomFrom } from "./random";
import type { Clusters } from "./resample";
import type { Sample } from "./sample";

/** The arm of each unit, 0 or 1, by unit number. Units with another number are not compared. */
export type ArmByUnit = ArrayLike<number>;

export interface PermutationRequest {
  /** Default 1,000. */
  permutations?: number;
  /** Default 42. */
  seed?: number;
  /**
   * The cluster of each unit: all units of a cluster change arms together. Default: each unit is a cluster.
   */
  clusters?: Clusters;
  /**
   * The block of each unit: labels are exchanged within blocks only. With one unit per arm in each block (the
   * same task in both arms) this is the paired test. Default: a single block.
   */
  blocks?: ArrayLike<string | number>;
}

export interface PermutationResult {
  /** The statistic in arm 0 minus the statistic in arm 1; null when one of them is undefined. */
  difference: number | null;
  reason: UndefinedReason | null;
  /**
   * The share of permutations with a difference at least as large, in either direction: (1 + such
   * permutations) / (1 + defined ones). The ones stand for the data themselves. Null when the difference is.
   */
  p: number | null;
  permutations: number;
  /** Permutations on which a statistic was undefined; they are left out of `p`. */
  dropped: number;
  seed: number;
}

/**
 * Permutation test of the hypothesis that both arms agree equally well: if the arms made no difference, their
 * labels could be shuffled. `sample` has the units of both arms. Units that look the same to the statistic
 * are interchangeable, so a permutation only draws how many of each kind go to arm 0. Phipson & Smyth (2010)
 * give the reason for adding one to both counts.
 *
 * @example
 * const ratings = ratingsFromMatrix([[1, 2, 1, 2, 1, 2, 1, 2], [1, 2, 1, 2, 2, 1, 2, 1]]);
 * const sample = patternSample(patternsOf(ratings), percent("pairs_pooled"));
 * const { difference, p } = permutationTest(sample, [0, 0, 0, 0, 1, 1, 1, 1]);
 * difference; // → 1
 * p; // → 0.038
 */
export function permutationTest(
  sample: Sample,
  arms: ArmByUnit,
  request: PermutationRequest = {},
): PermutationResult {
  const { permutations = 1000, seed = 42 } = request;
  const blocks = blocksOf(sample, arms, request);
  const both = [new Float64Array(sample.weight.length), new Float64Array(sample.weight.length)] as const;
  const differenceOf = () => {
    const first = sample.kernel(both[0]);
    if (typeof first === "string") return first;
    const second = sample.kernel(both[1]);
    return typeof second === "string" ? second : first - second;
  };

  for (const block of blocks)
    for (const { add, inFirst, total } of block) add(both, inFirst, total - inFirst);
  const difference = differenceOf();
  const about = { permutations, seed };
  if (typeof difference === "string")
    return { difference: null, reason: difference, p: null, dropped: 0, ...about };

  const random = randomFrom(seed);
  const bar = Math.abs(difference) * (1 - 1e-12);
  let asLarge = 1;
  let defined = 1;
  for (let i = 0; i < permutations; i++) {
    for (const weight of both) weight.fill(0);
    for (const block of blocks) shuffleBlock(random, block, both);
    const shuffled = differenceOf();
    if (typeof shuffled === "string") continue;
    defined++;
    if (Math.abs(shuffled) >= bar) asLarge++;
  }
  return { difference, reason: null, p: asLarge / defined, dropped: permutations + 1 - defined, ...about };
}

/** Clusters of one block that look the same: how many there are, and how many are in arm 0. */
interface Look {
  total: number;
  inFirst: number;
  /** Adds `first` clusters of this kind to the weights of arm 0 and `second` to those of arm 1. */
  add(weights: readonly [Float64Array, Float64Array], first: number, second: number): void;
}

/** Draws at random how many clusters of each kind go to arm 0; the block's total in arm 0 is unchanged. */
function shuffleBlock(random: Random, block: Look[], weights: readonly [Float64Array, Float64Array]): void {
  let open = 0;
  let others = 0;
  for (const { total, inFirst } of block) {
    open += inFirst;
    others += total;
  }
  for (const { total, add } of block) {
    others -= total;
    const first = hypergeometric(random, total, others, open);
    open -= first;
    add(weights, first, total - first);
  }
}

function blocksOf(sample: Sample, arms: ArmByUnit, { clusters, blocks }: PermutationRequest): Look[][] {
  const rank = new Int32Array(sample.weight.length);
  const sorted = Int32Array.from(rank, (_, form) => form).sort(sample.compare);
  sorted.forEach((form, place) => {
    rank[form] = place;
  });
  const groups = new Map<string, { block: string; arm: number; items: number[] }>();
  sample.formOfUnit().forEach((form, unit) => {
    const arm = arms[unit];
    if (form === -1 || (arm !== 0 && arm !== 1)) return;
    const block = blocks ? String(blocks[unit]) : "";
    const key = JSON.stringify([block, arm, clusters ? String(clusters[unit]) : unit]);
    const group = groups.get(key) ?? { block, arm, items: [] };
    group.items.push(rank[form] as number);
    groups.set(key, group);
  });

  const members = [...groups.values()];
  const start = new Int32Array(members.length + 1);
  members.forEach(({ items }, i) => {
    start[i + 1] = (start[i] as number) + items.length;
  });
  const item = Int32Array.from(members.flatMap(({ items }) => items.sort((a, b) => a - b)));
  const { kind, example } = poolSequences(start, item);

  const looksOfBlock = new Map<string, Map<number, Look>>();
  members.forEach(({ block, arm }, i) => {
    const looks = looksOfBlock.get(block) ?? new Map<number, Look>();
    const look = looks.get(kind[i] as number) ?? lookOf(item, start, i, sorted);
    look.total++;
    if (arm === 0) look.inFirst++;
    looks.set(kind[i] as number, look);
    looksOfBlock.set(block, looks);
  });
  const inOrder = (a: number, b: number) =>
    compareSequences(start, item, example[a] as number, example[b] as number);
  return [...looksOfBlock.entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, looks]) => [...looks.entries()].sort(([a], [b]) => inOrder(a, b)).map(([, look]) => look));
}

function lookOf(item: Int32Array, start: Int32Array, member: number, sorted: Int32Array): Look {
  const forms = item
    .subarray(start[member] as number, start[member + 1] as number)
    .map((place) => sorted[place] as number);
  return {
    total: 0,
    inFirst: 0,
    add([first, second], toFirst, toSecond) {
      for (const form of forms) {
        first[form] = (first[form] as number) + toFirst;
        second[form] = (second[form] as number) + toSecond;
      }
    },
  };
}
