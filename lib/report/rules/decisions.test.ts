import { describe, expect, test } from "vitest";
import type { Action, Value } from "@/lib/judgement/schema";
import { reportOf } from "@/lib/report/computation/report-on-study";
import type { ReportDecision, ReportItem, ReportJudgement } from "@/lib/report/schema/study";
import {
  about,
  compare,
  drafted,
  itemOf,
  judged,
  quick,
  studyOf,
  taskOf,
  YESNO,
} from "@/lib/report/testing/study-data";
import { requestedActions, wordsOf } from "./instruction-words";

describe("decisions", () => {
  const decided = (id: string, item: string, action: Action, more: Partial<ReportDecision> = {}) =>
    ({
      id,
      item,
      task: "t0",
      rater: "A",
      raterKind: "human",
      arm: null,
      exposure: "draft-first",
      action,
      reason: null,
      text: null,
      at: null,
      ...more,
    }) satisfies ReportDecision;
  const key = (id: string) => JSON.stringify(["c", id]);
  const own = (id: string, more: Partial<ReportItem> = {}) =>
    itemOf(YESNO, {
      key: key(id),
      id,
      task: "t0",
      model: "gpt",
      method: "clstudy.generate.ticking",
      ...more,
    });
  const computed = reportOf(
    studyOf({
      n: 1,
      tasks: [taskOf(0, { tags: ["email", "short"] })],
      items: [own("q1"), own("q2"), own("q3", { model: null, method: null })],
      decisions: [
        decided("k1", key("q1"), "revise", { text: "Is it very polite?" }),
        decided("k2", key("q2"), "remove"),
        decided("k3", key("q3"), "add", { text: "Is it brief?" }),
        decided("k4", key("q1"), "accept", { rater: "B" }),
      ],
    }),
    quick,
  );

  test("are divided by family, criterion, method, policy and model", async () => {
    const { decisions } = await computed;
    const counts = decisions.groups.map(({ of, by, group, shares }) => [of, by, group, shares.counts]);
    expect(counts).toEqual([
      ["items", "family", "email", { accept: 1, revise: 1, remove: 1, add: 1 }],
      ["items", "family", "short", { accept: 1, revise: 1, remove: 1, add: 1 }],
      ["items", "criterion", "q1", { accept: 1, revise: 1, remove: 0, add: 0 }],
      ["items", "criterion", "q2", { accept: 0, revise: 0, remove: 1, add: 0 }],
      // Additions count for the rubric they were added to.
      ["items", "method", "clstudy.generate.ticking", { accept: 1, revise: 1, remove: 1, add: 1 }],
      ["items", "policy", "ticking", { accept: 1, revise: 1, remove: 1, add: 1 }],
      ["items", "model", "gpt", { accept: 1, revise: 1, remove: 1, add: 1 }],
    ]);
  });

  test("show what was edited most, and what people wrote", async () => {
    const { decisions } = await computed;
    expect(decisions.edited).toEqual([
      { of: "items", item: "q1", decided: 2, edited: 1, share: 1 / 2, examples: ["Is it very polite?"] },
      { of: "items", item: "q2", decided: 1, edited: 1, share: 1, examples: [] },
    ]);
  });

  test("leave rubrics of another length: A took one away and added one, B changed nothing", async () => {
    const { decisions } = await computed;
    expect(decisions.lengths).toEqual([
      {
        model: "gpt",
        method: "clstudy.generate.ticking",
        rubrics: 1,
        items: 2,
        drafted: 2,
        sd: null,
        sdReason: "fewer-than-2-values",
        shortest: 2,
        longest: 2,
        reviews: 2,
        final: 2,
        reason: null,
      },
    ]);
  });
});

test.each([
  ["Write a short story about a dog.", ["write"], ["story"]],
  ["Please summarize the following article in two sentences.", ["summarize"], ["article"]],
  ["I want you to list five capital cities, and explain why.", ["list"], ["city"]],
  ["Can you translate this?\nGive me three synonyms for 'happy'.", ["translate", "give"], ["synonym"]],
  ["What is the capital of France?", [], []],
])("%s asks for %j of %j", (instruction, verbs, nouns) => {
  expect(requestedActions(instruction)).toEqual({ verbs, nouns });
});

