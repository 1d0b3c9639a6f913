import { type ClusterName, type LinearEstimate, linearised, undefinedEstimate } from "./linearised";

/** A unit that a judge or people gave a value. */
export interface JudgedUnit {
  /** Units of one cluster, usually a task, resemble each other. */
  cluster: ClusterName;
  /** Null where the judge gave no value that can be read. */
  judge: number | null;
  /** The value that people gave independently of the judge; null where nobody was asked. */
  human: number | null;
  /** The probability with which the unit was chosen for people, if units were not all equally likely. */
  probability?: number;
  /** The stratum it was chosen from, if a number of units was fixed for each stratum. */
  stratum?: string;
  /** Its weight in the mean; default 1. */
  weight?: number;
  /** The number of units of the population that it stands for, if all units here are a sample; default 1. */
  standsFor?: number;
}

/** The same mean in three ways. */
export interface PredictionPowered {
  /** From the human values alone. */
  human: LinearEstimate;
  /** From the judge's values alone: it has the judge's bias, which its interval does not show. */
  judge: LinearEstimate;
  /** From the judge's values on all units, corrected by people on some. */
  powered: LinearEstimate;
  /** The judge's weight: 0 is people alone, 1 the judge's mean plus its mean error. */
  lambda: number;
  /** The number of human labels that would give people alone the same error as `powered`. Null without errors. */
  effective: number | null;
}

/** Sums over the units of one stratum, and the weights with which its units count. */
interface Stratum {
  total: number;
  labelled: number;
  /** Units with a value of the judge, among all and among the labelled ones. */
  judged: number;
  both: number;
  judgeAll: number;
  judgeBoth: number;
  humanLabelled: number;
}

/** The judge's mean of a stratum, which stands in for values that it did not give. */
const judgeMeanOf = ({ judged, judgeAll }: Stratum) => (judged === 0 ? 0 : judgeAll / judged);

/**
 * Prediction-powered inference of a mean: the judge's mean over all units, corrected by the mean difference between people
 * and judge on the labelled ones. It is unbiased however wrong the judge is, provided that which units people labelled does
 * not depend on their values beyond the probabilities and strata given. `lambda` is tuned so that the error is smallest, and
 * is between 0 and 1. Where the judge gave no value its mean stands in, so that every human label counts.
 *
 * With λ here and λ′ in the paper, whose second sample excludes the labelled units, λ′ = λ N / (N + n) for n labelled and
 * N other units. Errors are those of clusters; strata enter by their share of all units.
 *
 * Angelopoulos, Bates, Fannjiang, Jordan & Zrnic (2023), Science 382:669; PPI++: Angelopoulos, Duchi & Zrnic (2023),
 * arXiv:2311.01453; strata: Fisch et al. (2024), arXiv:2406.04291; the difference estimator: Särndal et al. (1992).
 *
 * @example
 * const units = [1, 0, 1, 1, 0, 1, 0, 1, 1, 0].map((judge, cluster) =>
 *   ({ cluster, judge, human: [1, 0, 0, 1, 0, 1][cluster] ?? null }));
 * const { human, judge, powered } = predictionPowered(units, 1);
 * // .6 by the judge on all, and it says 4/6 where people say 3/6: .6 - 1/6.
 * [human.value, judge.value, powered.value]; // → [0.5, 0.6, 0.433]
 */
export function predictionPowered(
  units: readonly JudgedUnit[],
  lambda: number | "tuned" = "tuned",
): PredictionPowered {
  const judge = judgeMean(units);
  const strata = strataOf(units);
  const labelled = units.filter(({ human }) => human !== null);
  const clusters = new Set(labelled.map(({ cluster }) => cluster)).size;
  const rests = { units: labelled.length, clusters };
  const isUnlabelled = labelled.length === 0 || [...strata.values()].some((one) => one.labelled === 0);
  if (isUnlabelled) {
    const none = undefinedEstimate("no-ratings", rests);
    return { human: none, judge, powered: none, lambda: 0, effective: null };
  }
  const { alone, control } = influences(units, strata);
  const tuned = lambda === "tuned" ? tunedLambda(alone, control) : lambda;
  const total = sum([...strata.values()].map((one) => one.total));
  const meanOf = (part: (one: Stratum) => number) =>
    sum([...strata.values()].map((one) => (one.total / total) * part(one)));
  const people = meanOf((one) => one.humanLabelled / one.labelled);
  const correction = meanOf((one) => (one.both * judgeMeanOf(one) - one.judgeBoth) / one.labelled);
  const human = linearised(people, alone, rests, strata.size);
  const powered = linearised(
    people + tuned * correction,
    combined(alone, control, -tuned),
    rests,
    strata.size + (lambda === "tuned" && tuned > 0 ? 1 : 0),
  );
  return { human, judge, powered, lambda: tuned, effective: effectiveLabels(human, powered) };
}

