import type { Comparison, Outcome } from "./bradley-terry";
import { poweredShare, type ShareEstimate } from "./powered-share";
import { type JudgedUnit, predictionPowered } from "./prediction-powered";

/** The share of comparisons that one contestant won against another, a tie as half a win. */
export interface WinRate {
  first: string;
  second: string;
  rate: ShareEstimate;
  /** Comparisons with an outcome by people or a judge, and those of them that people gave. */
  comparisons: number;
  labelled: number;
  /** The judge's weight, from 0 to 1; 0 without one. */
  lambda: number;
  /** The number of comparisons that people alone would have to make to be as certain; null without an error. */
  effective: number | null;
}

/**
 * The share of wins of each contestant against each other, both ways round, a tie as half a win: by people, or where comparisons
 * have a judge's outcomes, by the judge that people correct. Pairs that people never compared have no rate.
 *
 * Intervals and corrections are those of `poweredShare` and `predictionPowered`.
 *
 * @example
 * const met = { first: "A", second: "B", cluster: 1 };
 * const rates = winRates([{ ...met, human: [1, 0, 0] }, { ...met, human: [0, 1, 0] }]);
 * rates.map(({ first, rate }) => [first, rate.estimate.value]); // → [["A", 0.75], ["B", 0.25]]
 */
export function winRates(comparisons: readonly Comparison[], confidence = 0.95): WinRate[] {
  const met = new Map<string, Met>();
  for (const { first, second, cluster, human, judge = null, probability = 1, weight = 1 } of comparisons) {
    if (!human && !judge) continue;
    for (const [own, other] of [
      [first, second],
      [second, first],
    ] as const) {
      const won = (outcome: Outcome | null) => outcome && wonBy(outcome, own === first);
      const key = JSON.stringify([own, other]);
      const pair = met.get(key) ?? { first: own, second: other, units: [] };
      pair.units.push({ cluster, human: won(human), judge: won(judge), probability, weight });
      met.set(key, pair);
    }
  }
  return [...met]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, { first, second, units }]): WinRate[] => {
      const labelled = units.filter(({ human }) => human !== null).length;
      if (labelled === 0) return [];
      const found = predictionPowered(units);
      const rate = poweredShare(units, found, confidence).powered;
      const { lambda, effective } = found;
      return [{ first, second, rate, comparisons: units.length, labelled, lambda, effective }];
    });
}

interface Met {
  first: string;
  second: string;
  units: JudgedUnit[];
}

/** The share of a win that an outcome is for the first or for the second. */
function wonBy([won, tied, lost]: Outcome, isFirst: boolean): number {
  return (isFirst ? won : lost) + tied / 2;
}
