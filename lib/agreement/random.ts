/*
 * Random numbers that are the same on every machine and in every JavaScript engine. Only integer arithmetic,
 * the four basic operations and square roots are used, which are exactly defined. `Math.log` is not: engines
 * differ in its last digit, and one digit can decide whether a candidate is accepted.
 */

/** The next uniform number in [0, 1). */
export type Random = () => number;

/** A generator that can also fill an array; the numbers are those that as many single calls would return. */
export interface Uniform extends Random {
  fill(numbers: Float64Array): void;
}

/**
 * Uniform numbers in [0, 1): xoshiro128** (Blackman & Vigna 2018), seeded through splitmix32.
 *
 * @example
 * const random = randomFrom(42);
 * [random(), random()]; // → [0.661, 0.127]
 */
export function randomFrom(seed: number): Uniform {
  let state = seed | 0;
  const split = () => {
    state = (state + 0x9e3779b9) | 0;
    let z = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
    z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35);
    return z ^ (z >>> 16);
  };
  let [a, b, c, d] = [split(), split(), split(), split()];
  const make = (numbers: Float64Array, from: number) => {
    // Local variables make a step a fifth faster.
    let [w, x, y, z] = [a, b, c, d];
    for (let i = from; i < numbers.length; i++) {
      const product = Math.imul(x, 5);
      const result = Math.imul((product << 7) | (product >>> 25), 9);
      const shifted = x << 9;
      y ^= w;
      z ^= x;
      x ^= y;
      w ^= z;
      y ^= shifted;
      z = (z << 11) | (z >>> 21);
      numbers[i] = (result >>> 0) / 4294967296;
    }
    [a, b, c, d] = [w, x, y, z];
  };
  const ahead = new Float64Array(64);
  let used = ahead.length;
  const next = () => {
    if (used === ahead.length) {
      make(ahead, 0);
      used = 0;
    }
    return ahead[used++] as number;
  };
  const fill = (numbers: Float64Array) => {
    const left = ahead.subarray(used, used + numbers.length);
    numbers.set(left);
    used += left.length;
    make(numbers, left.length);
  };
  return Object.assign(next, { fill });
}

/**
 * The number of successes in n trials with probability p each. Inversion for small means; otherwise
 * transformed rejection (Hörmann 1993, BTRS).
 */
export function binomial(random: Random, n: number, p: number): number {
  if (p <= 0 || n === 0) return 0;
  if (p >= 1) return n;
  if (p > 0.5) return n - binomial(random, n, 1 - p);
  return n * p < 10 ? binomialByInversion(random, n, p) : binomialByRejection(random, n, p);
}

function binomialByInversion(random: Random, n: number, p: number): number {
  const odds = p / (1 - p);
  let left = random();
  let probability = power(1 - p, n);
  let k = 0;
  while (left >= probability && k < n) {
    left -= probability;
    k++;
    probability *= (odds * (n - k + 1)) / k;
  }
  return k;
}

function binomialByRejection(random: Random, n: number, p: number): number {
  const spread = Math.sqrt(n * p * (1 - p));
  const b = 1.15 + 2.53 * spread;
  const a = -0.0873 + 0.0248 * b + 0.01 * p;
  const centre = n * p + 0.5;
  const alpha = (2.83 + 5.1 / b) * spread;
  const inside = 0.92 - 4.2 / b;
  const odds = p / (1 - p);
  const mode = Math.floor((n + 1) * p);
  for (;;) {
    const u = random() - 0.5;
    const v = random();
    const edge = 0.5 - Math.abs(u);
    const k = Math.floor(((2 * a) / edge + b) * u + centre);
    if (edge >= 0.07 && v <= inside) return k;
    if (k < 0 || k > n) continue;
    const height = v * (alpha / (a / (edge * edge) + b));
    if (ln(height) <= lnBinomialRatio(n, odds, k, mode)) return k;
  }
}