/**
 * The number of human labels that people alone would need for the same error, if errors fall with the root of their
 * number. Null without an error. An estimate is never worth fewer labels than it has.
 *
 * @example
 * effectiveLabels({ units: 100, error: 0.04 }, { error: 0.02 }); // → 400
 */
export function effectiveLabels(
  human: Pick<LinearEstimate, "units" | "error">,
  powered: Pick<LinearEstimate, "error">,
): number | null {
  if (human.error === null || powered.error === null || powered.error === 0) return null;
  return Math.max(human.units, human.units * (human.error / powered.error) ** 2);
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, number) => all + number, 0);

const UNSTRATIFIED = "";

function strataOf(units: readonly JudgedUnit[]): Map<string, Stratum> {
  const strata = new Map<string, Stratum>();
  for (const { judge, human, probability = 1, stratum = UNSTRATIFIED, weight = 1 } of units) {
    const own = strata.get(stratum) ?? {
      ...{ total: 0, labelled: 0, judged: 0, both: 0, judgeAll: 0, judgeBoth: 0, humanLabelled: 0 },
    };
    strata.set(stratum, own);
    own.total += weight;
    own.judged += judge === null ? 0 : weight;
    own.judgeAll += weight * (judge ?? 0);
    if (human === null) continue;
    own.labelled += weight / probability;
    own.both += judge === null ? 0 : weight / probability;
    own.judgeBoth += (weight / probability) * (judge ?? 0);
    own.humanLabelled += (weight / probability) * human;
  }
  return strata;
}

/**
 * The influence of each cluster on the mean of people alone, and on the difference between the judge's means over labelled
 * and over all units, which is 0 but for the luck of which units people labelled.
 */
function influences(
  units: readonly JudgedUnit[],
  strata: ReadonlyMap<string, Stratum>,
): Record<"alone" | "control", Map<ClusterName, number>> {
  const total = sum([...strata.values()].map((one) => one.total));
  const overall = sum(
    [...strata.values()].map((one) => (one.total / total) * (one.humanLabelled / one.labelled)),
  );
  const alone = new Map<ClusterName, number>();
  const control = new Map<ClusterName, number>();
  const add = (to: Map<ClusterName, number>, cluster: ClusterName, amount: number) =>
    to.set(cluster, (to.get(cluster) ?? 0) + amount);
  for (const {
    cluster,
    judge,
    human,
    probability = 1,
    stratum = UNSTRATIFIED,
    weight = 1,
    standsFor = 1,
  } of units) {
    const own = strata.get(stratum) as Stratum;
    const share = own.total / total;
    const people = own.humanLabelled / own.labelled;
    const mean = judgeMeanOf(own);
    // Which strata units belong to is part of what a new sample of tasks would change: a sum over the whole population.
    if (strata.size > 1) add(alone, cluster, (weight / total / Math.sqrt(standsFor)) * (people - overall));
    if (judge !== null)
      add(control, cluster, -share * (own.both / own.labelled) * (weight / own.judged) * (judge - mean));
    if (human === null) continue;
    const part = (share * weight) / probability / own.labelled;
    add(alone, cluster, part * (human - people));
    const meanLabelled = (own.judgeBoth + (own.labelled - own.both) * mean) / own.labelled;
    add(control, cluster, part * ((judge ?? mean) - meanLabelled));
  }
  return { alone, control };
}

/** The λ with the smallest variance: the slope of one influence on the other, within 0 and 1. */
function tunedLambda(
  alone: ReadonlyMap<ClusterName, number>,
  control: ReadonlyMap<ClusterName, number>,
): number {
  let together = 0;
  let squares = 0;
  for (const [cluster, own] of control) {
    together += own * (alone.get(cluster) ?? 0);
    squares += own * own;
  }
  return squares < Number.EPSILON ** 2 ? 0 : Math.min(1, Math.max(0, together / squares));
}

function combined(
  alone: ReadonlyMap<ClusterName, number>,
  control: ReadonlyMap<ClusterName, number>,
  factor: number,
): Map<ClusterName, number> {
  const both = new Map(alone);
  for (const [cluster, own] of control) both.set(cluster, (both.get(cluster) ?? 0) + factor * own);
  return both;
}

function judgeMean(units: readonly JudgedUnit[]): LinearEstimate {
  const judged = units.flatMap((unit) => (unit.judge === null ? [] : [{ ...unit, judge: unit.judge }]));
  if (judged.length === 0) return undefinedEstimate("no-ratings");
  const total = sum(judged.map(({ weight = 1 }) => weight));
  const mean = sum(judged.map(({ judge, weight = 1 }) => weight * judge)) / total;
  const influence = new Map<ClusterName, number>();
  for (const { cluster, judge, weight = 1 } of judged)
    influence.set(cluster, (influence.get(cluster) ?? 0) + (weight / total) * (judge - mean));
  return linearised(mean, influence, { units: judged.length, clusters: influence.size }, 1);
}