test("reasons for values are counted among those that are not the drafted ones, as their annotators saw them", async () => {
  const seen = (id: string, n: number, more: Partial<ReportJudgement> & { value: Value }) =>
    judged(id, "a", { ...about(n), exposure: "draft-first", draft: `d${n}`, ...more });
  const preferred = (id: string, n: number, more: Partial<ReportJudgement> & { value: Value }) =>
    seen(id, n, { ...compare(n), ...more });
  const removed: ReportJudgement["lines"] = [
    { draft: 0, action: "remove", reason: "wrong-fact", text: null },
  ];
  const { reasons } = (
    await reportOf(
      studyOf({
        n: 8,
        drafts: [
          drafted(0, "yes"),
          drafted(1, "yes"),
          drafted(2, "yes"),
          // For the same pair in reverse order: its A is the second response.
          drafted(3, "A", { ...compare(3), pair: ["b3", "a3"] }),
          drafted(4, "A", { ...compare(4), pair: ["b4", "a4"] }),
          drafted(5, 5, compare(5)),
          drafted(6, "tie", compare(6)),
          drafted(7, "yes"),
        ],
        judgements: [
          seen("other", 0, { value: "no", reason: "too-lenient" }),
          seen("kept", 1, { value: "yes" }),
          seen("its line says why", 2, { value: "no", lines: removed }),
          preferred("the same side", 3, { value: "B" }),
          preferred("the other side", 4, { value: "A" }),
          preferred("the same side, less so", 5, { value: 4 }),
          preferred("had to choose one", 6, { value: "B" }),
          seen("saw no value", 7, { value: "no", exposure: "score-hidden" }),
        ],
      }),
      quick,
    )
  ).decisions;
  expect(reasons.filter(({ of }) => of === "values")).toEqual([
    { of: "values", action: "revise", code: null, count: 1, share: 0.5 },
    { of: "values", action: "revise", code: "too-lenient", count: 1, share: 0.5 },
  ]);
});

test("words come with the criteria of their tasks", () => {
  const rows = wordsOf(
    studyOf({
      n: 2,
      tasks: [taskOf(0, { instruction: "Write a poem." }), taskOf(1, { instruction: "Write an email." })],
      items: [itemOf(YESNO, { key: "a", task: "t0", category: "Form" }), itemOf(YESNO, { key: "b" })],
    }),
  );
  expect(rows).toEqual([
    {
      kind: "verb",
      word: "write",
      tasks: 2,
      criteria: [
        { name: "Clear", tasks: 2 },
        { name: "Form", tasks: 1 },
      ],
    },
    { kind: "noun", word: "email", tasks: 1, criteria: [{ name: "Clear", tasks: 1 }] },
    {
      kind: "noun",
      word: "poem",
      tasks: 1,
      criteria: [
        { name: "Clear", tasks: 1 },
        { name: "Form", tasks: 1 },
      ],
    },
  ]);
});

test("decisions on drafts of different versions of a judge are groups of their own", async () => {
  const by = (condition: string) => ({ method: "judge", condition });
  const accepted = (id: string, n: number) =>
    judged(id, "a", {
      ...{ ...about(n), value: "yes", exposure: "draft-first", draft: `d${n}` },
      lines: [{ draft: 0, action: n === 0 ? "accept" : "remove", reason: null, text: null }],
    });
  const { groups } = (
    await reportOf(
      studyOf({
        n: 3,
        drafts: [
          drafted(0, "yes", by("v1")),
          drafted(1, "yes", by("v2")),
          drafted(2, "yes", { method: "geval" }),
        ],
        judgements: [accepted("k0", 0), accepted("k1", 1), accepted("k2", 2)],
      }),
      quick,
    )
  ).decisions;
  expect(groups.filter((one) => one.by === "method").map(({ group, shares }) => [group, shares.n])).toEqual([
    ["geval", 1],
    ["judge (v1)", 1],
    ["judge (v2)", 1],
  ]);
});
