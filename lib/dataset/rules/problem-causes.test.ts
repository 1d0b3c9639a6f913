import { expect, test } from "vitest";
import { problemTextsByCause } from "./problem-causes";

test("36 problems of 6 causes give 6 lines, with the places of the others", () => {
  const problems = Array.from({ length: 36 }, (_, n) => ({
    line: n + 2,
    place: n % 6 < 3 ? `items[${n}].scale` : "value",
    reason:
      n % 6 === 5
        ? `${n} is off the scale of 1 to 5`
        : `no ${["task", "draft", "item"][n % 3]} has the id "x${n}"`,
  }));
  const texts = problemTextsByCause(problems);
  expect(texts).toHaveLength(6);
  expect(texts[0]).toBe(
    'line 2, items[0].scale: no task has the id "x0" (5 more of this kind: line 8, 14, 20, 26, 32)',
  );
  expect(problemTextsByCause(problems.slice(0, 1))).toEqual([
    'line 2, items[0].scale: no task has the id "x0"',
  ]);
});

test("many problems of one cause are counted, with the places of the first", () => {
  const many = Array.from({ length: 20 }, (_, n) => ({ line: n + 1, place: "id", reason: "is missing" }));
  expect(problemTextsByCause(many)).toEqual([
    "line 1, id: is missing (19 more of this kind: line 2, 3, 4, 5, 6, 7, 8, 9, …)",
  ]);
});
