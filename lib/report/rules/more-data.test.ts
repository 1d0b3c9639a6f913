import { expect, test } from "vitest";
import { measure } from "./measured-agreement";
import { moreTasks } from "./more-data";

test("halving an interval is estimated to take four times the tasks", () => {
  expect(moreTasks({ value: 0.72, ci: [0.62, 0.82, 60] })).toEqual({
    // 0.667 is .053 below and .1 is the lower side: 60 (.1 / .053)²; 0.8 is .08 above.
    ...{ bar: 0.8, forBar: 94, forWidth: 240, tasks: 60 },
  });
  expect(moreTasks({ value: 0.9, ci: [0.88, 0.92, 400] })).toEqual({
    ...{ bar: null, forBar: null, forWidth: null, tasks: 400 },
  });
});

test("no estimate is given without an interval, or from an interval over few tasks", () => {
  expect(moreTasks({ value: 0.5, ci: null })).toBeNull();
  expect(moreTasks({ value: null, ci: null })).toBeNull();
  expect(moreTasks({ value: 0.5, ci: [0.1, 0.9, 9] })).toBeNull();
});

test("no number of tasks is given for a threshold that α practically equals", () => {
  expect(moreTasks({ value: 0.8001, ci: [0.7, 0.9, 50] })).toMatchObject({ bar: 0.8, forBar: null });
});

test("with the estimated number of tasks the interval is about as narrow as estimated", () => {
  // Two raters who agree on four of five binary units; the pattern repeats.
  const row = (tasks: number) => {
    const units = Array.from({ length: tasks }, (_, t) => ({
      cluster: `t${t}`,
      ratings: [
        { rater: "A", value: t % 2 === 0 ? "yes" : "no" },
        { rater: "B", value: (t % 5 === 0 ? t % 2 !== 0 : t % 2 === 0) ? "yes" : "no" },
      ],
    }));
    const question = { levels: ["nominal" as const], categories: ["no", "yes"], mixed: false };
    const [found] = measure(units, question, { replicates: 2000, seed: 3 });
    if (!found) throw new Error("no row");
    return found;
  };
  const needed = moreTasks(row(100))?.forWidth ?? 0;
  expect(needed).toBeGreaterThan(400);
  const { ci } = row(needed);
  expect(((ci?.[1] ?? 1) - (ci?.[0] ?? 0)) / 2).toBeCloseTo(0.05, 2);
});