/** ln of f(k) / f(mode) for binomial probabilities f; factorials by Stirling's formula with a correction. */
export function lnBinomialRatio(n: number, odds: number, k: number, mode: number): number {
  return (
    (mode + 0.5) * ln((mode + 1) / (odds * (n - mode + 1))) +
    (n + 1) * ln((n - mode + 1) / (n - k + 1)) +
    (k + 0.5) * ln((odds * (n - k + 1)) / (k + 1)) +
    stirlingCorrection(mode) +
    stirlingCorrection(n - mode) -
    stirlingCorrection(k) -
    stirlingCorrection(n - k)
  );
}

/** ln k! - [½ ln 2π + (k + ½) ln(k + 1) - (k + 1)], to ten digits for k >= 10 and from a table below. */
function stirlingCorrection(k: number): number {
  const known = smallCorrections[k];
  if (known !== undefined) return known;
  const x = k + 1;
  return (1 / 12 - (1 / 360 - 1 / (1260 * x * x)) / (x * x)) / x;
}

const smallCorrections = [
  0.08106146679532726, 0.04134069595540929, 0.02767792568499834, 0.02079067210376509, 0.01664469118982119,
  0.01387612882307075, 0.01189670994589177, 0.01041126526197209, 0.009255462182712733, 0.008330563433362871,
];

/** The natural logarithm from the four basic operations: x = m 2^e, ln m = 2 artanh((m - 1) / (m + 1)). */
function ln(x: number): number {
  if (x <= 0) return Number.NEGATIVE_INFINITY;
  let m = x;
  let e = 0;
  for (; m > Math.SQRT2; e++) m /= 2;
  for (; m < Math.SQRT1_2; e--) m *= 2;
  const s = (m - 1) / (m + 1);
  const q = s * s;
  let series = 0;
  for (let term = 21; term >= 1; term -= 2) series = series * q + 1 / term;
  return 2 * s * series + e * Math.LN2;
}

/**
 * The number of marked balls among `draws` balls drawn without replacement from an urn with `marked` marked
 * and `others` other balls. Ball by ball for few draws, otherwise by ratio of uniforms (Stadlober 1990,
 * HRUA).
 */
export function hypergeometric(random: Random, marked: number, others: number, draws: number): number {
  const total = marked + others;
  if (draws > total / 2) return marked - hypergeometric(random, marked, others, total - draws);
  if (marked > others) return draws - hypergeometric(random, others, marked, draws);
  if (draws <= 10 || marked <= 10) return hypergeometricBallByBall(random, marked, others, draws);
  return hypergeometricByRejection(random, marked, others, draws);
}

function hypergeometricBallByBall(random: Random, marked: number, others: number, draws: number): number {
  const few = Math.min(marked, draws);
  const many = Math.max(marked, draws);
  let hits = 0;
  for (let i = 0; i < few; i++) {
    if (random() * (marked + others - i) < many - hits) hits++;
  }
  return hits;
}

function hypergeometricByRejection(random: Random, marked: number, others: number, draws: number): number {
  const total = marked + others;
  const p = marked / total;
  const centre = draws * p + 0.5;
  const variance = (draws * p * (1 - p) * (total - draws)) / (total - 1);
  const width = 1.7155277699214135 * Math.sqrt(variance + 0.5) + 0.8989161620588988;
  const mode = Math.floor(((draws + 1) * (marked + 1)) / (total + 2));
  const most = Math.min(marked, draws);
  for (;;) {
    const u = random();
    const k = Math.floor(centre + (width * (random() - 0.5)) / u);
    if (!(k >= 0 && k <= most)) continue;
    const ratio = ratioToMode(
      mode,
      k,
      (j) => ((marked - j + 1) * (draws - j + 1)) / (j * (others - draws + j)),
    );
    if (u * u <= ratio) return k;
  }
}

/** f(k) / f(mode) as a product of neighbouring ratios `step(j)` = f(j) / f(j - 1). */
function ratioToMode(mode: number, k: number, step: (j: number) => number): number {
  let above = 1;
  let below = 1;
  for (let j = mode + 1; j <= k; j++) above *= step(j);
  for (let j = k + 1; j <= mode; j++) below *= step(j);
  return above / below;
}

/** base^n for a whole n by repeated squaring. */
function power(base: number, n: number): number {
  let result = 1;
  let square = base;
  for (let rest = n; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) result *= square;
    square *= square;
  }
  return result;
}
