import type { Estimate } from "./estimate";
import { type Distance, disagreements, krippendorffAlpha, type Level } from "./krippendorff";
import { type Patterns, patternsOf } from "./patterns";
import type { Ratings, RatingValue } from "./ratings";

/** All quantities that Krippendorff's alpha is computed from, for a table in a paper or a check by hand. */
export interface Coincidences extends Estimate {
  /** The values of rows and columns, in scale order of the value table. */
  values: readonly RatingValue[];
  /** o_vw: pairs of values within units, each unit counted as many times as it has ratings. Symmetric. */
  matrix: number[][];
  /** n_v, the row sums: how often each value occurs among the comparable ratings. */
  totals: number[];
  /** D_o and D_e on the squared scale of the values; null where alpha is undefined. */
  observedDisagreement: number | null;
  expectedDisagreement: number | null;
}

/**
 * The coincidence matrix, with observed and expected disagreement: alpha = 1 - D_o / D_e. Time is linear in
 * the number of patterns, plus the matrix.
 *
 * @example
 * const { values, matrix, totals } = coincidences(ratingsFromMatrix([[1, 2, 2], [1, 2, 1]]), "nominal");
 * values; // → [1, 2]
 * matrix; // → [[2, 1], [1, 2]]
 * totals; // → [3, 3]
 */
export function coincidences(ratings: Ratings, level: Level | Distance): Coincidences {
  const patterns = patternsOf(ratings);
  const parts = disagreements(patterns, level).of(patterns.weight);
  const matrix = coincidenceMatrix(patterns);
  const defined = typeof parts !== "string";
  return {
    ...krippendorffAlpha(ratings, level),
    values: patterns.values,
    matrix,
    totals: matrix.map((row) => row.reduce((sum, o) => sum + o, 0)),
    observedDisagreement: defined ? (parts.observed / parts.n) * parts.unit : null,
    expectedDisagreement: defined ? (parts.expected / parts.n) * parts.unit : null,
  };
}

/** o_vw = Σ over units of c_v (c_w - [v = w]) / (m - 1). */
export function coincidenceMatrix({ start, code, count, size, weight, values }: Patterns): number[][] {
  const matrix = values.map(() => values.map(() => 0));
  for (let k = 0; k < size.length; k++) {
    const others = (size[k] as number) - 1;
    if (others < 1) continue;
    for (let i = start[k] as number; i < (start[k + 1] as number); i++) {
      const row = matrix[code[i] as number] as number[];
      for (let j = start[k] as number; j < (start[k + 1] as number); j++) {
        const w = code[j] as number;
        const pairs = (count[i] as number) * ((count[j] as number) - (i === j ? 1 : 0));
        row[w] = (row[w] as number) + ((weight[k] as number) * pairs) / others;
      }
    }
  }
  return matrix;
}
