import { studentQuantile } from "./student";

/** The quantile of each confidence that was asked for: it takes longer than all the rest. */
const known = new Map<number, number>();

/**
 * Wilson's score interval of a share of `n` independent trials. Unlike a bootstrap it has a width for
 * shares of 0 and 1: if none of four trials succeeded, the true share may be up to 49 %.
 *
 * Wilson (1927), JASA 22:209.
 *
 * @example
 * const { low, high } = wilsonInterval(0, 4);
 * [low, high]; // → [0, 0.49]
 */
export function wilsonInterval(share: number, n: number, confidence = 0.95): { low: number; high: number } {
  // With so many degrees of freedom Student's distribution is the normal one.
  const z = known.get(confidence) ?? studentQuantile((1 - confidence) / 2, 1e9);
  known.set(confidence, z);
  return scoreInterval(share, n, z);
}

/**
 * Wilson's interval with a given quantile, for instance Student's, and any number of trials that a share is worth.
 *
 * @example
 * const { low, high } = scoreInterval(0.9, 22.5, 2.045);
 * [low, high]; // → [0.703, 0.972]
 */
export function scoreInterval(share: number, n: number, quantile: number): { low: number; high: number } {
  const square = quantile * quantile;
  const centre = (share + square / (2 * n)) / (1 + square / n);
  const half = (quantile / (1 + square / n)) * Math.sqrt((share * (1 - share)) / n + square / (4 * n * n));
  // At the ends the two terms are equal, but for rounding, which must not carry an interval over 0 or 1 either.
  return {
    low: share === 0 ? 0 : Math.max(0, centre - half),
    high: share === 1 ? 1 : Math.min(1, centre + half),
  };
}
