import type { ValueOrReason } from "./estimate";

/** Code of a verdict that could not be read, or that was not requested in this order. */
export const UNREAD = -1;
export const NO_VERDICT = -2;

/**
 * A rater's verdicts on one unit with a known answer: one verdict, or one for each order in which the two
 * sides of a pair were shown. Answer and verdicts are codes of values in one list.
 */
export interface Verdict {
  gold: number;
  verdicts: readonly [first: number, second: number];
}

/** The list of values that the codes of verdicts refer to. */
export interface VerdictScale {
  /** Number of values; if they have an order, codes run from the lowest value to the highest. */
  size: number;
  /** The values as numbers; null if they are words. */
  numbers: readonly number[] | null;
  /** The number of the value that prefers neither side. */
  tie: number | null;
  /**
   * Level for Krippendorff's α and weighted κ. With `nominal` a verdict is right or wrong, with `ordinal` it
   * can be nearly right.
   */
  level: "nominal" | "ordinal";
}

export interface VerdictOptions {
  /** True if two unreadable verdicts agree with each other, as in the scripts released with LLMBar. */
  unreadAgree: boolean;
}

/** Positions in the sums of some units; the counts by answer and verdict follow. */
const COMPARED = 0;
const RIGHT = 1;
const RIGHT_OR_HALF = 2;
const UNREADABLE = 3;
const READABLE = 4;
const TIES = 5;
const COMPARED_BOTH = 6;
const RIGHT_BOTH = 7;
const SAME_BOTH = 8;
/** Absolute and squared errors of the readable verdicts, where values are numbers. */
const MISSES = 9;
const SQUARED_MISSES = 10;
const CELLS = 11;

/** Number of sums: the shares, and a table of answers by verdicts with a last column for unreadable ones. */
export function widthOfSums(size: number): number {
  return CELLS + size * (size + 1);
}

/** The amounts that units of each form add to the sums. */
export class Contributions {
  /** Form f adds `amount[i]` to the sum at `at[i]`, for `start[f] <= i < start[f + 1]`. */
  private readonly start: Int32Array;
  private readonly at: Int32Array;
  private readonly amount: Float64Array;

  constructor(forms: readonly Verdict[], scale: VerdictScale, options: VerdictOptions) {
    const added = forms.map((form) => contributionOf(form, scale, options));
    this.start = new Int32Array(forms.length + 1);
    for (const [form, { length }] of added.entries())
      this.start[form + 1] = (this.start[form] as number) + length;
    this.at = Int32Array.from(added.flat(), ([at]) => at);
    this.amount = Float64Array.from(added.flat(), ([, amount]) => amount);
  }

  /** Adds the contribution of so many units of a form. */
  add(sums: Float64Array, form: number, units: number): void {
    if (units === 0) return;
    const end = this.start[form + 1] as number;
    for (let i = this.start[form] as number; i < end; i++) {
      const place = this.at[i] as number;
      sums[place] = (sums[place] as number) + units * (this.amount[i] as number);
    }
  }
}

/** The contribution of a unit. With verdicts in both orders each weighs one half. */
function contributionOf(
  { gold, verdicts }: Verdict,
  { size, tie, numbers }: VerdictScale,
  { unreadAgree }: VerdictOptions,
): [at: number, amount: number][] {
  const [one, other] = verdicts;
  const added: [at: number, amount: number][] = [];
  const given = verdicts.filter((verdict) => verdict !== NO_VERDICT);
  if (given.length > 0) added.push([COMPARED, 1]);
  for (const verdict of given) {
    const share = 1 / given.length;
    const isRead = verdict !== UNREAD;
    added.push([CELLS + gold * (size + 1) + (isRead ? verdict : size), share]);
    added.push([isRead ? READABLE : UNREADABLE, share]);
    const miss = isRead && numbers ? (numbers[verdict] as number) - (numbers[gold] as number) : 0;
    if (miss !== 0) added.push([MISSES, share * Math.abs(miss)], [SQUARED_MISSES, share * miss ** 2]);
    if (verdict === tie) added.push([TIES, share]);
    if (verdict === gold) added.push([RIGHT, share], [RIGHT_OR_HALF, share]);
    else if (verdict === tie) added.push([RIGHT_OR_HALF, share / 2]);
  }
  if (given.length === 2) {
    added.push([COMPARED_BOTH, 1]);
    if (one === gold && other === gold) added.push([RIGHT_BOTH, 1]);
    if (one === other && (unreadAgree || one !== UNREAD)) added.push([SAME_BOTH, 1]);
  }
  return added;
}

/** Precision, recall and F1 of one value. */
export interface ClassScore {
  /** The number of the value. */
  value: number;
  /** Units whose answer it is. */
  n: number;
  precision: number | null;
  recall: number | null;
  f1: number | null;
}

/** Every measure of verdicts from their sums. Its buffers are reused by the next call. */
export class VerdictStatistics {
  /** Readable verdicts by answer, and by value. */
  private readonly gold: Float64Array;
  private readonly given: Float64Array;
  private readonly midrank: Float64Array;
  /** The weight of each pair of values in κ: its squared distance where values have an order. */
  private readonly miss: Float64Array;
  /** Readable verdicts. */
  private all = 0;

  constructor(private readonly scale: VerdictScale) {
    const { size, level, numbers } = scale;
    this.gold = new Float64Array(size);
    this.given = new Float64Array(size);
    this.midrank = new Float64Array(size);
    this.miss = Float64Array.from({ length: size * size }, (_, at) => {
      const [g, v] = [Math.floor(at / size), at % size];
      return level === "nominal" ? 1 : ((numbers?.[g] ?? g) - (numbers?.[v] ?? v)) ** 2;
    });
  }

