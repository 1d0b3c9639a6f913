import { expect, test } from "vitest";
import { pairsOf } from "@/lib/export/rules/training/pairs";
import { TrainingOptions } from "@/lib/export/schema/training";
import { draftOf, judgementOf, taskData, trainingOptionsOf } from "@/lib/export/testing/training";

const scored = (values: readonly number[], about: object = {}) =>
  values.map((value, n) => draftOf({ response: "abc"[n] ?? "", value, ...about }));
const people = (values: readonly number[], about: object = {}) =>
  values.map((value, n) => judgementOf({ response: "abc"[n] ?? "", value, ...about }));

/** The pairs in short: chosen, rejected, margin; or the reason. */
const short = (data: Parameters<typeof taskData>[0], options: object = {}) =>
  pairsOf(taskData(data), trainingOptionsOf(options)).map((found) =>
    "reason" in found
      ? `${found.source.origin}: ${found.reason}`
      : `${found.source.origin}: ${found.chosen.id} over ${found.rejected.id} by ${found.margin}`,
  );

test("the highest score is chosen over the lowest, if they differ by the margin", () => {
  expect(short({ judgements: people([2, 5, 3]) })).toEqual(["human: b over a by 3"]);
  expect(short({ judgements: people([4, 5, 4.5]) })).toEqual(["human: below-margin"]);
  expect(short({ judgements: people([4, 5, 4.5]) }, { margin: 0.5 })).toEqual(["human: b over a by 1"]);
  expect(short({ judgements: people([4]) })).toEqual(["human: fewer-than-two-scored"]);
});

test("a margin of 5 exists on 1 to 10, and on no shorter scale", () => {
  const judgements = people([3, 8, 4]);
  expect(short({ judgements }, { scale: "1-10" })).toEqual(["human: b over a by 5"]);
  expect(short({ judgements: people([4, 8]) }, { scale: "1-10" })).toEqual(["human: below-margin"]);
  expect(short({ judgements }, { scale: "1-5" })).toEqual(["human: off-scale"]);
  expect(TrainingOptions.safeParse({ scale: "1-5", margin: 5 }).error?.issues).toMatchObject([
    { path: ["margin"], message: expect.stringContaining("larger than the scale") },
  ]);
  for (const scale of ["5-1", "1-", "one-five", "1-1"])
    expect(TrainingOptions.safeParse({ scale }).success).toBe(false);
});

test("with several best or worst responses the task is left out, or one is drawn by the seed", () => {
  const judgements = people([5, 5, 1]);
  expect(short({ judgements })).toEqual(["human: tie"]);
  const drawn = short({ judgements }, { ties: "first-by-hash" });
  expect(drawn).toEqual(short({ judgements: judgements.toReversed() }, { ties: "first-by-hash" }));
  expect(["human: a over c by 4", "human: b over c by 4"]).toContain(drawn[0]);
  const seeds = Array.from({ length: 20 }, (_, seed) =>
    short({ judgements }, { ties: "first-by-hash", seed }),
  );
  expect(new Set(seeds.flat()).size).toBe(2);
});

test("equal texts are no pair", () => {
  expect(short({ texts: ["same", "same"], judgements: people([1, 5]) })).toEqual(["human: same-text"]);
});

test("a model's pair needs people who decided the same, unless everything is taken", () => {
  const drafts = scored([1, 5, 3]);
  expect(short({ drafts })).toEqual(["llm: not-verified"]);
  expect(short({ drafts }, { verified: "all" })).toEqual(["llm: b over a by 4"]);
  const prefers = (value: "A" | "B") => judgementOf({ item: "preference", pair: ["a", "b"], value });
  expect(short({ drafts, judgements: [prefers("B")] })).toEqual([
    "llm: b over a by 4",
    "human: b over a by null",
  ]);
  expect(short({ drafts, judgements: [prefers("A")] })).toContain("llm: people-disagree");
  // People's scores decide where nobody compared the two.
  expect(short({ drafts, judgements: people([2, 4, 5]) })).toContain("llm: b over a by 4");
  expect(short({ drafts, judgements: people([4, 2, 5]) })).toContain("llm: people-disagree");
  expect(short({ drafts, judgements: people([3, 3, 5]) })).toContain("llm: not-verified");
  const [pair] = pairsOf(taskData({ drafts }), trainingOptionsOf({ verified: "all" }));
  expect(pair).toMatchObject({ isVerified: false, promptHash: `hash of ${drafts[1]?.id}` });
});

