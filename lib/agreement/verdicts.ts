import type { IntervalRequest } from "./bootstrap";
import type { Estimate, ValueOrReason } from "./estimate";
import { estimatesFrom } from "./estimator";
import type { Kernel, Sample } from "./sample";

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

/** Measures of a rater's verdicts. Each unit counts once, in however many orders it was judged. */
export const VERDICT_MEASURES = [
  "accuracy",
  "accuracyTiesHalf",
  "accuracyBoth",
  "positionalAgreement",
  "hedging",
  "unparsed",
  "precisionMacro",
  "recallMacro",
  "f1Macro",
  "kappa",
  "alpha",
  "mae",
  "rmse",
] as const;
export type VerdictMeasure = (typeof VERDICT_MEASURES)[number];

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

/**
 * Compares verdicts with known answers. `accuracy` is strict: a verdict that could not be read is wrong, and
 * so is a tie where the answer is a side; `accuracyTiesHalf` counts such a tie as one half. `accuracyBoth`
 * and `positionalAgreement` use only the units that were asked in both orders: the share with the right
 * verdict in both, and the share with the same verdict in both. Two unreadable verdicts are not the same,
 * unless `unreadAgree`. `hedging` is the share of ties among the readable verdicts, `unparsed` the share of
 * verdicts that could not be read. Precision, recall and F1 are unweighted means over the values that occur;
 * an unreadable verdict is a miss of the answer's class. κ (weighted by squared distance where values have an
 * order), α, mean absolute and root mean squared error use the readable verdicts. Where a unit has verdicts
 * in both orders, each weighs one half.
 *
 * Zeng et al. (2024), LLMBar, for both orders; Krippendorff (2011); Cohen (1968).
 *
 * @example
 * // Three pairs in both orders: right in both, right in one, and one unreadable. Values: 0 for A, 1 for B.
 * const units = [
 *   { gold: 0, verdicts: [0, 0] },
 *   { gold: 1, verdicts: [1, 0] },
 *   { gold: 1, verdicts: [1, UNREAD] },
 * ];
 * const scale = { size: 2, numbers: null, tie: null, level: "nominal" };
 * const { accuracy, accuracyBoth, unparsed } = measureVerdicts(units, scale, { unreadAgree: false });
 * accuracy.value; // → 0.667
 * accuracyBoth.value; // → 0.333
 * unparsed.value; // → 0.167
 */
export function measureVerdicts(
  units: readonly Verdict[],
  scale: VerdictScale,
  options: VerdictOptions,
  resampling?: IntervalRequest,
): Record<VerdictMeasure, Estimate> & { classes: ClassScore[] } {
  const { forms, sample } = verdictForms(units);
  const found = estimatesFrom(
    VERDICT_MEASURES.map((measure) => sample(kernelOf(measure, forms, scale, options))),
    resampling,
  );
  const whole = sample(() => 0).weight;
  return {
    ...(Object.fromEntries(VERDICT_MEASURES.map((measure, at) => [measure, found[at]])) as Record<
      VerdictMeasure,
      Estimate
    >),
    classes: classScores(tableOf(forms, whole, scale.size)),
  };
}

/**
 * Computes the same measures for parts of the units, such as the subsets of a benchmark, and returns their
 * unweighted means. `parts[u]` lists the parts that unit u belongs to, as numbers below `count`. A mean is
 * undefined if it is undefined for any part.
 *
 * @example
 * // One part with both units right, one with its only unit wrong.
 * const units = [0, 1, 1].map((gold, at) => ({ gold, verdicts: at < 2 ? [gold, gold] : [0, 0] }));
 * const scale = { size: 2, numbers: null, tie: null, level: "nominal" };
 * measureMacroVerdicts(units, [[0], [0], [1]], 2, scale, { unreadAgree: false }).accuracy.value; // → 0.5
 */
export function measureMacroVerdicts(
  units: readonly Verdict[],
  parts: readonly (readonly number[])[],
  count: number,
  scale: VerdictScale,
  options: VerdictOptions,
  resampling?: IntervalRequest,
): Record<VerdictMeasure, Estimate> {
  const { forms, sample, keyOfForm } = verdictForms(units, parts);
  const isIn = Array.from({ length: count }, (_, part) =>
    Uint8Array.from(keyOfForm, (own) => Number(own.includes(part))),
  );
  const within = new Float64Array(forms.length);
  const macro = (measure: VerdictMeasure): Kernel => {
    const kernel = kernelOf(measure, forms, scale, options);
    return (weight) => {
      let sum = 0;
      for (const own of isIn) {
        for (let form = 0; form < weight.length; form++)
          within[form] = (own[form] as number) * (weight[form] as number);
        const value = kernel(within);
        if (typeof value !== "number") return value;
        sum += value;
      }
      return count === 0 ? "no-common-units" : sum / count;
    };
  };
  const found = estimatesFrom(
    VERDICT_MEASURES.map((measure) => sample(macro(measure))),
    resampling,
  );
  return Object.fromEntries(VERDICT_MEASURES.map((measure, at) => [measure, found[at]])) as Record<
    VerdictMeasure,
    Estimate
  >;
}