  /** The measures in the order of `VERDICT_MEASURES`. */
  measures(sums: Float64Array): ValueOrReason[] {
    this.countMargins(sums);
    const [precision, recall, f1] = this.classMeans(sums);
    const [kappa, alpha] = this.kappaAndAlpha(sums);
    const square = this.meanMiss(sums, SQUARED_MISSES);
    return [
      share(sums, RIGHT, COMPARED),
      share(sums, RIGHT_OR_HALF, COMPARED),
      share(sums, RIGHT_BOTH, COMPARED_BOTH),
      share(sums, SAME_BOTH, COMPARED_BOTH),
      this.scale.tie === null ? "single-category" : share(sums, TIES, READABLE),
      share(sums, UNREADABLE, COMPARED),
      precision,
      recall,
      f1,
      kappa,
      alpha,
      this.meanMiss(sums, MISSES),
      typeof square === "number" ? Math.sqrt(square) : square,
    ];
  }

  /** The scores of the values that are an answer or a verdict. */
  classes(sums: Float64Array): ClassScore[] {
    this.countMargins(sums);
    return Array.from(this.gold, (readable, value): ClassScore => {
      const n = readable + this.cell(sums, value, this.scale.size);
      const verdicts = this.given[value] as number;
      const right = this.cell(sums, value, value);
      const over = (whole: number, part = right) => (whole === 0 ? null : part / whole);
      return { value, n, precision: over(verdicts), recall: over(n), f1: over(verdicts + n, 2 * right) };
    }).filter(({ n, value }) => n > 0 || (this.given[value] as number) > 0);
  }

  private cell(sums: Float64Array, gold: number, verdict: number): number {
    return sums[CELLS + gold * (this.scale.size + 1) + verdict] as number;
  }

  private countMargins(sums: Float64Array): void {
    const { size } = this.scale;
    const { gold, given } = this;
    given.fill(0);
    this.all = 0;
    for (let g = 0, cell = CELLS; g < size; g++, cell++) {
      let own = 0;
      for (let v = 0; v < size; v++, cell++) {
        const units = sums[cell] as number;
        own += units;
        given[v] = (given[v] as number) + units;
      }
      gold[g] = own;
      this.all += own;
    }
  }

  /** Unweighted means of precision, recall and F1 over the values that are an answer or a verdict. */
  private classMeans(sums: Float64Array): [ValueOrReason, ValueOrReason, ValueOrReason] {
    const { size } = this.scale;
    let [precision, recall, f1, classes] = [0, 0, 0, 0];
    for (let value = 0; value < size; value++) {
      const n = (this.gold[value] as number) + this.cell(sums, value, size);
      const verdicts = this.given[value] as number;
      if (n === 0 && verdicts === 0) continue;
      const right = this.cell(sums, value, value);
      classes++;
      if (verdicts > 0) precision += right / verdicts;
      if (n > 0) recall += right / n;
      f1 += (2 * right) / (verdicts + n);
    }
    if (classes === 0) return ["no-common-units", "no-common-units", "no-common-units"];
    return [precision / classes, recall / classes, f1 / classes];
  }

  /**
   * Cohen's κ, weighted by squared distance where values have an order, and Krippendorff's α of answers and readable verdicts.
   */
  private kappaAndAlpha(sums: Float64Array): [kappa: ValueOrReason, alpha: ValueOrReason] {
    const { size, level } = this.scale;
    const { gold, given, midrank, miss, all } = this;
    if (all === 0) return ["no-common-units", "no-pairable-values"];
    let below = 0;
    for (let value = 0; value < size; value++) {
      const own = (gold[value] as number) + (given[value] as number);
      below += own;
      midrank[value] = below - own / 2;
    }
    let [weighted, weightedByChance, distant, distantByChance] = [0, 0, 0, 0];
    for (let a = 0; a < size; a++) {
      const goldA = gold[a] as number;
      const givenA = given[a] as number;
      for (let b = 0; b < a; b++) {
        const goldB = gold[b] as number;
        const givenB = given[b] as number;
        const apart = this.cell(sums, a, b) + this.cell(sums, b, a);
        const weight = miss[a * size + b] as number;
        weighted += weight * apart;
        weightedByChance += weight * (goldA * givenB + goldB * givenA);
        const distance = level === "nominal" ? 1 : ((midrank[a] as number) - (midrank[b] as number)) ** 2;
        distant += distance * apart;
        distantByChance += distance * (goldA + givenA) * (goldB + givenB);
      }
    }
    return [
      weightedByChance === 0 ? "expected-agreement-is-1" : 1 - (weighted * all) / weightedByChance,
      distantByChance === 0 ? "no-variation" : 1 - ((2 * all - 1) * distant) / distantByChance,
    ];
  }

  /** The mean absolute error, or the mean of squared errors. */
  private meanMiss(sums: Float64Array, which: typeof MISSES | typeof SQUARED_MISSES): ValueOrReason {
    if (!this.scale.numbers) return "non-numeric-values";
    return this.all === 0 ? "no-common-units" : (sums[which] as number) / this.all;
  }
}

function share(sums: Float64Array, part: number, whole: number): ValueOrReason {
  return sums[whole] === 0 ? "no-common-units" : (sums[part] as number) / (sums[whole] as number);
}
