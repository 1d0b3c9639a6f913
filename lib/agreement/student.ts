/**
 * The one-sided p value of a t test: the probability of a value of at least t under Student's distribution.
 * Computed from the regularised incomplete beta function by its continued fraction (Lentz), to some twelve
 * digits.
 *
 * @example
 * studentTail(2.228, 10); // → 0.025
 */
export function studentTail(t: number, degrees: number): number {
  if (!Number.isFinite(t)) return t > 0 ? 0 : 1;
  const half = betaShare(degrees / (degrees + t * t), degrees / 2, 0.5) / 2;
  return t >= 0 ? half : 1 - half;
}

/**
 * The value that Student's distribution exceeds with probability p, for p below one half.
 *
 * @example
 * studentQuantile(0.025, 10); // → 2.228
 */
export function studentQuantile(p: number, degrees: number): number {
  let low = 0;
  let high = 1;
  while (studentTail(high, degrees) > p) high *= 2;
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    if (studentTail(middle, degrees) > p) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** The regularised incomplete beta function I_x(a, b). */
function betaShare(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const front = Math.exp(lnGamma(a + b) - lnGamma(a) - lnGamma(b) + a * Math.log(x) + b * Math.log(1 - x));
  return x < (a + 1) / (a + b + 2)
    ? (front * fraction(x, a, b)) / a
    : 1 - (front * fraction(1 - x, b, a)) / b;
}

function fraction(x: number, a: number, b: number): number {
  const tiny = 1e-300;
  const safe = (value: number) => (Math.abs(value) < tiny ? tiny : value);
  let c = 1;
  let d = 1 / safe(1 - ((a + b) * x) / (a + 1));
  let h = d;
  for (let m = 1; m <= 500; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / safe(1 + even * d);
    c = safe(1 + even / c);
    h *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / safe(1 + odd * d);
    c = safe(1 + odd / c);
    const step = d * c;
    h *= step;
    if (Math.abs(step - 1) < 1e-14) break;
  }
  return h;
}

/**
 * ln Γ(x) for x > 0: Stirling's series, after shifting x to where the series is exact to double precision.
 */
function lnGamma(x: number): number {
  let shifted = x;
  let product = 1;
  while (shifted < 12) product *= shifted++;
  const z = 1 / (shifted * shifted);
  const series = (1 / 12 - z * (1 / 360 - z * (1 / 1260 - z * (1 / 1680 - z / 1188)))) / shifted;
  return (
    (shifted - 0.5) * Math.log(shifted) - shifted + Math.log(2 * Math.PI) / 2 + series - Math.log(product)
  );
}

/**
 * Controls the false discovery rate over several null hypotheses: at most a share q of the rejections is
 * expected to be false, whatever the dependence of the tests. Returns for each hypothesis whether it is
 * rejected. Benjamini & Yekutieli (2001), Annals of Statistics 29:1165.
 *
 * @example
 * rejectedAt([0.001, 0.018, 0.03], 0.05); // → [true, true, false]
 */
export function rejectedAt(p: readonly number[], q: number): boolean[] {
  const harmonic = p.reduce((sum, _, at) => sum + 1 / (at + 1), 0);
  const sorted = [...p].sort((a, b) => a - b);
  const bar = sorted.reduce(
    (found, value, at) => (value <= ((at + 1) * q) / (p.length * harmonic) ? value : found),
    Number.NEGATIVE_INFINITY,
  );
  return p.map((value) => value <= bar);
}
