import { expect, test } from "vitest";
import {
  BASELINE,
  CONDITION,
  type Line,
  pair,
  preferred,
  rubric,
  sourceOf,
  table,
  votes,
} from "@/lib/report/testing/checklist-study";

/** Gold is A, so that a score of 1 plus a tenth for each vote for B is as many tenths away from people’s. */
function ablated(n: number, none: number, whole: number, ...items: number[]): Line[] {
  const against = (tenths: number) => votes(10 - tenths, tenths);
  const ablations = items.map((tenths, at) => ({
    ...{ item: `t${n}/baseline.${at + 1}`, value: "A", votes: against(tenths), flags: [] },
  }));
  return [
    ...pair(n, { items: items.length }),
    preferred(n, "none", against(none)),
    preferred(n, "ablation", against(whole), { ablations }),
  ];
}

/** A response that people gave a 3, with single ratings without the checklist, with it and without its items. */
function rated(n: number, none: number, whole: number, ...items: number[]): Line[] {
  const [task, response] = [`t${n}`, `t${n}/r`];
  const about = { task, response, item: "overall" };
  const draft = (arm: string, condition: string, given: number, more = {}): Line => ({
    ...{ type: "draft", id: `${task}/${arm}`, ...about, rater: "judge", raterKind: "llm", value: 3 },
    ...{ method: `clstudy.direct.${arm}`, condition, metadata: { votes: [given], flags: [], ...more } },
  });
  return [
    { type: "task", id: task, instruction: "Write." },
    { type: "response", id: response, task, text: "…" },
    rubric(task, "baseline", items.length),
    {
      ...{ type: "judgement", id: `${task}/p`, ...about, rater: "p", raterKind: "human" },
      ...{ exposure: "none", value: 3 },
    },
    draft("none", CONDITION, none),
    draft("ablation", `${CONDITION}, rubric=${BASELINE}`, whole, {
      ablations: items.map((value, at) => ({
        ...{ item: `${task}/baseline.${at + 1}`, value, votes: [value], flags: [] },
      })),
    }),
  ];
}

const bins = (id: string, lines: readonly Line[]) =>
  table(id, sourceOf(lines)).rows.map(({ checklist, from, to, sign, count }) =>
    checklist === undefined ? [from, to, sign, count] : [checklist, from, to, sign, count],
  );

test("items have the sign that their checklist allows, and those of neutral checklists are left out", () => {
  const lines = [
    // 0.5 − 0.2 = 0.3 is positive. Without its items: 0.2 − 0.5 = −0.3, 0.2 − 0.2 = 0, 0.2 − 0.1 = 0.1.
    ...ablated(0, 5, 2, 5, 2, 1),
    // 0.2 − 0.8 = −0.6 is negative: 0.8 − 0.7 = 0.1, 0.8 − 0.8 = 0, 0.8 − 1 = −0.2.
    ...ablated(1, 2, 8, 7, 8, 10),
    // 0.5 − 0.4 = 0.1 is neutral: 0.4 − 0.9 = −0.5 and 0.4 − 0 = 0.4 say nothing.
    ...ablated(2, 5, 4, 9, 0),
  ];
  expect(bins("item-changes-pairwise", lines)).toEqual([
    ["positive", -0.4, -0.3, "positive", 1],
    ["positive", 0, 0, "neutral", 1],
    ["positive", 0.1, 0.2, "neutral", 1],
    ["negative", -0.3, -0.2, "neutral", 1],
    ["negative", 0, 0, "neutral", 1],
    ["negative", 0.1, 0.2, "negative", 1],
  ]);
  const { notes, columns } = table("item-changes-pairwise", sourceOf(lines));
  expect(notes[0]).toMatch(/^θ = 0\.3, checklists: 1 positive, 1 neutral, 1 negative\. .* left out\.$/);
  expect(columns.map(({ header }) => header)).not.toContain("Side of θ");
  // The same items as in the tables that count and list them.
  expect(table("signs-pairwise", sourceOf(lines)).rows[0]).toMatchObject({
    positiveItems: 1,
    negativeItems: 1,
  });
  expect(table("items", sourceOf(lines)).rows.map(({ change }) => change)).toEqual([-0.3, 0.1]);
});

test("changes on both sides of 0 are in bins as wide as all others, and 0 is in neither", () => {
  // Distances from people’s 3 without the checklist and with it: −0.3, 0.3, 0, −0.5, 1.5 and −1.5.
  const lines = [
    ...rated(0, 3, 3.3, 3),
    ...rated(1, 3.3, 3, 3),
    ...rated(2, 3.4, 3.4, 3),
    ...rated(3, 3, 3.5, 3),
    ...rated(4, 4.5, 3, 3),
    ...rated(5, 3, 4.5, 3),
  ];
  expect(bins("changes-direct", lines)).toEqual([
    [-2, -1.5, "negative", 1],
    [-1, -0.5, "neutral", 1],
    [-0.5, 0, "neutral", 1],
    [0, 0, "neutral", 1],
    [0, 0.5, "neutral", 1],
    [1.5, 2, "positive", 1],
  ]);
  expect(table("changes-direct", sourceOf(lines)).notes[1]).toMatch(/^Bins are 0\.5 wide .* from 0 to 0\.$/);
});

test("an item of a rating whose absence hurts by less than a bin is positive", () => {
  // 1.5 is positive. Without its items: 0 − 0.3 = −0.3, and 0.
  expect(bins("item-changes-direct", rated(0, 4.5, 3, 3.3, 3))).toEqual([
    ["positive", -0.5, 0, "positive", 1],
    ["positive", 0, 0, "neutral", 1],
  ]);
});

test("identical items whose changes cancel out have no sign", () => {
  const same = (line: Line): Line =>
    line.type === "rubric"
      ? { ...line, items: (line.items as object[]).map((item, at) => ({ ...item, text: `Same ${at}?` })) }
      : line;
  // The first item in three positive checklists: 0.3 − 0.2 = 0.1, 0.3 − 0.1 = 0.2 and 0.3 − 0.6 = −0.3.
  const lines = [...ablated(0, 10, 3, 2, 3), ...ablated(1, 10, 3, 1, 3), ...ablated(2, 10, 3, 6, 3)];
  expect(bins("item-changes-pairwise", lines.map(same))).toEqual([["positive", 0, 0, "neutral", 2]]);
});
