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
  const looks = blocks.flat();
  const forms = sample.weight.length;
  const [all, first, second] = [new Float64Array(forms), new Float64Array(forms), new Float64Array(forms)];
  for (const look of looks) addForms(all, look, look.total);
  const differenceOf = () => {
    for (let form = 0; form < forms; form++) second[form] = (all[form] as number) - (first[form] as number);
    const one = sample.kernel(first);
    if (typeof one === "string") return one;
    const other = sample.kernel(second);
    return typeof other === "string" ? other : one - other;
  };

  for (const look of looks) addForms(first, look, look.inFirst);
  const difference = differenceOf();
  const about = { permutations, seed };
  if (typeof difference === "string")
    return { difference: null, reason: difference, p: null, dropped: 0, ...about };

  const random = randomFrom(seed);
  const bar = Math.abs(difference) * (1 - 1e-12);
  let asLarge = 1;
  let defined = 1;
  for (let i = 0; i < permutations; i++) {
    first.fill(0);
    for (const block of blocks) shuffleBlock(random, block, first);
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
  /** The forms of the units of one such cluster. */
  forms: Int32Array;
}

/** Adds some clusters that look the same to the weights. */
function addForms(weight: Float64Array, { forms }: Look, clusters: number): void {
  if (clusters === 0) return;
  for (let i = 0; i < forms.length; i++) {
    const form = forms[i] as number;
    weight[form] = (weight[form] as number) + clusters;
  }
}

/**
 * Draws at random how many clusters of each kind go to arm 0, and adds these to its weights; the block's total in arm 0
 * is unchanged.
 */
function shuffleBlock(random: Random, block: readonly Look[], first: Float64Array): void {
  let open = 0;
  let others = 0;
  for (const { total, inFirst } of block) {
    open += inFirst;
    others += total;
  }
  for (const look of block) {
    others -= look.total;
    // Where nothing is left to chance, no random number is drawn either way.
    const drawn = open === 0 ? 0 : others === 0 ? open : hypergeometric(random, look.total, others, open);
    open -= drawn;
    addForms(first, look, drawn);
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
    const look = looks.get(kind[i] as number) ?? {
      total: 0,
      inFirst: 0,
      forms: formsOf(item, start, i, sorted),
    };
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

/** The forms of the units of one cluster. */
function formsOf(item: Int32Array, start: Int32Array, member: number, sorted: Int32Array): Int32Array {
  return item
    .subarray(start[member] as number, start[member + 1] as number)
    .map((place) => sorted[place] as number);
}
