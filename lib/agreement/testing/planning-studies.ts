import { cohenKappa } from "@/lib/agreement/kappa";
import { krippendorffAlpha } from "@/lib/agreement/krippendorff";
import { linearDifference } from "@/lib/agreement/linearised";
import { type PilotMean, planMeans } from "@/lib/agreement/planned-means";
import { completed, type PilotUnit, planAgreement } from "@/lib/agreement/planner";
import { predictionPowered } from "@/lib/agreement/prediction-powered";
import type { Random } from "@/lib/agreement/random";
import { ratingsFromMatrix } from "@/lib/agreement/ratings";
import { chance, type Found, type InferenceStudy, normal } from "./inference-studies";

/*
 * Studies as large as planned from a pilot: the truth should lie within half the planned width of what they find as often as
 * the intervals promise. Each is a plan of its own, which takes a hundred times as long as an estimate.
 */

const seedFrom = (random: Random) => Math.floor(random() * 2 ** 31);

function around(found: number | null | undefined, width: number | null | undefined, truth: number): Found {
  if (found == null || width == null) return { truth, interval: null };
  return { truth, interval: { low: found - width / 2, high: found + width / 2 } };
}

/** Raters who know the answer with probability .7, and otherwise draw a side: α and κ are .49. */
function ratedUnits(random: Random, units: number, raters: number): PilotUnit[] {
  return Array.from({ length: units }, (_, cluster) => {
    const answer = Number(chance(random, 0.5));
    const values = Array.from({ length: raters }, () =>
      chance(random, 0.7) ? answer : Number(chance(random, 0.5)),
    );
    return { cluster, values };
  });
}

function plannedAgreement(random: Random, statistic: "alpha" | "kappa", raters: number): Found {
  const units = 100;
  const [plan] = completed(
    planAgreement(
      { units: ratedUnits(random, 200, raters) },
      { statistic, level: "nominal", categories: 2 },
      { units: [units], raters: [raters] },
      { studies: 200, seed: seedFrom(random) },
    ),
  );
  const study = ratedUnits(random, units, raters);
  const ratings = ratingsFromMatrix(
    Array.from({ length: raters }, (_, n) => study.map(({ values }) => values[n] as number)),
  );
  const found = statistic === "alpha" ? krippendorffAlpha(ratings, "nominal") : cohenKappa(ratings);
  return around(found.value, plan?.width, 0.49);
}

const [BETTER, WORSE] = ["better", "worse"] as const;
const AHEAD = 0.5;

/** Scores of two models on the same tasks; the judge is a point too high and half as sensitive. */
function scoresOfTwo(random: Random, tasks: number): PilotMean[] {
  return Array.from({ length: tasks }, (_, cluster) => {
    const task = normal(random);
    return [BETTER, WORSE].map((model) => {
      const human = 3 + task + normal(random) + (model === BETTER ? AHEAD : 0);
      return { cluster, model, human, judge: 4 + (human - 3) / 2 + normal(random) / 2 };
    });
  }).flat();
}

const JUDGED = 400;
const LABELS = 80;

function plannedMean(random: Random, kind: "human" | "powered", isDifference: boolean): Found {
  const planned = { isShare: false, ...(isDifference && { contrast: [BETTER, WORSE] as const }) };
  const [plan] = completed(
    planMeans(scoresOfTwo(random, 150), { judged: [JUDGED], labelled: [LABELS] }, planned, {
      ...{ studies: 50, seed: seedFrom(random) },
    }),
  );
  const study = scoresOfTwo(random, JUDGED / 2).map((unit) => ({
    ...unit,
    human: chance(random, LABELS / JUDGED) ? unit.human : null,
  }));
  const of = (model?: string) =>
    predictionPowered(model ? study.filter((unit) => unit.model === model) : study)[kind];
  const found = isDifference ? linearDifference(of(BETTER), of(WORSE)) : of();
  return around(found.value, plan?.[kind], isDifference ? AHEAD : 3 + AHEAD / 2);
}

/** Plans whose truths are known, for the coverage of planned widths. */
export const PLANNING_STUDIES: readonly InferenceStudy[] = [
  {
    name: "planner, α of 100 units by a pilot of 200",
    of: (random) => plannedAgreement(random, "alpha", 3),
  },
  {
    name: "planner, κ of 100 units by a pilot of 200",
    of: (random) => plannedAgreement(random, "kappa", 2),
  },
  {
    name: "planner, mean by 80 labels, a pilot of 300",
    of: (random) => plannedMean(random, "human", false),
  },
  {
    name: "planner, mean by 80 labels and a judge on 400",
    of: (random) => plannedMean(random, "powered", false),
  },
  {
    name: "planner, difference by 80 labels",
    of: (random) => plannedMean(random, "human", true),
  },
  {
    name: "planner, difference by 80 labels and a judge on 400",
    of: (random) => plannedMean(random, "powered", true),
  },
];
