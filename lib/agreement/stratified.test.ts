import { expect, test } from "vitest";
import { krippendorffAlpha } from "./krippendorff";
import { randomFrom } from "./random";
import { ratingsFromMatrix } from "./ratings";
import { type StratifiedAlpha, stratifiedAlphas } from "./stratified";

type Given = Parameters<typeof stratifiedAlphas>;

function stratifiedAlpha(ratings: Given[0], item: Given[1], level: Given[2][number], request?: Given[3]) {
  return stratifiedAlphas(ratings, item, [level], request)[0] as StratifiedAlpha;
}

/** Two raters who guess on each item; the first item has the values 1 and 2, the second 4 and 5. */
function guessed(units: number, seed: number) {
  const random = randomFrom(seed);
  const item = Array.from({ length: units }, (_, unit) => unit % 2);
  const guess = () => item.map((own) => 1 + 3 * own + Number(random() < 0.5));
  return { ratings: ratingsFromMatrix([guess(), guess()]), item };
}

test("raters who guess item by item agree well by plain α, and not by stratified α", () => {
  const { ratings, item } = guessed(400, 1);
  const plain = krippendorffAlpha(ratings, "interval").value ?? 0;
  const { stratified, items } = stratifiedAlpha(ratings, item, "interval");
  expect(plain).toBeGreaterThan(0.8);
  for (const alpha of items) expect(Math.abs(Number(alpha))).toBeLessThan(0.2);
  expect(Math.abs(stratified.value ?? 1)).toBeLessThan(0.15);
});

test("it is one minus summed observed over summed expected disagreement of the items", () => {
  const { ratings, item } = guessed(60, 2);
  const { cells } = ratings;
  if (cells.layout !== "grid") throw new Error("no grid");
  const value = (unit: number, rater: number) =>
    Number(ratings.values[cells.value[unit * 2 + rater] as number]);
  let [observed, expected] = [0, 0];
  for (const own of [0, 1]) {
    const units = item.flatMap((of, unit) => (of === own ? unit : []));
    for (const unit of units) observed += 2 * (value(unit, 0) - value(unit, 1)) ** 2;
    const pool = units.flatMap((unit) => [value(unit, 0), value(unit, 1)]);
    for (const a of pool) for (const b of pool) expected += (a - b) ** 2 / (pool.length - 1);
  }
  // Each unit has two ratings: its disagreement is shared by one other.
  expect(stratifiedAlpha(ratings, item, "interval").stratified.value).toBeCloseTo(
    1 - observed / expected,
    12,
  );
});

test("one item alone is plain alpha, at every level, whatever its number", () => {
  const { ratings } = guessed(50, 3);
  for (const level of ["nominal", "ordinal", "interval"] as const)
    expect(stratifiedAlpha(ratings, new Int32Array(50).fill(7), level).stratified.value).toBeCloseTo(
      krippendorffAlpha(ratings, level).value ?? Number.NaN,
      12,
    );
});

test("the order of units and the numbers of items change nothing, nor do they change the interval", () => {
  const { ratings, item } = guessed(40, 4);
  const { cells } = ratings;
  if (cells.layout !== "grid") throw new Error("no grid");
  const clusters = item.map((_, unit) => Math.floor(unit / 2));
  const request = { replicates: 100, seed: 1 };
  const one = stratifiedAlpha(ratings, item, "ordinal", { ...request, clusters }).stratified;
  const turned = ratingsFromMatrix(
    [0, 1].map((rater) =>
      item.map((_, unit) => ratings.values[cells.value[(39 - unit) * 2 + rater] as number]),
    ),
  );
  const other = stratifiedAlpha(turned, item.toReversed(), "ordinal", {
    ...request,
    clusters: clusters.toReversed(),
  }).stratified;
  expect(other).toEqual(one);
  expect(one.interval?.drawn).toBe(20);
});

test("items that never vary count, and say so; items on one unit are taken together", () => {
  const ratings = ratingsFromMatrix([
    [1, 2, 3, 3, 5, 4],
    [1, 1, 3, 3, 5, 4],
  ]);
  const { stratified, items } = stratifiedAlpha(ratings, [0, 0, 1, 1, 2, 3], "interval");
  expect(items).toEqual([0, "no-variation"]);
  // Observed 2 of the first; expected 2 of the first (three 1 and one 2) and 8/3 of 5, 5, 4, 4.
  expect(stratified.value).toBeCloseTo(1 - 2 / (2 + 8 / 3), 12);
  expect(stratifiedAlpha(ratingsFromMatrix([[1], [1]]), [0], "nominal").stratified.reason).toBe(
    "no-variation",
  );
});

test("levels that are computed together are those computed alone", () => {
  const { ratings, item } = guessed(40, 5);
  const levels = ["nominal", "ordinal", "interval"] as const;
  const request = { replicates: 50, clusters: item.map((_, unit) => Math.floor(unit / 4)) };
  expect(stratifiedAlphas(ratings, item, levels, request)).toEqual(
    levels.map((level) => stratifiedAlpha(ratings, item, level, request)),
  );
});
