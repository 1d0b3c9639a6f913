import type { IntervalRequest } from "@/lib/agreement/bootstrap";
import { drfr, meanPassRate, passRate, weightedPassRate } from "@/lib/agreement/checklist";
import { type Averaging, accuracy, f1, precision, recall } from "@/lib/agreement/classification";
import { kendallTauB, pearson, spearman } from "@/lib/agreement/correlation";
import { meanAbsoluteError, meanDifference, rootMeanSquaredError } from "@/lib/agreement/error";
import type { Estimate } from "@/lib/agreement/estimate";
import type { PatternStatistic } from "@/lib/agreement/estimator";
import { fleiss, fleissKappa } from "@/lib/agreement/fleiss";
import { gwet, gwetAC1, gwetAC2 } from "@/lib/agreement/gwet";
import { alphaWithKalphaInterval } from "@/lib/agreement/kalpha-interval";
import { cohenKappa, lightKappa, scottPi } from "@/lib/agreement/kappa";
import { alpha, krippendorffAlpha } from "@/lib/agreement/krippendorff";
import type { TwoRaters } from "@/lib/agreement/pairs";
import { type PercentKind, percent, percentAgreement } from "@/lib/agreement/percent";
import {
  type PreferenceDistance,
  preferenceDistance,
  preferenceDistanceOfAll,
} from "@/lib/agreement/preference";
import { type Ratings, rowsOf } from "@/lib/agreement/ratings";
import type { AgreementRequest } from "./request";

/** The input of a metric: ratings, or the answers of checklists with their weights. */
export interface MetricInput {
  ratings: Ratings;
  items: readonly (readonly (boolean | null)[])[];
  weights: readonly (readonly number[])[];
}

type Request = Pick<AgreementRequest, "level" | "params">;
type Metric = (evidence: MetricInput, request: Request, interval?: IntervalRequest) => Estimate;

const pld =
  (distance: PreferenceDistance): Metric =>
  ({ ratings }, { params }, interval) =>
    params.variant === "all_pairs"
      ? preferenceDistanceOfAll(ratings, distance, interval)
      : preferenceDistance(ratings, distance, twoRaters(params), interval);

/** Every statistic by its name in a request. */
export const metrics: Record<string, Metric> = {
  krippendorff_alpha: ({ ratings }, { level }, interval) =>
    krippendorffAlpha(ratings, level ?? "nominal", interval),
  krippendorff_alpha_bootstrap_ci: ({ ratings }, { level, params }) =>
    krippendorffAlpha(ratings, level ?? "nominal", intervalRequest(params)),
  krippendorff_alpha_kalpha_bootstrap_ci: ({ ratings }, { level, params }) =>
    alphaWithKalphaInterval(ratings, level ?? "nominal", {
      draws: params.drawsRule === "number-of-pairs" ? "number-of-pairs" : "kalpha",
      ...intervalRequest(params),
    }),
  percent_agreement: ({ ratings }, { params }, interval) =>
    percentAgreement(ratings, percentKind(params), interval),
  cohen_kappa: ({ ratings }, { params }, interval) =>
    cohenKappa(ratings, params.weights, twoRaters(params), interval),
  scott_pi: ({ ratings }, { params }, interval) => scottPi(ratings, twoRaters(params), interval),
  light_kappa: ({ ratings }, { params }, interval) => lightKappa(ratings, params.weights, interval),
  fleiss_kappa: ({ ratings }, { params }, interval) => fleissKappa(ratings, params.missing, interval),
  gwet_ac1: ({ ratings }, _, interval) => gwetAC1(ratings, interval),
  gwet_ac2: ({ ratings }, { params }, interval) =>
    gwetAC2(ratings, params.weights === "linear" ? "linear" : "quadratic", interval),
  pearson: ({ ratings }, { params }, interval) => pearson(ratings, twoRaters(params), interval),
  spearman: ({ ratings }, { params }, interval) => spearman(ratings, twoRaters(params), interval),
  kendall_tau_b: ({ ratings }, { params }, interval) => kendallTauB(ratings, twoRaters(params), interval),
  mae: ({ ratings }, { params }, interval) => meanAbsoluteError(ratings, twoRaters(params), interval),
  rmse: ({ ratings }, { params }, interval) => rootMeanSquaredError(ratings, twoRaters(params), interval),
  mean_difference: ({ ratings }, { params }, interval) =>
    meanDifference(ratings, twoRaters(params), interval),
  accuracy: ({ ratings }, { params }, interval) => accuracy(ratings, twoRaters(params), interval),
  precision: ({ ratings }, { params }, interval) =>
    precision(ratings, averaging(ratings, params), twoRaters(params), interval),
  recall: ({ ratings }, { params }, interval) =>
    recall(ratings, averaging(ratings, params), twoRaters(params), interval),
  f1: ({ ratings }, { params }, interval) =>
    f1(ratings, averaging(ratings, params), twoRaters(params), interval),
  pld_0: pld(0),
  pld_1: pld(1),
  pld_2: pld(2),
  wpld: pld("mean"),
  drfr: ({ items }, _, interval) => drfr(items, interval),
  pass_rate_macro: ({ items }, _, interval) => meanPassRate(items, interval),
  pass_rate: ({ items }, { params }) => passRate(items[params.item ?? 0] ?? []),
  weighted_pass_rate: ({ items, weights }, { params }) =>
    weightedPassRate(items[params.item ?? 0] ?? [], weights[params.item ?? 0] ?? []),
};

