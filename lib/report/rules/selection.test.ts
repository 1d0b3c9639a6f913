import { expect, test } from "vitest";
import { behindIn, judgementsQueryString, selectionIn } from "@/lib/report/schema/judgements";
import type { ReportItem, ReportJudgement, StudyData } from "@/lib/report/schema/study";
import { choicesOf, selected } from "./selection";

const item = (id: string, category: string | null): ReportItem => ({
  key: id,
  id,
  rubric: "c",
  task: null,
  name: null,
  text: "…",
  category,
  scale: { type: "yesno" },
  model: null,
  method: null,
});
const said = (n: number, of: string, rater: string, arm: string): ReportJudgement => ({
  id: `${n}${of}${rater}`,
  task: `t${n}`,
  item: of,
  response: `r${n}`,
  pair: null,
  rater,
  raterKind: "human",
  arm,
  exposure: "none",
  draft: null,
  initial: undefined,
  value: "yes",
  lines: [],
  activeMs: null,
  startedAt: null,
  submittedAt: null,
});
const study: StudyData = {
  name: "s",
  tasks: [
    { id: "t0", tags: ["email"], instruction: "…" },
    { id: "t1", tags: [], instruction: "…" },
  ],
  responses: [
    { id: "r0", task: "t0", model: "m" },
    { id: "r1", task: "t1", model: null },
  ],
  items: [item("q1", "Form"), item("q2", null)],
  drafts: [],
  judgements: [0, 1].flatMap((n) => [
    said(n, "q1", "A", "one"),
    said(n, "q2", "A", "one"),
    said(n, "q1", "B", "two"),
    said(n, "overall", "B", "two"),
  ]),
  decisions: [],
};
const ids = (part: Parameters<typeof selected>[1]) =>
  Array.from(selected(study, part).judgements, ({ id }) => id).join(" ");

test("the filters of a study offer what occurs in it", () => {
  expect(choicesOf(study)).toEqual({
    item: ["q1", "q2", "category:Form", "overall"],
    arm: ["one", "two"],
    rater: ["A", "B"],
    model: ["m"],
    family: ["email"],
    group: [],
  });
});

test("a part of it holds what is about that part", () => {
  const whole = selected(study, {});
  expect({ ...whole, drafts: [...whole.drafts], judgements: [...whole.judgements] }).toEqual(study);
  expect(ids({ family: "email" })).toBe("0q1A 0q2A 0q1B 0overallB");
  expect(ids({ model: "m", arm: "one" })).toBe("0q1A 0q2A");
  expect(ids({ item: "q1" })).toBe("0q1A 0q1B 1q1A 1q1B");
  expect(ids({ item: "category:Form", rater: "B" })).toBe("0q1B 1q1B");
  expect(ids({ item: "overall" })).toBe("0overallB 1overallB");
  expect(ids({ item: "nobody's" })).toBe("");
});

test("comparisons of people with gold are in their part, where the person is known", () => {
  const gold = { about: "value", given: 3, gold: 3, times: 1 } as const;
  const golds = [
    { ...gold, rater: "A", arm: "one", task: "t0" },
    { ...gold, rater: "B", arm: "two", task: "t1" },
  ];
  const of = (part: Parameters<typeof selected>[1]) => selected({ ...study, golds }, part).golds;
  expect(of({})).toEqual(golds);
  expect(of({ family: "email" })).toEqual(golds.slice(0, 1));
  expect(of({ arm: "two" })).toEqual(golds.slice(1));
  expect(of({ rater: "B" })).toEqual(golds.slice(1));
  expect(of({ item: "q1" })).toBeUndefined();
  expect(of({ model: "m" })).toBeUndefined();
});

test("labels and matches are part of a family's part and of a person's, labels also of an arm's", () => {
  const label = { question: "tone", exposure: "none", initial: undefined, labels: ["Tone"] } as const;
  const labellings = ["t0", "t1"].flatMap((task) =>
    ["A", "B"].map((rater) => ({
      ...label,
      labels: ["Tone"],
      unit: task,
      task,
      rater,
      arm: rater === "A" ? "one" : "two",
    })),
  );
  const labels = {
    questions: [{ question: "tone", text: "Tone?", labels: ["Tone"], several: false }],
    labellings,
    setAside: 3,
  };
  const overlap = {
    ...{ question: "both", rater: "A", task: "t1", first: "gpt", second: "human" },
    ...{ firstItems: 2, firstMatched: 1, secondItems: 2, secondMatched: 1 },
  };
  const of = (part: Parameters<typeof selected>[1]) => {
    const { labels: own, overlaps } = selected({ ...study, labels, overlaps: [overlap] }, part);
    return [own?.labellings.map(({ task, rater }) => task + rater), overlaps?.length];
  };
  expect(of({})).toEqual([["t0A", "t0B", "t1A", "t1B"], 1]);
  expect(of({ family: "email" })).toEqual([["t0A", "t0B"], 0]);
  expect(of({ rater: "A" })).toEqual([["t0A", "t1A"], 1]);
  expect(of({ arm: "one" })).toEqual([["t0A", "t1A"], undefined]);
  for (const part of [{ item: "q1" }, { model: "m" }]) expect(of(part)).toEqual([undefined, undefined]);
});

test("overall scores keep their scale in every part", () => {
  const overall = { type: "points", min: 1, max: 5 } as const;
  for (const part of [{}, { item: "overall" }, { arm: "one" }, { family: "email" }])
    expect(selected({ ...study, overall }, part).overall).toEqual(overall);
});

test("the judgements behind a row of a part belong to it, under the name that the item has in the whole study", () => {
  expect(behindIn({ arm: "one" }, { item: "all", rater: "A" })).toEqual({ arm: "one", rater: "A" });
  expect(behindIn({ arm: "one" }, { item: "q1" })).toEqual({ arm: "one", item: "q1" });
  expect(behindIn({ item: "category:Form" }, { item: "q1" })).toEqual({ item: "q1" });
  expect(behindIn({ item: "category:Form" }, { item: "all" })).toEqual({ item: "category:Form" });
  // Two rubrics have a q1; in a report on only one of them it is just q1.
  expect(behindIn({ item: "c/q1" }, { item: "q1", exposure: "exposed" })).toEqual({
    item: "c/q1",
    exposure: "exposed",
  });
});

test("a part is the same however its address is written", () => {
  const one = selectionIn({ "of.arm": "a&b", "of.item": "q1", level: "nominal" });
  expect(one).toEqual({ arm: "a&b", item: "q1" });
  expect(judgementsQueryString(one ?? {})).toBe("?arm=a%26b&item=q1");
  expect(selectionIn({ "of.item": "all" })).toEqual({});
  expect(selectionIn({ "of.nothing": "x" })).toBeNull();
});
