import { arithmeticMean } from "./arithmetic-mean";
import type { UndefinedReason } from "./estimate";
import { inverseOf, solvePositive } from "./linear-algebra";
import { type ClusterName, type LinearEstimate, linearised, undefinedEstimate } from "./linearised";

/** The outcome of a comparison, as shares of the first winning, a tie and the second winning, with sum 1. */
export type Outcome = readonly [first: number, tie: number, second: number];

/** Two contestants who were compared, for example two models that answered the same task. */
export interface Comparison {
  first: string;
  second: string;
  cluster: ClusterName;
  /** People's outcome; null where nobody was asked. */
  human: Outcome | null;
  /** A judge's outcome; missing without a judge. */
  judge?: Outcome;
}

/** A ranking of contestants. */
export interface Ranking {
  /** By contestant, best first: the log of the strength, with mean 0 over all contestants. */
  strengths: { name: string; strength: LinearEstimate }[];
  /** Davidson's ν: the larger, the more ties. 0 if there was no tie. */
  ties: number | null;
  /** The judge's weight; 0 without one. */
  lambda: number;
  reason: UndefinedReason | null;
}

/**
 * Ranks contestants by their wins and ties against each other. The chance that i beats j is proportional to the strength of
 * i, that of a tie to ν times the root of both strengths. A strength 0.69 higher, the log of 2, makes two wins for each loss.
 *
 * Without `judge` it is the maximum likelihood from human outcomes; its errors are those of clusters. With a judge on every
 * comparison the estimating equation is corrected as in prediction-powered inference: the judge's score over all
 * comparisons, plus people's minus the judge's over those that people gave. A contestant that lost, or won, every comparison
 * has no finite strength: the ranking is then undefined as `not-connected`.
 *
 * Bradley & Terry (1952), Biometrika 39:324; ties: Davidson (1970), JASA 65:317; when it exists: Ford (1957), American
 * Mathematical Monthly 64:28; with predictions: Angelopoulos et al. (2023), arXiv:2311.01453.
 *
 * @example
 * // Six wins against three losses: the log of the odds 2 is .693, half of it on either side of 0.
 * const games = [1, 1, 1, 1, 1, 1, 0, 0, 0].map((won, cluster) =>
 *   ({ first: "A", second: "B", cluster, human: [won, 0, 1 - won] }));
 * bradleyTerry(games).strengths.map(({ name, strength }) => [name, strength.value]); // → [["A", 0.347], ["B", -0.347]]
 */
export function bradleyTerry(
  comparisons: readonly Comparison[],
  lambda: number | "tuned" = "tuned",
): Ranking {
  const names = [...new Set(comparisons.flatMap(({ first, second }) => [first, second]))].sort();
  const labelled = comparisons.filter(({ human }) => human !== null);
  const rests = { units: labelled.length, clusters: new Set(labelled.map(({ cluster }) => cluster)).size };
  const failed = (reason: UndefinedReason): Ranking => ({
    strengths: names.map((name) => ({ name, strength: undefinedEstimate(reason, rests) })),
    ...{ ties: null, lambda: 0, reason },
  });
  if (labelled.length === 0 || names.length < 2) return failed("no-ratings");
  if (!isConnected(names, labelled)) return failed("not-connected");
  const model = new Davidson(names, labelled);
  const alone = model.fit(comparisons, 0);
  if (!alone) return failed("not-converged");
  const hasJudge = comparisons.every(({ judge }) => judge !== undefined);
  const factor = !hasJudge ? 0 : lambda === "tuned" ? model.tuned(comparisons, alone) : lambda;
  // Corrected outcomes may lie where no strengths fit: then people alone are the answer.
  const powered = factor === 0 ? null : model.fit(comparisons, factor);
  const [at, used] = powered ? [powered, factor] : [alone, 0];
  const errors = model.influences(comparisons, at, used);
  if (!errors) return failed("not-converged");
  const centred = model.centred(at);
  const strengths = names
    .map((name, n) => {
      const influence = new Map([...errors].map(([cluster, own]) => [cluster, own[n] as number]));
      return { name, strength: linearised(centred[n] as number, influence, rests, 1) };
    })
    .sort((a, b) => (b.strength.value ?? 0) - (a.strength.value ?? 0));
  return { strengths, ties: model.tiesAt(at), lambda: used, reason: null };
}

/**
 * The share of comparisons that one contestant won against another, a tie as half a win; null for pairs that never
 * met.
 */
export interface WinRate {
  first: string;
  second: string;
  rate: number;
  comparisons: number;
}