/** The metrics that compare two named raters. */
export const ofTwoRaters: ReadonlySet<string> = new Set([
  "cohen_kappa",
  "scott_pi",
  "pearson",
  "spearman",
  "kendall_tau_b",
  "mae",
  "rmse",
  "mean_difference",
  "accuracy",
  "precision",
  "recall",
  "f1",
  "pld_0",
  "pld_1",
  "pld_2",
  "wpld",
]);

/** The statistic behind a metric that supports leaving out raters; null for others. */
export function measureOf(metric: string, { level, params }: Request): PatternStatistic | null {
  if (metric === "krippendorff_alpha") return alpha(level ?? "nominal");
  if (metric === "percent_agreement") return percent(percentKind(params));
  if (metric === "fleiss_kappa") return fleiss(params.missing ?? "available");
  if (metric === "gwet_ac1") return gwet("none");
  if (metric === "gwet_ac2") return gwet(params.weights === "linear" ? "linear" : "quadratic");
  return null;
}

/**
 * Ratings as checklists, one per unit: yes, true and 1 are met, no, false and 0 are not. Null for other
 * values.
 */
export function answersOf(ratings: Ratings): (boolean | null)[][] | null {
  const met = ratings.values.map((value) => yesOrNo.get(String(value).toLowerCase()));
  if (met.includes(undefined)) return null;
  const answers: (boolean | null)[][] = Array.from({ length: ratings.units }, () => []);
  const { unit, value } = rowsOf(ratings);
  unit.forEach((u, i) => {
    answers[u]?.push(met[value[i] as number] ?? null);
  });
  return answers;
}

const yesOrNo = new Map([
  ["yes", true],
  ["true", true],
  ["1", true],
  ["no", false],
  ["false", false],
  ["0", false],
]);

/** The interval a request describes. */
function intervalRequest(params: AgreementRequest["params"]): IntervalRequest {
  const { replicates, seed, confidence, resample } = params;
  return { replicates, seed, confidence, resample };
}

function percentKind({ variant }: AgreementRequest["params"]): PercentKind {
  return variant === "pairs_pooled" || variant === "all_raters" ? variant : "unit_mean";
}

function twoRaters({ raters, gold, predicted }: AgreementRequest["params"]): TwoRaters {
  return raters ?? [gold ?? 0, predicted ?? 1];
}

function averaging(ratings: Ratings, { average, labels, positive }: AgreementRequest["params"]): Averaging {
  if (average !== "binary") return { average: average ?? "macro", labels };
  const classes = labels ?? ratings.values;
  return { average, positive: positive ?? classes[classes.length - 1] ?? true };
}
