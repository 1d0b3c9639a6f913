import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import type { ConsensusChoices, ItemDecision, ReviewedRubric } from "@/lib/rubric/schema";
import {
  groupAdditions,
  isComplete,
  listsIn,
  majorityConsensus,
  nextItems,
  normalised,
  revisedScaleOf,
  survivalOf,
} from "./consensus";
import { wordDiff } from "./diff";

const yesno = { type: "yesno" } as const;

/** A rubric with items a, b, … and the reviewers' decisions on each: "accept", "remove", or a new text. */
function reviewed(decided: Record<string, string[]>, added: string[] = [], reviews = 3): ReviewedRubric {
  const items = Object.keys(decided).map((id) => ({
    id,
    key: id,
    name: null,
    text: `Is it ${id}?`,
    scale: yesno,
    weight: 2,
    category: null,
    metadata: {},
  }));
  const decisions = Object.entries(decided).flatMap(([item, did]) =>
    did.map((what, n): ItemDecision => {
      const action = what === "accept" || what === "remove" ? what : "revise";
      const text = action === "revise" ? what : null;
      return { id: `${item}${n}`, item, action, text, scale: null, reasonCode: null, reasonNote: null };
    }),
  );
  const additions = added.map((text, n) => ({
    id: `add${n}`,
    key: `new${n}`,
    text,
    scale: yesno,
    list: null,
  }));
  const versions = { version: 1, latest: 1, latestItems: items, made: null, drafted: null };
  const of = { id: "r", key: "c1", kind: "checklist" as const, task: "t1", title: "…" };
  return { ...of, ...versions, reviews, items, decisions, additions };
}

const did = fc.constantFrom("accept", "remove", "Is it so?", "Is it really so?");
const anyRubric = fc
  .record({
    decided: fc.dictionary(fc.constantFrom("a", "b", "c", "d"), fc.array(did, { maxLength: 5 })),
    added: fc.array(fc.constantFrom("Is it kind?", "is it  kind", "Is it true?"), { maxLength: 5 }),
  })
  .map(({ decided, added }) => reviewed(decided, added));

test.prop([anyRubric])("survival counts every decision once", (rubric) => {
  const counted = rubric.items.flatMap(({ id }) => Object.values(survivalOf(id, rubric.decisions)));
  expect(counted.reduce((sum, n) => sum + n, 0)).toBe(rubric.decisions.length);
});

test.prop([anyRubric])("each addition is in one group, and no two groups have the same text", (rubric) => {
  const groups = groupAdditions(rubric.additions);
  const ids = groups.flatMap(({ members }) => members.map(({ id }) => id));
  expect(ids.sort()).toEqual(rubric.additions.map(({ id }) => id).sort());
  expect(new Set(groups.map(({ first }) => normalised(first.text))).size).toBe(groups.length);
});

test("similar additions are suggested for merging, and stay separate", () => {
  const { additions } = reviewed({}, ["Is the date stated?", "Is the right date stated?", "Is it short?"]);
  expect(groupAdditions(additions).map(({ near }) => near.map(({ id }) => id))).toEqual([
    ["add1"],
    ["add0"],
    [],
  ]);
});

describe("a majority", () => {
  const choice = (...what: string[]) => majorityConsensus(reviewed({ a: what })).choices.items[0] ?? null;
  it.each([
    [["accept", "accept", "remove"], { do: "keep", item: "a" }],
    [["remove", "remove", "New?"], { do: "drop", item: "a" }],
    [["New?", "new", "accept"], { do: "take", item: "a", decision: "a0" }],
    [["New?", "Other?", "accept"], null],
    [["accept", "remove"], null],
    [[], null],
  ])("of %j", (what, expected) => {
    expect(choice(...what)).toEqual(expected);
  });

  test("takes additions of more than half of the people, drops those of fewer, and leaves half undecided", () => {
    const additions = (reviews: number) => majorityConsensus(reviewed({}, ["Kind?", "kind"], reviews));
    expect(additions(3).choices.additions).toEqual([{ addition: "add0", text: null }]);
    expect(additions(4).open.additions).toEqual(["add0"]);
    expect(additions(5)).toEqual({
      choices: { items: [], additions: [] },
      open: { items: [], additions: [] },
    });
  });

  test.prop([anyRubric])("makes the next version of a rubric, always the same one", (rubric) => {
    const majority = majorityConsensus(rubric);
    expect(majorityConsensus(structuredClone(rubric))).toEqual(majority);
    const next = nextItems(rubric, majority.choices);
    if (!isComplete(majority)) return;
    expect(next).toEqual(nextItems(structuredClone(rubric), majority.choices));
    expect(next?.filter(({ id }) => id !== null).length).toBe(
      majority.choices.items.filter((one) => one.do !== "drop").length,
    );
    for (const item of next ?? []) {
      const before = rubric.items.find(({ id }) => id === item.id);
      expect(item.isNew).toBe(before?.text !== item.text);
      if (before) expect(item).toMatchObject({ key: before.key, scale: before.scale, weight: before.weight });
    }
  });
});