test("scores with a draft in view are a source of their own, and so are other methods and conditions", () => {
  const draft = draftOf({ response: "a", value: 1 });
  const judgements = [
    ...people([1, 5, 3]),
    ...people([1, 5, 3], { draft: draft.id, exposure: "draft-first", rater: "A02" }),
  ];
  expect(short({ drafts: [draft], judgements })).toEqual([
    "human: b over a by 4",
    "llm+human: b over a by 4",
    "llm: fewer-than-two-scored",
  ]);
  const drafts = [
    ...scored([1, 5]),
    ...scored([5, 1], { method: "judge.plain_absolute" }),
    ...scored([1, 4], { condition: "v1, temperature=1" }),
  ];
  expect(short({ drafts }, { verified: "all" })).toEqual([
    "llm: b over a by 4",
    "llm: a over b by 4",
    "llm: b over a by 3",
  ]);
});

test("several raters and samples are averaged before they are compared", () => {
  const judgements = [...people([1, 4, 5]), ...people([1, 5, 3], { rater: "A02" })];
  expect(short({ judgements })).toEqual(["human: b over a by 3.5"]);
});

test("a preference needs more votes than the other response and than ties; its margin is the mean strength", () => {
  const prefer = (...values: (number | "A" | "B" | "tie")[]) => ({
    judgements: values.map((value, n) =>
      judgementOf({ item: "preference", pair: ["b", "a"], value, rater: `A0${n}` }),
    ),
  });
  // On the scale 1 is "b is much better": strengths 2, 1 and −1.
  expect(short(prefer(1, 2, 4))).toEqual([`human: b over a by ${2 / 3}`]);
  expect(short(prefer(5, 4))).toEqual(["human: a over b by 1.5"]);
  expect(short(prefer("A", "tie", "tie"))).toEqual(["human: no-majority"]);
  expect(short(prefer("A", "B"))).toEqual(["human: no-majority"]);
  // Verdicts without a strength have no margin.
  expect(short(prefer("A", 1))).toEqual(["human: b over a by null"]);
});

test("verdicts of a model that change with the order give no preference", () => {
  const verdict = (order: "AB" | "BA", value: "A" | "B") =>
    draftOf({ item: "preference", pair: ["a", "b"], order, value });
  const all = { verified: "all" };
  expect(short({ drafts: [verdict("AB", "A"), verdict("BA", "A")] }, all)).toEqual(["llm: a over b by null"]);
  expect(short({ drafts: [verdict("AB", "A"), verdict("BA", "B")] }, all)).toEqual(["llm: order-dependent"]);
});

test("gold is a source beside people", () => {
  const gold = judgementOf({
    item: "preference",
    pair: ["a", "b"],
    raterKind: "gold",
    rater: "gold",
    value: "A",
  });
  const own = judgementOf({ item: "preference", pair: ["a", "b"], value: "B" });
  expect(short({ judgements: [gold, own] })).toEqual(["gold: a over b by null", "human: b over a by null"]);
});

test("a pair has the criteria that its source judged by, as people left them", () => {
  const list = (id: string, texts: string[], about: object = {}) => ({
    rubric: {
      ...{ type: "rubric" as const, id, task: "t1", kind: "criteria" as const, origin: "human", ...about },
      items: texts.map((text, n) => ({
        id: `${id}.${n}`,
        text,
        scale: { type: "points" as const, min: 1, max: 5 },
      })),
    },
    decisions: [],
  });
  const criteria = [list("c1", ["Is kind"]), list("c2", ["Is kinder"], { pair: ["a", "b"] })];
  const textsOf = (data: object) =>
    pairsOf(taskData({ criteria, ...data }), trainingOptionsOf({ verified: "all" })).map((found) =>
      "reason" in found ? found.reason : (found.criteria?.map(({ text }) => text) ?? null),
    );
  expect(textsOf({ judgements: people([1, 5]) })).toEqual([["Is kinder"]]);
  expect(textsOf({ judgements: people([1, 4, 5]) })).toEqual([["Is kind"]]);
  expect(textsOf({ criteria: [], judgements: people([1, 5]) })).toEqual([null]);
  expect(textsOf({ drafts: scored([1, 5], { method: "coeval.overall_step" }) })).toEqual([["Is kinder"]]);
  // A method that is shown no criteria judges by none.
  expect(textsOf({ drafts: scored([1, 5], { method: "judge.plain_absolute" }) })).toEqual([null]);
});
