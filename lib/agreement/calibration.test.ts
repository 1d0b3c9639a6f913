import { expect, test } from "vitest";
import { calibration } from "./calibration";
import { clusteredSlope, correlationInterval, partialCorrelation } from "./clustered-slope";
import { inverseOf, solvePositive } from "./linear-algebra";

test("ranges hold their claims, with 1 in the last one", () => {
  const { bins, ece, brier, n } = calibration([
    { confidence: 1, isRight: true },
    { confidence: 0.95, isRight: false },
    { confidence: 0, isRight: false },
  ]);
  expect(bins.map((bin) => [bin.low, bin.high, bin.n])).toEqual([
    [0, 0.1, 1],
    [0.9, 1, 2],
  ]);
  // The last range: mean confidence .975, half of it right; a third of all claims is exact.
  expect(ece).toBeCloseTo((2 / 3) * 0.475, 12);
  expect(brier).toBeCloseTo(0.95 ** 2 / 3, 12);
  expect(n).toBe(3);
  expect(calibration([])).toEqual({ bins: [], ece: null, brier: null, n: 0 });
});

test("a slope is least squares', and its error lets points of a task resemble each other", () => {
  const points = [
    [1, 2],
    [2, 3],
    [3, 5],
    [4, 4],
    [5, 6],
    [6, 8],
  ].map(([x = 0, y = 0], cluster) => ({ cluster, x, y }));
  // Σ(x − 3.5)(y − 14/3) = 19, Σ(x − 3.5)² = 17.5.
  const found = clusteredSlope(points);
  expect(found.value).toBeCloseTo(19 / 17.5, 12);
  const thrice = clusteredSlope(points.flatMap((point) => [point, point, point]));
  expect(thrice.value).toBeCloseTo(19 / 17.5, 12);
  expect(thrice.error).toBeCloseTo(found.error as number, 12);
  expect(clusteredSlope(points.map((point) => ({ ...point, x: 1 }))).reason).toBe("constant-input");
  expect(clusteredSlope(points.slice(0, 2)).reason).toBe("fewer-than-2-pairs");
});

test("a partial correlation takes out what both owe to a third number", () => {
  const length = [1, 2, 3, 4, 5, 6, 7, 8];
  const own = [1, -1, 1, -1, 1, -1, 1, -1];
  const first = length.map((long, n) => long + (own[n] as number));
  const second = length.map((long, n) => long - (own[n] as number));
  const of = (a: readonly number[], b: readonly number[], third: readonly number[]) =>
    partialCorrelation(
      third.map((z, n) => ({ cluster: n, first: a[n] as number, second: b[n] as number, third: z })),
    );
  expect(of(first, second, length).value).toBeCloseTo(-1, 10);
  const flat = first.map(() => 1);
  expect(of(first, flat, length)).toMatchObject({ value: null, reason: "constant-input" });
  expect(of(length, first, length)).toMatchObject({ value: null, reason: "constant-input" });
  expect(of([1, 2, 3], [1, 2, 2], [5, 5, 5]).value).toBeCloseTo(0.866, 3);
});

test("the interval of a correlation is that of Fisher for normal values, within ±1, and wider for alike units", () => {
  // r = .6 of 103 pairs: 1 / √(n − 3) on the scale of the inverse hyperbolic tangent is .1.
  const ends = correlationInterval({ value: 0.6, error: 0.1 * (1 - 0.36), degrees: 101 });
  expect(ends?.low).toBeCloseTo(0.458, 2);
  expect(ends?.high).toBeCloseTo(0.713, 2);
  expect(correlationInterval({ value: 1, error: 0, degrees: 10 })).toBeNull();
  const units = [1, 2, 3, 4, 5, 6].map((n) => ({ cluster: n, first: n, second: (n * n) % 7, third: 0 }));
  const once = partialCorrelation(units);
  const thrice = partialCorrelation(units.flatMap((unit) => [unit, unit, unit]));
  expect(thrice.value).toBeCloseTo(once.value as number, 12);
  expect(thrice.error).toBeCloseTo(once.error as number, 12);
});

test("equations are solved, and singular ones refused", () => {
  const a = [
    [5, 1, 0],
    [1, 4, 2],
    [0, 2, 6],
  ];
  const x = solvePositive(a, [7, 15, 22]) as number[];
  const back = a.map((row) => row.reduce((sum, own, n) => sum + own * (x[n] as number), 0));
  for (const [n, value] of [7, 15, 22].entries()) expect(back[n]).toBeCloseTo(value, 10);
  expect(
    inverseOf([
      [1, 1],
      [1, 1],
    ]),
  ).toBeNull();
});
