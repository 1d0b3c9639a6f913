/**
 * Solves A x = b for a symmetric positive definite A, given as rows. Null if A is not positive definite.
 *
 * Cholesky's method; Golub & Van Loan (2013), Matrix Computations, chapter 4.
 *
 * @example
 * solvePositive([[4, 2], [2, 3]], [2, 5]); // → [-0.5, 2]
 */
export function solvePositive(a: readonly (readonly number[])[], b: readonly number[]): number[] | null {
  const n = b.length;
  const factor = choleskyFactor(a);
  if (!factor) return null;
  const at = (row: number, column: number) => (factor[row] as number[])[column] as number;
  const x = [...b];
  for (let row = 0; row < n; row++) {
    for (let k = 0; k < row; k++) x[row] = (x[row] as number) - at(row, k) * (x[k] as number);
    x[row] = (x[row] as number) / at(row, row);
  }
  for (let row = n - 1; row >= 0; row--) {
    for (let k = row + 1; k < n; k++) x[row] = (x[row] as number) - at(k, row) * (x[k] as number);
    x[row] = (x[row] as number) / at(row, row);
  }
  return x;
}

/**
 * The inverse of a symmetric positive definite matrix. Null if it is not positive definite.
 *
 * @example
 * inverseOf([[4, 2], [2, 3]]); // → [[0.375, -0.25], [-0.25, 0.5]]
 */
export function inverseOf(a: readonly (readonly number[])[]): number[][] | null {
  const columns: number[][] = [];
  for (let column = 0; column < a.length; column++) {
    const x = solvePositive(
      a,
      a.map((_, row) => Number(row === column)),
    );
    if (!x) return null;
    columns.push(x);
  }
  // The inverse is symmetric, so its columns are its rows.
  return columns;
}

function choleskyFactor(a: readonly (readonly number[])[]): number[][] | null {
  const factor = a.map((row) => row.map(() => 0));
  for (let row = 0; row < a.length; row++) {
    const own = factor[row] as number[];
    for (let column = 0; column <= row; column++) {
      const other = factor[column] as number[];
      let rest = a[row]?.[column] as number;
      for (let k = 0; k < column; k++) rest -= (own[k] as number) * (other[k] as number);
      if (column < row) own[column] = rest / (other[column] as number);
      else if (rest > 1e-12 * Math.abs(a[row]?.[row] as number)) own[column] = Math.sqrt(rest);
      else return null;
    }
  }
  return factor;
}