test("a scale is taken with its words: by a majority of those that revised, or by hand", () => {
  const five = { type: "points", min: 1, max: 5 } as const;
  const three = { type: "points", min: 1, max: 3, labels: { "1": "no", "3": "yes" } } as const;
  const rubric = reviewed({ a: ["Is it a?", "Is it a", "Is it a?"] });
  rubric.items = rubric.latestItems = rubric.items.map((item) => ({ ...item, scale: five }));
  rubric.decisions = rubric.decisions.map((one, n) => ({ ...one, scale: n < 2 ? three : null }));
  const { choices } = majorityConsensus(rubric);
  expect(choices.items).toEqual([{ do: "take", item: "a", decision: "a0" }]);
  expect(nextItems(rubric, choices)).toMatchObject([{ text: "Is it a?", scale: three, isNew: true }]);
  const byHand = (more: object) =>
    nextItems(rubric, { items: [{ do: "write", item: "a", text: "Is it a?", ...more }], additions: [] });
  expect(byHand({ scale: three })).toMatchObject([{ scale: three, isNew: true }]);
  expect(byHand({})).toMatchObject([{ scale: five, isNew: false }]);
  rubric.decisions = rubric.decisions.map((one, n) => ({ ...one, scale: n === 0 ? three : null }));
  expect(majorityConsensus(rubric).choices.items).toEqual([{ do: "take", item: "a", decision: "a1" }]);
});

test("a next version keeps the identity of its items, and the parent of reworded ones", () => {
  const rubric = reviewed({ a: ["accept"], b: ["Better?"], c: ["remove"], d: ["remove"] }, [
    "Kind?",
    "True?",
  ]);
  const choices: ConsensusChoices = {
    items: [
      { do: "keep", item: "a" },
      { do: "take", item: "b", decision: "b0" },
      { do: "write", item: "c", text: "Mine?" },
      { do: "drop", item: "d" },
    ],
    additions: [
      { addition: "add0", text: null },
      { addition: "add1", text: "Is it true?" },
    ],
  };
  expect(nextItems(rubric, choices)).toMatchObject([
    { id: "a", text: "Is it a?", isNew: false },
    { id: "b", text: "Better?", isNew: true },
    { id: "c", text: "Mine?", isNew: true },
    { id: null, key: "new0", parentKey: null, text: "Kind?", isNew: true },
    { id: null, key: "new1~2", parentKey: "new1", text: "Is it true?", isNew: true },
  ]);
});

it.each<[string, ConsensusChoices]>([
  ["an item without a choice", { items: [], additions: [] }],
  [
    "an item chosen twice",
    {
      items: [
        { do: "keep", item: "a" },
        { do: "drop", item: "a" },
      ],
      additions: [],
    },
  ],
  [
    "another item's revision",
    {
      items: [
        { do: "take", item: "a", decision: "b0" },
        { do: "keep", item: "b" },
      ],
      additions: [],
    },
  ],
  [
    "an addition of nobody's",
    {
      items: [
        { do: "keep", item: "a" },
        { do: "keep", item: "b" },
      ],
      additions: [{ addition: "x", text: null }],
    },
  ],
])("choices with %s are refused", (_, choices) => {
  expect(nextItems(reviewed({ a: ["accept"], b: ["Better?"] }), choices)).toBeNull();
});

const text = fc.string({ unit: fc.constantFrom("a", "b", " ", "\n", "é", "."), maxLength: 30 });

test.prop([text, text])("a difference reads back as both texts", (before, after) => {
  const parts = wordDiff(before, after);
  const read = (leaving: string) =>
    parts
      .filter(({ kind }) => kind !== leaving)
      .map(({ text }) => text)
      .join("");
  expect(read("added")).toBe(before);
  expect(read("removed")).toBe(after);
  if (before === after) expect(parts.every(({ kind }) => kind === "same")).toBe(true);
});

test("the common parts of two texts occur once in their difference", () => {
  expect(wordDiff("Is it clear?", "Is it very clear?")).toEqual([
    { kind: "same", text: "Is it " },
    { kind: "added", text: "very " },
    { kind: "same", text: "clear?" },
  ]);
});

it("keeps the lists that people wrote alone apart, each in its order", () => {
  const { additions } = reviewed({}, ["Is it kind?", "Is it true?", "Is it kind?", "Is it short?"]);
  const of = ["one", "one", "two", null];
  const lists = listsIn(additions.map((addition, n) => ({ ...addition, list: of[n] ?? null })));
  expect(lists.map(({ list, items }) => [list, items.map(({ text }) => text)])).toEqual([
    ["one", ["Is it kind?", "Is it true?"]],
    ["two", ["Is it kind?"]],
  ]);
});

test("the revised scale of an item is the most frequent that can be asked on, whatever the words", () => {
  const points = (max: number) => ({ type: "points" as const, min: 1, max });
  const { decisions } = reviewed({ a: ["x", "y", "z", "u", "v", "w", "accept"], b: ["x"] });
  const scales = [null, points(4), points(3), points(3), points(200), points(200), points(200), points(7)];
  const scaled = decisions.map((decision, at) => ({ ...decision, scale: scales[at] ?? null }));
  expect(revisedScaleOf("a", scaled)).toEqual(points(3));
  expect(revisedScaleOf("b", decisions)).toBeNull();
});
