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

/** What a metric may need: ratings, or the answers of checklists with their weights. */
export interface MetricInput {
  ratings: Ratings;
  items: readonly (readonly (boolean | null)[])[];
  weights: readonly (readonly number[])[];
}

type Request = Pick<AgreementRequest, "level" | "params">;
type Metric = (evidence: MetricInput, request: Request, ask?: IntervalRequest) => Estimate;

const pld =
  (distance: PreferenceDistance): Metric =>
  ({ ratings }, { params }, ask) =>
    params.variant === "all_pairs"
      ? preferenceDistanceOfAll(ratings, distance, ask)
      : preferenceDistance(ratings, distance, twoRaters(params), ask);

/** Every statistic by the name it has in a request. */
export const metrics: Record<string, Metric> = {
  krippendorff_alpha: ({ ratings }, { level }, ask) => krippendorffAlpha(ratings, level ?? "nominal", ask),
  krippendorff_alpha_bootstrap_ci: ({ ratings }, { level, params }) =>
    krippendorffAlpha(ratings, level ?? "nominal", intervalRequest(params)),
  krippendorff_alpha_kalpha_bootstrap_ci: ({ ratings }, { level, params }) =>
    alphaWithKalphaInterval(ratings, level ?? "nominal", {
      draws: params.drawsRule === "number-of-pairs" ? "number-of-pairs" : "kalpha",
      ...intervalRequest(params),
    }),
  percent_agreement: ({ ratings }, { params }, ask) => percentAgreement(ratings, percentKind(params), ask),
  cohen_kappa: ({ ratings }, { params }, ask) => cohenKappa(ratings, params.weights, twoRaters(params), ask),
  scott_pi: ({ ratings }, { params }, ask) => scottPi(ratings, twoRaters(params), ask),
  light_kappa: ({ ratings }, { params }, ask) => lightKappa(ratings, params.weights, ask),
  fleiss_kappa: ({ ratings }, { params }, ask) => fleissKappa(ratings, params.missing, ask),
  gwet_ac1: ({ ratings }, _, ask) => gwetAC1(ratings, ask),
  gwet_ac2: ({ ratings }, { params }, ask) =>
    gwetAC2(ratings, params.weights === "linear" ? "linear" : "quadratic", ask),
  pearson: ({ ratings }, { params }, ask) => pearson(ratings, twoRaters(params), ask),
  spearman: ({ ratings }, { params }, ask) => spearman(ratings, twoRaters(params), ask),
  kendall_tau_b: ({ ratings }, { params }, ask) => kendallTauB(ratings, twoRaters(params), ask),
  mae: ({ ratings }, { params }, ask) => meanAbsoluteError(ratings, twoRaters(params), ask),
  rmse: ({ ratings }, { params }, ask) => rootMeanSquaredError(ratings, twoRaters(params), ask),
  mean_difference: ({ ratings }, { params }, ask) => meanDifference(ratings, twoRaters(params), ask),
  accuracy: ({ ratings }, { params }, ask) => accuracy(ratings, twoRaters(params), ask),
  precision: ({ ratings }, { params }, ask) =>
    precision(ratings, averaging(ratings, params), twoRaters(params), ask),
  recall: ({ ratings }, { params }, ask) =>
    recall(ratings, averaging(ratings, params), twoRaters(params), ask),
  f1: ({ ratings }, { params }, ask) => f1(ratings, averaging(ratings, params), twoRaters(params), ask),
  pld_0: pld(0),
  pld_1: pld(1),
  pld_2: pld(2),
  wpld: pld("mean"),
  drfr: ({ items }, _, ask) => drfr(items, ask),
  pass_rate_macro: ({ items }, _, ask) => meanPassRate(items, ask),
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

/** The measure behind a metric that can be computed without each rater in turn; null for the others. */
export function measureOf(metric: string, { level, params }: Request): PatternStatistic | null {
  if (metric === "krippendorff_alpha") return alpha(level ?? "nominal");
  if (metric === "percent_agreement") return percent(percentKind(params));
  if (metric === "fleiss_kappa") return fleiss(params.missing ?? "available");
  if (metric === "gwet_ac1") return gwet("none");
  if (metric === "gwet_ac2") return gwet(params.weights === "linear" ? "linear" : "quadratic");
  return null;
}

/** Ratings as checklists, one per unit: yes, true and 1 are met, no, false and 0 are not. Null for other values. */
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
