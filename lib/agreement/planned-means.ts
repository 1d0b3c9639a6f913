import { arithmeticMean } from "./arithmetic-mean";
import { clustersOf, shuffled } from "./group-by-cluster";
import { linearDifference, linearInterval } from "./linearised";
import type { Planning, Simulation } from "./planner";
import { type PoweredShare, poweredShare, shareDifference } from "./powered-share";
import { type JudgedUnit, type PredictionPowered, predictionPowered } from "./prediction-powered";
import { type Random, randomFrom } from "./random";

/** A unit of a pilot that both a judge and people gave a value, and of which model's response. */
export interface PilotMean extends JudgedUnit {
  judge: number;
  human: number;
  model?: string;
}

/** The widths to expect of a mean, or of the difference of two models' means. */
export interface PlannedMean {
  /** Units that the judge judges, and of them those that people label. */
  judged: number;
  labelled: number;
  /** The mean estimate; null if a simulated study of this size has none. */
  expected: number | null;
  /** From people alone, and with the judge on all units. Null if a simulated study of this size has no interval. */
  human: number | null;
  powered: number | null;
}

/** The mean that is planned for. */
export interface PlannedMeans {
  /**
   * True for the share of units that pass or are won; false for a mean of points, also if people gave none but 0 and
   * 1.
   */
  isShare: boolean;
  /** The two models whose difference is planned. */
  contrast?: readonly [string, string] | undefined;
}

/** The sizes to compare: each number of judged units by each number of labels that is not larger. */
export interface MeanDesigns {
  judged: readonly number[];
  labelled: readonly number[];
}

/**
 * The mean widths of intervals of a mean by people alone and by prediction-powered inference; with `contrast`, of the
 * difference of two models. Simulated studies draw whole clusters of the pilot with replacement, and choose at random
 * which units people label. A share has the intervals of `poweredShare`.
 *
 * @example
 * // People agree with the judge on four of five units: with it on 400, forty labels are worth more.
 * const units = Array.from({ length: 60 }, (_, n) =>
 *   ({ cluster: n, judge: n % 2, human: n % 5 === 0 ? 1 - (n % 2) : n % 2 }));
 * const [plan] = completed(planMeans(units, { judged: [400], labelled: [40] }, { isShare: true }, { studies: 100 }));
 * plan.powered < plan.human; // → true
 */
export function* planMeans(
  pilot: readonly PilotMean[],
  designs: MeanDesigns,
  planned: PlannedMeans,
  { studies = 200, seed = 42, confidence = 0.95 }: Simulation = {},
): Planning<PlannedMean[]> {
  const cells = designs.judged.flatMap((judged) =>
    designs.labelled.filter((labelled) => labelled <= judged).map((labelled) => ({ judged, labelled })),
  );
  const clusters = clustersOf(pilot);
  const simulated = { ...planned, clusters, confidence };
  const plans: PlannedMean[] = [];
  for (const [n, size] of cells.entries()) {
    // The same seed for each size: sizes are compared on the same tasks.
    const random = randomFrom(seed);
    const found = { human: [] as number[], powered: [] as number[], values: [] as number[] };
    for (let study = 0; study < studies && clusters.length > 0; study++) {
      estimateOneStudy(simulated, size, found, random);
      yield (n + (study + 1) / studies) / cells.length;
    }
    const meanOf = (list: readonly number[]) =>
      list.length < studies / 2 || list.length === 0 ? null : arithmeticMean(list);
    plans.push({
      ...size,
      expected: meanOf(found.values),
      human: meanOf(found.human),
      powered: meanOf(found.powered),
    });
  }
  return plans;
}

/** The estimates of which the widths are planned. */
interface Simulated extends PlannedMeans {
  clusters: readonly (readonly PilotMean[])[];
  confidence: number;
}

function estimateOneStudy(
  { clusters, contrast, confidence, isShare }: Simulated,
  { judged, labelled }: { judged: number; labelled: number },
  found: Record<"human" | "powered" | "values", number[]>,
  random: Random,
): void {
  const units: PilotMean[] = [];
  for (let copy = 0; units.length < judged; copy++)
    for (const unit of clusters[Math.floor(random() * clusters.length)] as readonly PilotMean[])
      if (units.length < judged) units.push({ ...unit, cluster: copy });
  const isLabelled = chosen(units.length, labelled, random);
  const hidden = units.map((unit, n) => ({ ...unit, human: isLabelled[n] ? unit.human : null }));
  const parts = (contrast ?? [undefined]).map((model) => {
    const own = model === undefined ? hidden : hidden.filter((unit) => unit.model === model);
    const estimate = predictionPowered(own);
    return { estimate, share: isShare ? poweredShare(own, estimate, confidence) : null };
  });
  for (const kind of ["human", "powered"] as const) {
    const { value, interval } = resultOf(parts, kind, confidence);
    if (interval) found[kind].push(interval.high - interval.low);
    if (kind === "powered" && value !== null) found.values.push(value);
  }
}

interface Part {
  estimate: PredictionPowered;
  share: PoweredShare | null;
}

/** The mean of the only part, or the difference of two. */
function resultOf([first, second]: readonly Part[], kind: "human" | "powered", confidence: number) {
  if (!first) return { value: null, interval: null };
  const [own, other] = [first.estimate[kind], second?.estimate[kind]];
  const estimate = other ? linearDifference(own, other) : own;
  const shares = [first.share?.[kind], second?.share?.[kind]] as const;
  const interval = !shares[0]
    ? linearInterval(estimate, confidence)
    : shares[1]
      ? shareDifference(shares[0], shares[1])
      : shares[0].interval;
  return { value: estimate.value, interval };
}

/** Chooses `wanted` of `n` units at random: true for the chosen ones. */
function chosen(n: number, wanted: number, random: Random): boolean[] {
  const order = shuffled(
    Array.from({ length: n }, (_, place) => place),
    random,
  );
  const found = new Array<boolean>(n).fill(false);
  for (const place of order.slice(0, wanted)) found[place] = true;
  return found;
}
