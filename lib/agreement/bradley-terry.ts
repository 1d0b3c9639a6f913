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
  /** A judge's outcome; null or missing where the judge gave none. */
  judge?: Outcome | null;
  /** The probability with which the pair was chosen for people, if not all were equally likely. */
  probability?: number;
  /** Its weight among all comparisons, for example the number of pairs that it stands for in a sample; default 1. */
  weight?: number;
}

/** A ranking of contestants. */
export interface Ranking {
  /** By contestant, best first: the log of the strength, with mean 0 over all contestants; and the same from people alone. */
  strengths: { name: string; strength: LinearEstimate; alone: LinearEstimate }[];
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
 * comparisons, plus people's minus the judge's over those that people gave; where the judge gave no outcome its mean score
 * stands in. Comparisons count by their weights, and people's by the inverse of the probabilities too, so that the strengths
 * are those of all pairs that a sample was drawn from. A contestant that, ties apart, lost or won every comparison has no finite strength, and ν is infinite if all
 * comparisons are ties: the ranking is then undefined as `not-connected`.
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
    strengths: names.map((name) => {
      const none = undefinedEstimate(reason, rests);
      return { name, strength: none, alone: none };
    }),
    ...{ ties: null, lambda: 0, reason },
  });
  if (labelled.length === 0 || names.length < 2) return failed("no-ratings");
  if (!isConnected(names, labelled) || !hasFiniteTies(names, labelled)) return failed("not-connected");
  const model = new Davidson(names, labelled);
  const alone = model.fit(comparisons, 0);
  if (!alone) return failed("not-converged");
  const hasJudge = comparisons.some(({ human, judge }) => human && judge);
  const factor = !hasJudge ? 0 : lambda === "tuned" ? model.tuned(comparisons, alone) : lambda;
  // Corrected outcomes may lie where no strengths fit: then people alone are the answer.
  const powered = factor === 0 ? null : model.fit(comparisons, factor);
  const [at, used] = powered ? [powered, factor] : [alone, 0];
  const errors = model.influences(comparisons, at, used);
  const errorsAlone = used === 0 ? errors : model.influences(comparisons, alone, 0);
  if (!errors || !errorsAlone) return failed("not-converged");
  const estimate = (of: readonly number[], by: ReadonlyMap<ClusterName, number[]>, n: number) => {
    const influence = new Map([...by].map(([cluster, own]) => [cluster, own[n] as number]));
    return linearised(model.centred(of)[n] as number, influence, rests, 1);
  };
  const strengths = names
    .map((name, n) => ({
      name,
      strength: estimate(at, errors, n),
      alone: estimate(alone, errorsAlone, n),
    }))
    .sort((a, b) => (b.strength.value ?? 0) - (a.strength.value ?? 0));
  return { strengths, ties: model.tiesAt(at), lambda: used, reason: null };
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

/**
 * True if ν can be finite, with connected contestants. It cannot if the contestants have places on a line such that winners lie
 * at least a step above losers and those who tied at most a step apart: moving all of them apart, and ν with them, would then
 * make every outcome likelier. There are such places unless a round of comparisons has more wins than ties, which is looked
 * for as Bellman and Ford do. Without ties there is no ν.
 */
function hasFiniteTies(names: readonly string[], labelled: readonly Comparison[]): boolean {
  const edges = labelled.flatMap(({ first, second, human }) => {
    const [won, tied, lost] = human as Outcome;
    return [
      ...(won > 0 ? [{ from: first, to: second, gain: 1 }] : []),
      ...(lost > 0 ? [{ from: second, to: first, gain: 1 }] : []),
      ...(tied > 0
        ? [
            { from: first, to: second, gain: -1 },
            { from: second, to: first, gain: -1 },
          ]
        : []),
    ];
  });
  const distinct = [...new Map(edges.map((edge) => [JSON.stringify(edge), edge])).values()];
  if (distinct.every(({ gain }) => gain > 0)) return true;
  const highest = new Map(names.map((name) => [name, 0]));
  for (let round = 0; round <= names.length; round++) {
    let isMoved = false;
    for (const { from, to, gain } of distinct) {
      const reached = (highest.get(from) as number) + gain;
      if (reached <= (highest.get(to) as number)) continue;
      highest.set(to, reached);
      isMoved = true;
    }
    if (!isMoved) return false;
  }
  return true;
}

/** With a larger step than this left after all iterations, the fit has not converged. */
const TOLERANCE = 1e-10;
const MOST_STEPS = 100;

/** The weights of a comparison's scores in the estimating equation: of people's outcome and of a judge's, with sum 1 and 0. */
function weightsOf(comparisons: readonly Comparison[], lambda: number) {
  let [labelled, judged, both] = [0, 0, 0];
  for (const comparison of comparisons) {
    const { human, judge, weight = 1 } = comparison;
    const labels = human ? labelsOf(comparison) : 0;
    labelled += labels;
    judged += judge ? weight : 0;
    both += judge ? labels : 0;
  }
  return {
    ofHuman: (comparison: Comparison) => labelsOf(comparison) / labelled,
    ofJudge: (comparison: Comparison) => {
      const { human, weight = 1 } = comparison;
      const labels = human ? labelsOf(comparison) : 0;
      return lambda * ((weight / judged) * (both / labelled) - labels / labelled);
    },
  };
}

/** The number of pairs that one which people compared stands for. */
const labelsOf = ({ weight = 1, probability = 1 }: Comparison) => weight / probability;

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
    const weights = weightsOf(comparisons, lambda);
    let at = new Array<number>(this.size).fill(0);
    for (let step = 0; step < MOST_STEPS; step++) {
      const gradient = new Array<number>(this.size).fill(0);
      const curvature = this.curvature(comparisons, at, lambda);
      for (const comparison of comparisons) {
        const { human, judge } = comparison;
        if (human) this.addScore(gradient, comparison, human, at, weights.ofHuman(comparison));
        if (lambda !== 0 && judge)
          this.addScore(gradient, comparison, judge, at, weights.ofJudge(comparison));
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
    const weights = weightsOf(comparisons, lambda);
    const inverse = inverseOf(this.curvature(comparisons, at, lambda));
    if (!inverse) return null;
    const scores = new Map<ClusterName, number[]>();
    for (const comparison of comparisons) {
      const { human, judge, cluster } = comparison;
      const own = scores.get(cluster) ?? new Array<number>(this.size).fill(0);
      scores.set(cluster, own);
      if (human) this.addScore(own, comparison, human, at, weights.ofHuman(comparison));
      if (lambda !== 0 && judge) this.addScore(own, comparison, judge, at, weights.ofJudge(comparison));
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
    const weights = weightsOf(comparisons, lambda);
    const found = Array.from({ length: this.size }, () => new Array<number>(this.size).fill(0));
    const ends = [1, 0.5, 0];
    for (const comparison of comparisons) {
      const { human, judge } = comparison;
      const hasJudge = lambda !== 0 && judge;
      const weight = (human ? weights.ofHuman(comparison) : 0) + (hasJudge ? weights.ofJudge(comparison) : 0);
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
