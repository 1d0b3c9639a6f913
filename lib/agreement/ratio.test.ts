import { fc, test as property } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { randomFrom } from "./random";
import { ratio } from "./ratio";

const request = { replicates: 2_000, seed: 7 };

describe("a ratio of sums", () => {
  test("pools what qualifies, and leaves out units where nothing does", () => {
    // 1 of 2, 3 of 4, nothing of nothing, 0 of 1.
    expect(ratio([1, 3, 0, 0], [2, 4, 0, 1])).toEqual({
      value: 4 / 7,
      reason: null,
      units: 3,
      raters: 0,
      pairable: 7,
    });
  });

  test("is undefined without anything that qualifies", () => {
    expect(ratio([0], [0], request)).toMatchObject({
      value: null,
      reason: "zero-denominator",
      interval: null,
    });
    expect(ratio([], [], request)).toMatchObject({ value: null, reason: "zero-denominator" });
  });

  test("draws units whole: eight values of two units, all of one or all of the other", () => {
    // Drawn again, both are the first, or both the second, or one of each: 1, 0, or 1/2.
    expect(ratio([4, 0], [4, 4], request).interval).toMatchObject({ low: 0, high: 1, drawn: 2, dropped: 0 });
    // With the same values in eight units, the interval is narrower.
    expect(ratio([1, 1, 1, 1, 0, 0, 0, 0], Array(8).fill(1), request).interval?.low).toBeGreaterThan(0);
  });
});

property.prop([fc.array(fc.tuple(fc.nat({ max: 3 }), fc.nat({ max: 3 })), { maxLength: 12 }), fc.nat()], {
  numRuns: 100,
})("does not depend on the order of units, and is what adding up says", (units, turn) => {
  const of = (given: readonly (readonly [number, number])[]) =>
    ratio(
      given.map(([part]) => part),
      given.map(([part, more]) => (part + more === 0 ? 0 : part + more)),
      { replicates: 20, seed: 1 },
    );
  const at = units.length === 0 ? 0 : turn % units.length;
  expect(of([...units.slice(at), ...units.slice(0, at)])).toEqual(of(units));
  const part = units.reduce((sum, [own]) => sum + own, 0);
  const whole = units.reduce((sum, [own, more]) => sum + own + more, 0);
  expect(of(units).value).toBe(whole === 0 ? null : part / whole);
});

test("an interval is what drawing units one by one gives", () => {
  const units = Array.from({ length: 30 }, (_, at) => [at % 4, 3 + (at % 3)] as const);
  const random = randomFrom(3);
  const drawn = Array.from({ length: 4_000 }, () => {
    const sums = [0, 0];
    for (let draw = 0; draw < units.length; draw++) {
      const [part, whole] = units[Math.floor(random() * units.length)] as readonly [number, number];
      sums[0] = (sums[0] ?? 0) + part;
      sums[1] = (sums[1] ?? 0) + whole;
    }
    return (sums[0] ?? 0) / (sums[1] ?? 1);
  }).sort((a, b) => a - b);
  const found = ratio(
    units.map(([part]) => part),
    units.map(([, whole]) => whole),
    { replicates: 4_000, seed: 5 },
  ).interval;
  expect(found?.low).toBeCloseTo(drawn[100] ?? 0, 1);
  expect(found?.high).toBeCloseTo(drawn[3_900] ?? 0, 1);
  expect(Math.abs((found?.low ?? 0) - (drawn[100] ?? 0))).toBeLessThan(0.01);
  expect(Math.abs((found?.high ?? 0) - (drawn[3_900] ?? 0))).toBeLessThan(0.01);
});
