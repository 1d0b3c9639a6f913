import { type ClusterName, type LinearEstimate, linearised, undefinedEstimate } from "./linearised";

/** A unit that a judge passed or failed, and people perhaps too. */
export interface BinaryUnit {
  cluster: ClusterName;
  judge: boolean;
  human: boolean | null;
}

/** A pass rate corrected for the judge's two kinds of error. */
export interface CorrectedRate {
  rate: LinearEstimate;
  /** True if the formula left the range from 0 to 1, and the rate was set to its end. */
  isClipped: boolean;
  /** The share of units that people passed of which the judge passed: sensitivity. */
  tpr: number | null;
  /** The share of units that people failed of which the judge failed: specificity. */
  tnr: number | null;
}

/**
 * The pass rate by people, from a judge's pass rate on all units and its true positive and true negative rates on the
 * labelled ones: (rate + TNR − 1) / (TPR + TNR − 1). The error counts that both rates are estimated, and that units of one
 * cluster resemble each other. Undefined if people passed or failed none of the labelled units, and if the judge tells them
 * apart no better than chance.
 *
 * If the labelled units are a random part of all units, prediction-powered inference is narrower or equal. This rate is for
 * labels that were chosen by what people or gold say, half passed and half failed for instance, or from other data.
 *
 * Rogan & Gladen (1978), American Journal of Epidemiology 107:71; its error with estimated rates: Lang & Reiczigel (2014),
 * Preventive Veterinary Medicine 113:13.
 *
 * @example
 * // 10 passed and 10 failed by people, TPR .9, TNR .8; of 80 others the judge passes 47, of all 100 it passes 58.
 * const unit = (judge, human) => (_, n) => ({ cluster: `${judge}${human}${n}`, judge, human });
 * const units = [
 *   ...Array.from({ length: 9 }, unit(true, true)), ...Array.from({ length: 1 }, unit(false, true)),
 *   ...Array.from({ length: 2 }, unit(true, false)), ...Array.from({ length: 8 }, unit(false, false)),
 *   ...Array.from({ length: 47 }, unit(true, null)), ...Array.from({ length: 33 }, unit(false, null))];
 * const { rate, tpr, tnr } = correctedRate(units);
 * [rate.value, tpr, tnr]; // → [0.543, 0.9, 0.8]
 */
export function correctedRate(units: readonly BinaryUnit[]): CorrectedRate {
  const labelled = units.filter(({ human }) => human !== null);
  const rests = {
    units: labelled.length,
    clusters: new Set(labelled.map(({ cluster }) => cluster)).size,
  };
  const positives = labelled.filter(({ human }) => human).length;
  const negatives = labelled.length - positives;
  const right = (wanted: boolean) =>
    labelled.filter(({ human, judge }) => human === wanted && judge === wanted).length;
  const tpr = positives === 0 ? null : right(true) / positives;
  const tnr = negatives === 0 ? null : right(false) / negatives;
  if (tpr === null || tnr === null)
    return {
      rate: undefinedEstimate(labelled.length === 0 ? "no-ratings" : "zero-denominator", rests),
      ...{ isClipped: false, tpr, tnr },
    };
  const youden = tpr + tnr - 1;
  if (youden <= 0) return { rate: undefinedEstimate("judge-at-chance", rests), isClipped: false, tpr, tnr };
  const passed = units.filter(({ judge }) => judge).length / units.length;
  const raw = (passed + tnr - 1) / youden;
  const rate = Math.min(1, Math.max(0, raw));
  const influence = new Map<ClusterName, number>();
  for (const { cluster, judge, human } of units) {
    const onAll = (Number(judge) - passed) / units.length;
    const onTpr = human === true ? (Number(judge) - tpr) / positives : 0;
    const onTnr = human === false ? (Number(!judge) - tnr) / negatives : 0;
    const own = (onAll - rate * onTpr + (1 - rate) * onTnr) / youden;
    influence.set(cluster, (influence.get(cluster) ?? 0) + own);
  }
  return { rate: linearised(rate, influence, rests, 2), isClipped: rate !== raw, tpr, tnr };
}