/** Units that look the same share a form. */
function verdictForms(units: readonly Verdict[], parts?: readonly (readonly number[])[]) {
  const known = new Map<string, number>();
  const forms: Verdict[] = [];
  const keys: string[] = [];
  const keyOfForm: (readonly number[])[] = [];
  const weights: number[] = [];
  const formOfUnit = Int32Array.from(units, (unit, at) => {
    const part = parts?.[at] ?? [];
    const key = [unit.gold, ...unit.verdicts, ...part].join(" ");
    const form = known.get(key) ?? forms.push(unit) - 1;
    if (form === weights.length) {
      known.set(key, form);
      keys.push(key);
      keyOfForm.push(part);
      weights.push(0);
    }
    weights[form] = (weights[form] as number) + 1;
    return form;
  });
  const weight = Float64Array.from(weights);
  const sample = (kernel: Kernel): Sample => ({
    kernel,
    weight,
    counts: () => true,
    compare: (a, b) => ((keys[a] as string) < (keys[b] as string) ? -1 : 1),
    formOfUnit: () => formOfUnit,
    units: units.length,
    raters: 2,
    pairable: 2 * units.length,
  });
  return { forms, sample, keyOfForm };
}

function kernelOf(
  measure: VerdictMeasure,
  forms: readonly Verdict[],
  scale: VerdictScale,
  { unreadAgree }: VerdictOptions,
): Kernel {
  const orders = forms.map(({ verdicts }) => verdicts.filter((verdict) => verdict !== NO_VERDICT));
  const inBoth = (of: (one: number, other: number, gold: number) => boolean): Kernel => {
    const isBoth = orders.map(({ length }) => Number(length === 2));
    const holds = forms.map(({ gold, verdicts: [one, other] }) => Number(of(one, other, gold)));
    return (weight) => {
      let part = 0;
      let whole = 0;
      for (let form = 0; form < weight.length; form++) {
        const own = (weight[form] as number) * (isBoth[form] as number);
        whole += own;
        part += own * (holds[form] as number);
      }
      return whole === 0 ? "no-common-units" : part / whole;
    };
  };
  const shareOfVerdicts = (
    counts: (verdict: number, gold: number) => number,
    among: (verdict: number) => boolean = () => true,
  ): Kernel => {
    const part = forms.map(({ gold }, form) => meanOver(orders[form] ?? [], among, (v) => counts(v, gold)));
    const whole = orders.map((own) => meanOver(own, among, () => 1));
    return (weight) => {
      let above = 0;
      let below = 0;
      for (let form = 0; form < weight.length; form++) {
        above += (weight[form] as number) * (part[form] as number);
        below += (weight[form] as number) * (whole[form] as number);
      }
      return below === 0 ? "no-common-units" : above / below;
    };
  };
  const ofTable = (of: (table: VerdictTable) => ValueOrReason): Kernel => {
    return (weight) => of(tableOf(forms, weight, scale.size));
  };
  const { tie } = scale;
  const isRead = (verdict: number) => verdict !== UNREAD;
  switch (measure) {
    case "accuracy":
      return shareOfVerdicts((verdict, gold) => Number(verdict === gold));
    case "accuracyTiesHalf":
      return shareOfVerdicts((verdict, gold) => (verdict === gold ? 1 : verdict === tie ? 0.5 : 0));
    case "accuracyBoth":
      return inBoth((one, other, gold) => one === gold && other === gold);
    case "positionalAgreement":
      return inBoth((one, other) => one === other && (unreadAgree || one !== UNREAD));
    case "hedging":
      return tie === null ? () => "single-category" : shareOfVerdicts((v) => Number(v === tie), isRead);
    case "unparsed":
      return shareOfVerdicts((verdict) => Number(verdict === UNREAD));
    case "precisionMacro":
      return ofTable((table) => macroOf(table, ({ precision }) => precision));
    case "recallMacro":
      return ofTable((table) => macroOf(table, ({ recall }) => recall));
    case "f1Macro":
      return ofTable((table) => macroOf(table, ({ f1 }) => f1));
    case "kappa":
      return ofTable((table) => kappaOf(table, scale));
    case "alpha":
      return ofTable((table) => alphaOf(table, scale.level));
    case "mae":
      return ofTable((table) => meanMiss(table, scale.numbers, Math.abs));
    case "rmse":
      return ofTable((table) => {
        const square = meanMiss(table, scale.numbers, (miss) => miss * miss);
        return typeof square === "number" ? Math.sqrt(square) : square;
      });
  }
}

/** The mean over a unit's verdicts. A verdict for which the measure is undefined is left out. */
function meanOver(
  verdicts: readonly number[],
  among: (verdict: number) => boolean,
  of: (verdict: number) => number,
): number {
  const sum = verdicts.filter(among).reduce((all, verdict) => all + of(verdict), 0);
  return verdicts.length === 0 ? 0 : sum / verdicts.length;
}

