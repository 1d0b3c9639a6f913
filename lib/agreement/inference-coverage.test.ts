import { expect, test } from "vitest";
import { randomFrom } from "./random";
import { coverageOf, INFERENCE_STUDIES } from "./testing/inference-studies";
import { PLANNING_STUDIES } from "./testing/planning-studies";

/*
 * The small version of npm run check:statistics, which simulates 2,000 studies each. Of 100 studies 95 % ± 2.2 points are
 * expected: the bound is four standard errors away.
 */
test.each(INFERENCE_STUDIES)("intervals contain the truth: $name", (study) => {
  const coverage = coverageOf(study, 100, randomFrom(1));
  expect(coverage).toBeGreaterThan(0.86);
});

/* A plan simulates studies itself: these two are quick. Of 60 studies the bound is more than four standard errors away. */
test.each(PLANNING_STUDIES.slice(0, 2))("planned widths contain the truth: $name", (study) => {
  expect(coverageOf(study, 60, randomFrom(1))).toBeGreaterThan(0.83);
});

test("an interval that ignores tasks is noticed", () => {
  const [study] = INFERENCE_STUDIES;
  const narrow = {
    name: "half as wide",
    of: (random: () => number) => {
      const found = study?.of(random);
      if (!found?.interval) return { truth: 0, interval: null };
      const { low, high } = found.interval;
      const [middle, quarter] = [(low + high) / 2, (high - low) / 4];
      return { truth: found.truth, interval: { low: middle - quarter, high: middle + quarter } };
    },
  };
  expect(coverageOf(narrow, 200, randomFrom(1))).toBeLessThan(0.8);
});
