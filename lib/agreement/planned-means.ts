import { arithmeticMean } from "./arithmetic-mean";
import { linearDifference, linearInterval } from "./linearised";
import type { Planning, Simulation } from "./planner";
import { type JudgedUnit, predictionPowered } from "./prediction-powered";
import { type Random, randomFrom } from "./random";
import { clustersOf, shuffled } from "./whole-clusters";

/** A unit of a pilot that both a judge and people gave a value, and of which model's response. */
export interface PilotMean extends JudgedUnit {
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

/** The sizes to compare: each number of judged units by each number of labels that is not larger. */
export interface MeanDesigns {
  judged: readonly number[];
  labelled: readonly number[];
}

/**
 * The mean widths of intervals of a mean by people alone and by prediction-powered inference; with `contrast`, of the
 * difference of two models. Simulated studies draw whole clusters of the pilot with replacement, and choose by lot which units
 * people label.
 *
 * @example
 * // People agree with the judge on four of five units: with it on 400, forty labels are worth more.
 * const units = Array.from({ length: 60 }, (_, n) =>
 *   ({ cluster: n, judge: n % 2, human: n % 5 === 0 ? 1 - (n % 2) : n % 2 }));
 * const [plan] = completed(planMeans(units, { judged: [400], labelled: [40] }, undefined, { studies: 100 }));
 * plan.powered < plan.human; // → true
 */
export function* planMeans(
  pilot: readonly PilotMean[],
  designs: MeanDesigns,
  contrast?: readonly [string, string],
  { studies = 200, seed = 42, confidence = 0.95 }: Simulation = {},
): Planning<PlannedMean[]> {
  const cells = designs.judged.flatMap((judged) =>
    designs.labelled.filter((labelled) => labelled <= judged).map((labelled) => ({ judged, labelled })),
  );
  const clusters = clustersOf(pilot);
  const plans: PlannedMean[] = [];
  for (const [n, size] of cells.entries()) {
    // The same seed for each size: sizes are compared on the same tasks.
    const random = randomFrom(seed);
    const found = { human: [] as number[], powered: [] as number[], values: [] as number[] };
    for (let study = 0; study < studies && clusters.length > 0; study++) {
      estimateOneStudy(clusters, size, contrast, confidence, found, random);
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

function estimateOneStudy(
  clusters: readonly (readonly PilotMean[])[],
  { judged, labelled }: { judged: number; labelled: number },
  contrast: readonly [string, string] | undefined,
  confidence: number,
  found: Record<"human" | "powered" | "values", number[]>,
  random: Random,
): void {
  const units: PilotMean[] = [];
  for (let copy = 0; units.length < judged; copy++)
    for (const unit of clusters[Math.floor(random() * clusters.length)] as readonly PilotMean[])
      if (units.length < judged) units.push({ ...unit, cluster: copy });
  const isLabelled = chosen(units.length, labelled, random);
  const hidden = units.map((unit, n) => ({ ...unit, human: isLabelled[n] ? unit.human : null }));
  const estimates = (contrast ?? [undefined]).map((model) =>
    predictionPowered(model === undefined ? hidden : hidden.filter((unit) => unit.model === model)),
  );
  for (const kind of ["human", "powered"] as const) {
    const [first, second] = estimates.map((estimate) => estimate[kind]);
    if (!first) continue;
    const estimate = second ? linearDifference(first, second) : first;
    const interval = linearInterval(estimate, confidence);
    if (interval) found[kind].push(interval.high - interval.low);
    if (kind === "powered" && estimate.value !== null) found.values.push(estimate.value);
  }
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
