import { fc, test as prop } from "@fast-check/vitest";
import { expect, test } from "vitest";
import { type Candidate, compareSelectors, highest, highestPassRate } from "./response-selectors";

const candidate = (yes: number | null, answered: number, rest: Partial<Candidate> = {}): Candidate => ({
  role: "candidate",
  passed: yes === null ? null : { yes, answered },
  selfScore: null,
  scores: {},
  ...rest,
});

test("all candidates with the highest rate are selected, by exact fractions, and none without an answer", () => {
  const [third, two, none, alsoThird] = [candidate(1, 3), candidate(1, 5), candidate(0, 0), candidate(2, 6)];
  expect(highestPassRate([third, two, none, alsoThird])).toEqual([third, alsoThird]);
  expect(highestPassRate([none, candidate(null, 0)])).toEqual([]);
  expect(highest([1, 3, null, 3], (n) => n)).toEqual([3, 3]);
  expect(highest([null], (n) => n)).toEqual([]);
});

/** Worked by hand: two tasks with three candidates each. */
const tasks: Candidate[][] = [
  [
    candidate(2, 2, { selfScore: 4, scores: { truth: 0.9, reward: 0.1 } }),
    candidate(2, 2, { selfScore: 5, scores: { truth: 0.5, reward: 0.3 } }),
    candidate(1, 2, { selfScore: 5, scores: { truth: 0.2, reward: 0.2 } }),
    candidate(null, 0, { role: "greedy", scores: { truth: 0.6 } }),
  ],
  [
    candidate(0, 0, { selfScore: null, scores: { truth: 1, reward: 5 } }),
    candidate(1, 2, { selfScore: null, scores: { truth: 1, reward: 5 } }),
    candidate(0, 2, { selfScore: null, scores: { truth: 0, reward: 9 } }),
    candidate(null, 0, { role: "greedy", scores: {} }),
  ],
];

test("precision is the share of the selected that are truly best, averaged over tasks", () => {
  const { rows, unscored } = compareSelectors(tasks, { truth: "truth", by: ["reward"] });
  expect(unscored).toBe(0);
  expect(rows).toEqual([
    { selector: "greedy", tasks: 1, excluded: 1, score: 0.6, precision: null, selected: null },
    { selector: "external", by: "reward", tasks: 2, excluded: 0, score: 0.25, precision: 0, selected: 1 },
    { selector: "self-score", tasks: 1, excluded: 1, score: 0.35, precision: 0, selected: 2 },
    // (0.9 + 0.5) / 2 and 1; half of the first selection is best, all of the second.
    { selector: "checklist", tasks: 2, excluded: 0, score: 0.85, precision: 0.75, selected: 1.5 },
  ]);
});

test("a task with a candidate of unknown true score is left out and counted", () => {
  const partly = [...tasks, [candidate(1, 1, { scores: { truth: 1 } }), candidate(1, 1)]];
  expect(compareSelectors(partly, { truth: "truth", by: [] })).toMatchObject({ unscored: 1 });
  expect(compareSelectors([], { truth: "truth", by: [] }).rows.map(({ score }) => score)).toEqual([
    null,
    null,
    null,
  ]);
});

const anyCandidate = fc
  .record({ asked: fc.nat(8), answered: fc.nat(8), yes: fc.nat(8), truth: fc.nat(3) })
  .map(({ answered, yes, truth }) =>
    candidate(Math.min(yes, answered), answered, { scores: { truth }, selfScore: truth }),
  );

prop.prop([fc.array(anyCandidate, { minLength: 1, maxLength: 8 })])(
  "no candidate is better than a selected one, and the order does not matter",
  (candidates) => {
    const selected = highestPassRate(candidates);
    const rate = ({ passed }: Candidate) => (passed?.answered ? passed.yes / passed.answered : -1);
    const best = Math.max(...candidates.map(rate));
    expect(selected).toEqual(candidates.filter((one) => best >= 0 && rate(one) === best));
    expect(new Set(highestPassRate(candidates.toReversed()))).toEqual(new Set(selected));
  },
);

prop.prop([fc.array(fc.array(anyCandidate, { minLength: 1, maxLength: 6 }), { maxLength: 6 })])(
  "selecting by the true score itself is perfectly precise",
  (many) => {
    const { rows } = compareSelectors(many, { truth: "truth", by: ["truth"] });
    expect(rows[1]?.precision).toBe(many.length === 0 ? null : 1);
    for (const { precision, score } of rows) {
      if (precision !== null) expect(precision).toBeGreaterThanOrEqual(0);
      if (precision !== null) expect(precision).toBeLessThanOrEqual(1);
      if (score !== null) expect(score).toBeLessThanOrEqual((rows[1]?.score ?? 0) + 1e-9 + 3);
    }
  },
);
