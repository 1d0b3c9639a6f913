import { fc, test as property } from "@fast-check/vitest";
import { expect, test } from "vitest";
import { cohenKappa, kappaOfNumbers } from "./kappa";
import { agreementWithLabels } from "./label-agreement";
import { type BesideLabel, meanKappa } from "./mean-kappa";
import { pairSample, pairsOf } from "./pairs";
import { ratingsFromMatrix } from "./ratings";
import { range } from "./testing/arbitrary";
import { krippendorff2011, matrixFromTable } from "./testing/published";

const squared = (x: readonly (number | null)[], y: readonly (number | null)[]) => {
  const { kernel, weight } = pairSample(pairsOf(ratingsFromMatrix([x, y])), kappaOfNumbers);
  return kernel(weight);
};

test("κ by squared distance of numbers does not depend on which points of the scale occur", () => {
  const [x = [], y = []] = krippendorff2011;
  expect(squared(x, y)).toBeCloseTo(140 / 149, 12);
  // 3 and 4 do not occur: 2 and 5 stay three apart, and are no neighbours.
  const [a, b] = [
    [1, 1, 2, 5, 5, 2],
    [1, 2, 2, 5, 2, 2],
  ];
  const declared = cohenKappa(ratingsFromMatrix([a, b], { categories: range(1, 5) }), "quadratic").value;
  expect(squared(a, b)).toBeCloseTo(declared ?? Number.NaN, 12);
  expect(cohenKappa(ratingsFromMatrix([a, b]), "quadratic").value).not.toBeCloseTo(declared ?? 0, 3);
  const units = a.map((label, n) => ({
    ...{ label, value: b[n] as number, labelNumber: label, valueNumber: b[n] as number, cluster: `t${n}` },
  }));
  expect(agreementWithLabels(units, "squared").kappa.value).toBeCloseTo(declared ?? Number.NaN, 12);
  expect(squared([3, 3], [3, 3])).toBe("expected-agreement-is-1");
  expect(squared([], [])).toBe("no-common-units");
});

const points = fc.array(fc.tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 5 })), {
  minLength: 1,
  maxLength: 30,
});

property.prop([points])("κ by squared distance is the quadratic κ on the declared scale", (pairs) => {
  const sides = [pairs.map(([x]) => x), pairs.map(([, y]) => y)] as const;
  const declared = cohenKappa(ratingsFromMatrix(sides, { categories: range(1, 5) }), "quadratic");
  const own = squared(...sides);
  if (declared.value === null) expect(own).toBe(declared.reason);
  else expect(own).toBeCloseTo(declared.value, 9);
});

/** A rater's values for units in turn, beside the labels; null where the rater gave nothing. */
const beside = (labels: readonly string[], values: readonly (string | null)[]): BesideLabel[] =>
  values.flatMap((value, unit) => (value === null ? [] : [{ unit, value, label: labels[unit] ?? "" }]));

test("the mean κ is over raters who have one, each on the units they rated", () => {
  // Cohen's table of 0.4: 20 and 15 units agreed on, 5 and 10 not.
  const [labels = [], values = []] = matrixFromTable([
    [20, 5],
    [10, 15],
  ]).map((row) => row.map(String));
  const perfect = labels.map((label, n) => (n % 2 ? label : null));
  const constant = labels.map((label, n) => (n === 0 ? label : null));
  const raters = [values, perfect, constant].map((given) => beside(labels, given));
  const clusters = labels.map((_, n) => n);
  const found = meanKappa(raters, labels.length, () => "none", { clusters });
  expect(found).toMatchObject({ value: expect.closeTo(0.7), raters: 2 });
  const { low = 1, high = 0, drawn } = found.interval ?? {};
  expect([low < 0.7, high > 0.7, drawn]).toEqual([true, true, labels.length]);
  // The interval does not count units on which no rater has a label to compare with.
  const further = [...clusters, ...range(100, 109)];
  expect(meanKappa(raters, further.length, () => "none", { clusters: further }).interval).toEqual(
    found.interval,
  );
  expect(meanKappa([], 0, () => "none")).toMatchObject({ value: null, reason: "no-common-units", raters: 0 });
});

test("of one rater the mean is that rater's κ, with the same interval", () => {
  const labels = range(0, 39).map((n) => ["a", "b", "c"][n % 3] as string);
  const values = labels.map((label, n) => (n % 5 === 0 ? "a" : label));
  const clusters = labels.map((_, n) => Math.floor(n / 2));
  const own = meanKappa([beside(labels, values)], labels.length, () => "none", { clusters });
  const alone = cohenKappa(ratingsFromMatrix([labels, values]), "none", undefined, { clusters });
  expect(own.value).toBeCloseTo(alone.value ?? Number.NaN, 12);
  expect(own.interval?.low).toBeCloseTo(alone.interval?.low ?? Number.NaN, 12);
  expect(own.interval?.high).toBeCloseTo(alone.interval?.high ?? Number.NaN, 12);
});

test("each rater's values are compared by a distance of their own", () => {
  const labels = [1, 1, 2, 5, 5, 2];
  const points: BesideLabel[] = [1, 2, 2, 5, 2, 2].map((value, unit) => ({
    unit,
    value,
    label: labels[unit] ?? 0,
  }));
  const words = beside(["a", "b", "a", "b"], ["a", "b", "b", "b"]);
  const distanceOf = (given: readonly BesideLabel[]) =>
    given.every(({ value }) => typeof value === "number") ? "squared" : "none";
  const [ofPoints, ofWords] = [points, words].map(
    (given) => meanKappa([given], 6, distanceOf).value ?? Number.NaN,
  );
  expect(meanKappa([points, words], 6, distanceOf).value).toBeCloseTo(
    ((ofPoints ?? 0) + (ofWords ?? 0)) / 2,
    12,
  );
  expect(ofPoints).toBeCloseTo(squared(labels, [1, 2, 2, 5, 2, 2]) as number, 12);
});
