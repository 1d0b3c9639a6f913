import { arithmeticMean } from "./arithmetic-mean";

/** A stated chance of being right, and whether it was. */
export interface Claim {
  /** From 0 to 1. */
  confidence: number;
  isRight: boolean;
}

/** The claims of one range of confidence. */
export interface CalibrationBin {
  low: number;
  high: number;
  n: number;
  /** Mean confidence, and the share that was right. */
  confidence: number;
  right: number;
}

/** The fit of stated confidence to the share that is right. */
export interface Calibration {
  /** The ranges with any claims, from low to high: the points of a reliability diagram. */
  bins: CalibrationBin[];
  /** Expected calibration error: the mean distance between confidence and share, by claims. */
  ece: number | null;
  /** Brier score: the mean squared distance from 1 of right claims, from 0 of wrong ones. */
  brier: number | null;
  n: number;
}

/**
 * Calibration of stated confidence in ranges of equal width. Judges that always state the same confidence have one range.
 * With few claims the error is too high even for a calibrated judge, because a share of few claims scatters.
 *
 * Naeini, Cooper & Hauskrecht (2015), AAAI; Guo et al. (2017), ICML; Brier (1950), Monthly Weather Review 78:1.
 *
 * @example
 * const claims = [[0.9, true], [0.9, true], [0.9, false], [0.6, true], [0.6, false]].map(
 *   ([confidence, isRight]) => ({ confidence, isRight }));
 * const { ece, brier } = calibration(claims);
 * [ece, brier]; // → [0.18, 0.27]
 */
export function calibration(claims: readonly Claim[], ranges = 10): Calibration {
  const groups = new Map<number, Claim[]>();
  for (const claim of claims) {
    // A confidence of 1 belongs to the last range.
    const range = Math.min(ranges - 1, Math.floor(claim.confidence * ranges));
    groups.set(range, [...(groups.get(range) ?? []), claim]);
  }
  const bins = [...groups]
    .sort(([a], [b]) => a - b)
    .map(([range, own]) => ({
      low: range / ranges,
      high: (range + 1) / ranges,
      n: own.length,
      confidence: arithmeticMean(own.map(({ confidence }) => confidence)),
      right: own.filter(({ isRight }) => isRight).length / own.length,
    }));
  const n = claims.length;
  if (n === 0) return { bins, ece: null, brier: null, n };
  const apart = bins.reduce((sum, bin) => sum + bin.n * Math.abs(bin.confidence - bin.right), 0);
  const squares = claims.reduce(
    (sum, { confidence, isRight }) => sum + (confidence - Number(isRight)) ** 2,
    0,
  );
  return { bins, ece: apart / n, brier: squares / n, n };
}