/**
 * The share of human outcomes that each contestant won against each other, both ways round, a tie as half a win.
 *
 * @example
 * const met = { first: "A", second: "B", cluster: 1 };
 * const rates = winRates([{ ...met, human: [1, 0, 0] }, { ...met, human: [0, 1, 0] }]);
 * rates.map(({ first, rate }) => [first, rate]); // → [["A", 0.75], ["B", 0.25]]
 */
export function winRates(comparisons: readonly Comparison[]): WinRate[] {
  const found = new Map<string, WinRate>();
  const add = (first: string, second: string, won: number) => {
    const key = JSON.stringify([first, second]);
    const own = found.get(key) ?? { first, second, rate: 0, comparisons: 0 };
    found.set(key, {
      ...own,
      rate: (own.rate * own.comparisons + won) / (own.comparisons + 1),
      comparisons: own.comparisons + 1,
    });
  };
  for (const { first, second, human } of comparisons) {
    if (!human) continue;
    const [won, tied] = human;
    add(first, second, won + tied / 2);
    add(second, first, 1 - won - tied / 2);
  }
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, own]) => own);
}

/** True if every contestant won or tied against another of any half of the contestants, so that strengths are finite. */
function isConnected(names: readonly string[], labelled: readonly Comparison[]): boolean {
  const edges = (isBackwards: boolean) => {
    const to = new Map<string, Set<string>>(names.map((name) => [name, new Set()]));
    for (const { first, second, human } of labelled) {
      const [won, tied, lost] = human as Outcome;
      if (won + tied > 0) to.get(isBackwards ? second : first)?.add(isBackwards ? first : second);
      if (lost + tied > 0) to.get(isBackwards ? first : second)?.add(isBackwards ? second : first);
    }
    return to;
  };
  return [false, true].every((isBackwards) => {
    const to = edges(isBackwards);
    const seen = new Set([names[0] as string]);
    for (const name of seen) for (const next of to.get(name) ?? []) seen.add(next);
    return seen.size === names.length;
  });
}

/** With a larger step than this left after all iterations, the fit has not converged. */
const TOLERANCE = 1e-10;
const MOST_STEPS = 100;

/** The parameters of Davidson's model: strengths of all contestants but the last, then ln ν if there are ties. */
class Davidson {
  private readonly place: ReadonlyMap<string, number>;
  private readonly free: number;
  private readonly hasTies: boolean;
  private readonly size: number;

  constructor(names: readonly string[], labelled: readonly Comparison[]) {
    this.place = new Map(names.map((name, n) => [name, n]));
    this.free = names.length - 1;
    this.hasTies = labelled.some(({ human }) => (human?.[1] ?? 0) > 0);
    this.size = this.free + Number(this.hasTies);
  }

  tiesAt(parameters: readonly number[]): number {
    return this.hasTies ? Math.exp(parameters[this.free] as number) : 0;
  }

  /** Log strengths with mean 0. */
  centred(parameters: readonly number[]): number[] {
    const all = [...parameters.slice(0, this.free), 0];
    const mean = arithmeticMean(all);
    return all.map((own) => own - mean);
  }

  /** The maximum of the likelihood, corrected by the judge's scores with factor `lambda`, by Newton's method. */
  fit(comparisons: readonly Comparison[], lambda: number): number[] | null {
    const labelled = comparisons.filter(({ human }) => human !== null).length;
    let at = new Array<number>(this.size).fill(0);
    for (let step = 0; step < MOST_STEPS; step++) {
      const gradient = new Array<number>(this.size).fill(0);
      const curvature = this.curvature(comparisons, at, lambda);
      for (const comparison of comparisons) {
        const { human, judge } = comparison;
        if (human) this.addScore(gradient, comparison, human, at, 1 / labelled);
        if (lambda === 0 || !judge) continue;
        this.addScore(gradient, comparison, judge, at, lambda / comparisons.length);
        if (human) this.addScore(gradient, comparison, judge, at, -lambda / labelled);
      }
      const move = solvePositive(curvature, gradient);
      if (!move) return null;
      const longest = Math.max(...move.map(Math.abs));
      // A step is bounded: far from the maximum the likelihood is nearly flat.
      const factor = Math.min(1, 2 / longest);
      at = at.map((own, n) => own + factor * (move[n] as number));
      if (longest < TOLERANCE) return at;
    }
    return null;
  }

  /** The λ with the smallest sum of variances of the strengths, within 0 and 1. */
  tuned(comparisons: readonly Comparison[], at: readonly number[]): number {
    const alone = this.influences(comparisons, at, 0);
    const judged = this.influences(comparisons, at, 1);
    if (!alone || !judged) return 0;
    let together = 0;
    let squares = 0;
    for (const [cluster, own] of alone)
      own.forEach((part, n) => {
        const control = part - (judged.get(cluster)?.[n] ?? 0);
        together += part * control;
        squares += control * control;
      });
    return squares < Number.EPSILON ** 2 ? 0 : Math.min(1, Math.max(0, together / squares));
  }

