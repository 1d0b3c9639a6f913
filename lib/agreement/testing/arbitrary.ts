import fc from "fast-check";

/** Random rater × unit matrices of small whole numbers with missing ratings. */
export function matrices(least: number, most: number, raters = 5): fc.Arbitrary<(number | null)[][]> {
  return fc
    .tuple(fc.integer({ min: 2, max: raters }), fc.integer({ min: 1, max: 12 }))
    .chain(([rows, units]) =>
      fc.array(
        fc.array(fc.option(fc.integer({ min: least, max: most }), { freq: 4 }), {
          minLength: units,
          maxLength: units,
        }),
        { minLength: rows, maxLength: rows },
      ),
    );
}

/** The integers from `least` to `most`. */
export function range(least: number, most: number): number[] {
  return Array.from({ length: most - least + 1 }, (_, i) => least + i);
}