/** Counts of units by answer (rows) and verdict (columns); the last column is for unreadable verdicts. */
interface VerdictTable {
  size: number;
  counts: Float64Array;
}

function tableOf(forms: readonly Verdict[], weight: Float64Array, size: number): VerdictTable {
  const counts = new Float64Array(size * (size + 1));
  forms.forEach(({ gold, verdicts }, form) => {
    const given = verdicts.filter((verdict) => verdict !== NO_VERDICT);
    for (const verdict of given) {
      const cell = gold * (size + 1) + (verdict === UNREAD ? size : verdict);
      counts[cell] = (counts[cell] as number) + (weight[form] as number) / given.length;
    }
  });
  return { size, counts };
}

const cellOf = ({ size, counts }: VerdictTable, gold: number, verdict: number): number =>
  counts[gold * (size + 1) + verdict] as number;

/** Precision, recall and F1 of every value that occurs as an answer or as a verdict. */
function classScores(table: VerdictTable): ClassScore[] {
  const { size } = table;
  return Array.from({ length: size }, (_, value) => value).flatMap((value): ClassScore[] => {
    let n = cellOf(table, value, size);
    let verdictCount = 0;
    for (let other = 0; other < size; other++) {
      n += cellOf(table, value, other);
      verdictCount += cellOf(table, other, value);
    }
    if (n === 0 && verdictCount === 0) return [];
    const right = cellOf(table, value, value);
    const over = (whole: number, part = right) => (whole === 0 ? null : part / whole);
    return [
      { value, n, precision: over(verdictCount), recall: over(n), f1: over(verdictCount + n, 2 * right) },
    ];
  });
}

function macroOf(table: VerdictTable, of: (score: ClassScore) => number | null): ValueOrReason {
  const scores = classScores(table);
  if (scores.length === 0) return "no-common-units";
  return scores.reduce((sum, score) => sum + (of(score) ?? 0), 0) / scores.length;
}

/** The readable verdicts: their total weight, and the weight by answer and by verdict. */
function marginsOf(table: VerdictTable) {
  const gold = new Float64Array(table.size);
  const verdictCounts = new Float64Array(table.size);
  let all = 0;
  for (let g = 0; g < table.size; g++)
    for (let v = 0; v < table.size; v++) {
      const units = cellOf(table, g, v);
      gold[g] = (gold[g] as number) + units;
      verdictCounts[v] = (verdictCounts[v] as number) + units;
      all += units;
    }
  return { gold, said: verdictCounts, all };
}

function kappaOf(table: VerdictTable, { level, numbers }: VerdictScale): ValueOrReason {
  const { gold, said, all } = marginsOf(table);
  if (all === 0) return "no-common-units";
  const place = (value: number) => numbers?.[value] ?? value;
  const miss = (a: number, b: number) => (level === "nominal" ? Number(a !== b) : (place(a) - place(b)) ** 2);
  let observed = 0;
  let expected = 0;
  for (let g = 0; g < table.size; g++)
    for (let v = 0; v < table.size; v++) {
      observed += miss(g, v) * cellOf(table, g, v);
      expected += (miss(g, v) * (gold[g] as number) * (said[v] as number)) / all;
    }
  return expected === 0 ? "expected-agreement-is-1" : 1 - observed / expected;
}

function alphaOf(table: VerdictTable, level: VerdictScale["level"]): ValueOrReason {
  const { gold, said, all } = marginsOf(table);
  if (all === 0) return "no-pairable-values";
  const total = gold.map((units, value) => units + (said[value] as number));
  let below = 0;
  const midrank = total.map((units) => {
    below += units;
    return below - units / 2;
  });
  const distance = (a: number, b: number) =>
    level === "nominal" ? Number(a !== b) : ((midrank[a] as number) - (midrank[b] as number)) ** 2;
  let observed = 0;
  let expected = 0;
  for (let a = 0; a < table.size; a++)
    for (let b = 0; b < table.size; b++) {
      observed += distance(a, b) * 2 * cellOf(table, a, b);
      expected += distance(a, b) * (total[a] as number) * (total[b] as number);
    }
  return expected === 0 ? "no-variation" : 1 - ((2 * all - 1) * observed) / expected;
}

function meanMiss(
  table: VerdictTable,
  numbers: VerdictScale["numbers"],
  of: (miss: number) => number,
): ValueOrReason {
  if (!numbers) return "non-numeric-values";
  let sum = 0;
  let all = 0;
  for (let g = 0; g < table.size; g++)
    for (let v = 0; v < table.size; v++) {
      const units = cellOf(table, g, v);
      sum += units * of((numbers[v] as number) - (numbers[g] as number));
      all += units;
    }
  return all === 0 ? "no-common-units" : sum / all;
}
