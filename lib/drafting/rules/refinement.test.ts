import { fc, test as prop } from "@fast-check/vitest";
import { expect, test } from "vitest";
import { byIteration, type Version } from "./refinement";

const version = (iteration: number, yes: number, asked: number, scores = {}): Version => ({
  iteration,
  passed: { yes, answered: asked, asked },
  scores,
});

test("a task that stopped early enters every later row with its last response", () => {
  const rows = byIteration([
    [version(0, 2, 2, { benchmark: 1 })],
    [version(0, 1, 4, { benchmark: 0 }), version(1, 3, 4, { benchmark: 0.5 })],
  ]);
  expect(rows).toEqual([
    {
      iteration: 0,
      revised: 2,
      judged: 2,
      passRate: (1 + 1 / 4) / 2,
      pooled: 3 / 6,
      allYes: 0.5,
      scores: { benchmark: { mean: 0.5, tasks: 2 } },
    },
    {
      iteration: 1,
      revised: 1,
      judged: 2,
      passRate: (1 + 3 / 4) / 2,
      pooled: 5 / 6,
      allYes: 0.5,
      scores: { benchmark: { mean: 0.75, tasks: 2 } },
    },
  ]);
});

test("versions without a pass rate do not count as 0", () => {
  const unjudged = { iteration: 0, passed: null, scores: {} };
  expect(byIteration([[unjudged]])).toEqual([
    { iteration: 0, revised: 1, judged: 0, passRate: null, pooled: null, allYes: null, scores: {} },
  ]);
  expect(byIteration([])).toEqual([]);
});

const courses = fc.array(
  fc.array(fc.nat(4), { minLength: 1, maxLength: 5 }).map((yes) => yes.map((n, at) => version(at, n, 4))),
  { maxLength: 6 },
);

prop.prop([courses])("every row is over all tasks, and the last one is over final responses", (tasks) => {
  const rows = byIteration(tasks);
  for (const row of rows) expect(row.judged).toBe(tasks.length);
  const finals = tasks.map((task) => (task.at(-1)?.passed?.yes ?? 0) / 4);
  const mean = finals.reduce((sum, rate) => sum + rate, 0) / finals.length;
  if (tasks.length > 0) expect(rows.at(-1)?.passRate).toBeCloseTo(mean, 12);
});