  /** Each cluster's influence on each centred log strength. Null if the curvature cannot be inverted. */
  influences(
    comparisons: readonly Comparison[],
    at: readonly number[],
    lambda: number,
  ): Map<ClusterName, number[]> | null {
    const labelled = comparisons.filter(({ human }) => human !== null).length;
    const inverse = inverseOf(this.curvature(comparisons, at, lambda));
    if (!inverse) return null;
    const scores = new Map<ClusterName, number[]>();
    for (const comparison of comparisons) {
      const { human, judge, cluster } = comparison;
      const own = scores.get(cluster) ?? new Array<number>(this.size).fill(0);
      scores.set(cluster, own);
      if (human) this.addScore(own, comparison, human, at, 1 / labelled);
      if (lambda === 0 || !judge) continue;
      this.addScore(own, comparison, judge, at, lambda / comparisons.length);
      if (human) this.addScore(own, comparison, judge, at, -lambda / labelled);
    }
    return new Map(
      [...scores].map(([cluster, score]) => {
        const moved = inverse.map((row) => row.reduce((sum, part, n) => sum + part * (score[n] ?? 0), 0));
        return [cluster, this.centred(moved)];
      }),
    );
  }

  /** Probabilities of the three outcomes. */
  private chances({ first, second }: Comparison, at: readonly number[]): Outcome {
    const [a, b] = [this.strengthAt(first, at), this.strengthAt(second, at)];
    const highest = Math.max(a, b);
    const [wins, loses] = [Math.exp(a - highest), Math.exp(b - highest)];
    const ties = this.tiesAt(at) * Math.exp((a + b) / 2 - highest);
    const all = wins + ties + loses;
    return [wins / all, ties / all, loses / all];
  }

  private strengthAt(name: string, at: readonly number[]): number {
    const place = this.parameterOf(name);
    return place === null ? 0 : (at[place] as number);
  }

  /** The parameter of a contestant's strength; null for the last one, whose strength is 0. */
  private parameterOf(name: string): number | null {
    const place = this.place.get(name) as number;
    return place < this.free ? place : null;
  }

  /** Adds the score of one outcome: what was seen, minus what was expected. */
  private addScore(
    to: number[],
    comparison: Comparison,
    outcome: Outcome,
    at: readonly number[],
    weight: number,
  ): void {
    const expected = this.chances(comparison, at);
    const [won = 0, tied = 0, lost = 0] = outcome.map((seen, n) => weight * (seen - (expected[n] as number)));
    this.addTo(to, comparison.first, won + tied / 2);
    this.addTo(to, comparison.second, lost + tied / 2);
    if (this.hasTies) to[this.free] = (to[this.free] as number) + tied;
  }

  private addTo(to: number[], name: string, amount: number): void {
    const place = this.parameterOf(name);
    if (place !== null) to[place] = (to[place] as number) + amount;
  }

  /** The negative second derivative of the (corrected) likelihood. */
  private curvature(comparisons: readonly Comparison[], at: readonly number[], lambda: number): number[][] {
    const labelled = comparisons.filter(({ human }) => human !== null).length;
    const found = Array.from({ length: this.size }, () => new Array<number>(this.size).fill(0));
    const ends = [1, 0.5, 0];
    for (const comparison of comparisons) {
      const hasJudge = lambda !== 0 && comparison.judge !== undefined;
      const weight =
        (comparison.human ? 1 / labelled : 0) +
        (hasJudge ? lambda * (1 / comparisons.length - (comparison.human ? 1 / labelled : 0)) : 0);
      if (weight === 0) continue;
      const chances = this.chances(comparison, at);
      // Features of the three outcomes: the first's half points, the second's, and a tie.
      const features = ends.map((won, n) => [won, 1 - won, Number(n === 1)]);
      const means = [0, 1, 2].map((f) =>
        features.reduce((sum, own, n) => sum + (chances[n] as number) * (own[f] as number), 0),
      );
      const { first, second } = comparison;
      const tie = this.hasTies ? this.free : null;
      const places = [this.parameterOf(first), this.parameterOf(second), tie];
      places.forEach((row, r) => {
        places.forEach((column, c) => {
          if (row === null || column === null) return;
          const together = features.reduce(
            (sum, one, n) => sum + (chances[n] as number) * (one[r] as number) * (one[c] as number),
            0,
          );
          const covariance = together - (means[r] as number) * (means[c] as number);
          const own = found[row] as number[];
          own[column] = (own[column] as number) + weight * covariance;
        });
      });
    }
    return found;
  }
}
