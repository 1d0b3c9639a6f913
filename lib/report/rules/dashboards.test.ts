import { describe, expect, test } from "vitest";
import type { Action, Value } from "@/lib/judgement/schema";
import type { ReportGold, ReportPlanted } from "@/lib/quality/schema";
import type {
  ReportDecision,
  ReportDraft,
  ReportItem,
  ReportJudgement,
  ReportTask,
  StudyData,
} from "@/lib/report/schema/study";
import { gptDraft } from "@/lib/report/testing/draft";
import { requestedActions, wordsOf } from "./instruction-words";
import { tableCsv } from "./render/csv";
import { tableMarkdown } from "./render/markdown";
import { reportOf } from "./report";
import { STAGE_NAMES, sessionStages } from "./sessions";
import { tablesOf } from "./tables/all";

const quick = { replicates: 50, seed: 42 };
const YESNO = { type: "yesno" } as const;
const FIVE = { type: "points", min: 1, max: 5 } as const;

const about = (n: number, item = "k") => ({ task: `t${n}`, item, response: `r${n}`, pair: null });
const compare = (n: number) => ({
  task: `t${n}`,
  item: "preference",
  response: null,
  pair: [`a${n}`, `b${n}`] as const,
});
const taskOf = (n: number, more: Partial<ReportTask> = {}): ReportTask => ({
  id: `t${n}`,
  tags: [],
  instruction: "…",
  ...more,
});
const itemOf = (scale: ReportItem["scale"], more: Partial<ReportItem> = {}): ReportItem => ({
  key: "k",
  id: "C1",
  rubric: "c",
  task: null,
  name: "Clear",
  text: "…",
  category: null,
  scale,
  model: null,
  method: null,
  ...more,
});
const judged = (id: string, rater: string, more: Partial<ReportJudgement> & { value: Value | null }) =>
  ({
    id,
    ...about(0),
    rater,
    raterKind: "human",
    arm: null,
    exposure: "none",
    draft: null,
    initial: undefined,
    lines: [],
    activeMs: null,
    startedAt: null,
    submittedAt: null,
    ...more,
  }) satisfies ReportJudgement;
const drafted = (n: number, value: Value | null, more: Partial<ReportDraft> = {}) =>
  gptDraft(n, about(n), value, more);
function studyOf(more: Partial<StudyData> & { n: number }): StudyData {
  const { n, ...given } = more;
  const places = Array.from({ length: n }, (_, at) => at);
  return {
    name: "s",
    tasks: places.map((at) => taskOf(at)),
    responses: places.map((at) => ({ id: `r${at}`, task: `t${at}`, model: at % 2 ? "odd" : "even" })),
    items: [],
    drafts: [],
    judgements: [],
    decisions: [],
    ...given,
  };
}

/** The values of several people for response 0, 1, …; null for none. */
const table = (
  people: Record<string, readonly (Value | null)[]>,
  more: (rater: string, n: number) => Partial<ReportJudgement> = () => ({}),
) =>
  Object.entries(people).flatMap(([rater, values]) =>
    values.flatMap((value, n) =>
      value === null ? [] : [judged(`${rater}${n}`, rater, { ...about(n), value, ...more(rater, n) })],
    ),
  );

test("questions: an LLM without an answer is wrong when strict and left out when lenient", () => {
  const { accuracy } = reportOf(
    studyOf({
      n: 5,
      items: [itemOf(YESNO)],
      // Right, wrong, no answer, right; people are divided on the last.
      drafts: [drafted(0, "yes"), drafted(1, "no"), drafted(2, null), drafted(3, "no"), drafted(4, "no")],
      judgements: table({
        A: ["yes", "yes", "yes", "no", "yes"],
        B: ["yes", "yes", "yes", "no", "no"],
        C: ["no", "yes", null, "no", null],
      }),
    }),
    quick,
  );
  expect(accuracy.find(({ item, exposure }) => item === "C1" && exposure === "independent")).toMatchObject({
    llm: "gpt",
    n: 4,
    correct: 2,
    undecided: 1,
    ties: 1,
    strict: 2 / 4,
    lenient: 2 / 3,
  });
  expect(accuracy.find(({ item, exposure }) => item === "C1" && exposure === "exposed")).toMatchObject({
    n: 0,
    strict: null,
    strictReason: "none-qualify",
  });
});

test("preferences: distances of an LLM from people together, and of people from each other", () => {
  const { preferences } = reportOf(
    studyOf({
      n: 4,
      responses: [0, 1, 2, 3].flatMap((n) =>
        ["a", "b"].map((side) => ({ id: `${side}${n}`, task: `t${n}`, model: null })),
      ),
      // Means 1.5, 3, 4 and 2: the first, a tie, the second, the first.
      judgements: [
        [1, 2],
        [2, 4],
        [4, 4],
        [2, 2],
      ].flatMap((values, n) =>
        values.map((value, at) => judged(`j${n}${at}`, `P${at}`, { ...compare(n), value })),
      ),
      drafts: [1, 1, 1, 3].map((value, n) => ({ ...drafted(n, value), ...compare(n) })),
    }),
    quick,
  );
  const independent = preferences.filter(({ exposure }) => exposure === "independent");
  // The LLM says first, first, first, tie: 0, 1, 2 and 1 apart.
  expect(independent.find(({ machine }) => machine?.llm === "gpt")).toMatchObject({
    n: 4,
    pld: [1 / 4, 2 / 4, 1 / 4],
    wpld: 1,
  });
  // Pairs of people: same, first against second, same, same.
  expect(independent.find(({ machine }) => machine === null)).toMatchObject({
    n: 4,
    pld: [3 / 4, 0, 1 / 4],
    wpld: 1 / 2,
  });
});

test("preferences on five points and in words lie apart by the side they are for", () => {
  const of = (people: readonly (readonly Value[])[], machine: readonly Value[]) =>
    reportOf(
      studyOf({
        n: people.length,
        judgements: people.flatMap((values, n) =>
          values.map((value, at) => judged(`j${n}${at}`, `P${at}`, { ...compare(n), value })),
        ),
        drafts: machine.map((value, n) => ({ ...drafted(n, value), ...compare(n) })),
      }),
      quick,
    ).preferences.filter(({ exposure }) => exposure === "independent");
  // People 1.5, 3 and 4: the first, a tie, the second. The model chooses between A, a tie and B: 0, 1 and 0 apart.
  expect(of([[1, 2], [2, 4], [4]], ["A", "B", "B"])).toMatchObject([
    { machine: null, n: 2 },
    { machine: { llm: "gpt" }, n: 3, ties: 0, pld: [2 / 3, 1 / 3, 0], wpld: 1 / 3 },
  ]);
  // The other way round; of the last pair people have no majority.
  const divided = of([["A", "A", "B"], ["B"], ["A", "B"]], [1, 1, 1]);
  expect(divided[1]).toMatchObject({ n: 2, ties: 1, pld: [1 / 2, 0, 1 / 2], wpld: 1 });
  // Some on five points, some in words: A, A and B.
  expect(of([[1, "A", 5]], [2])).toMatchObject([
    { machine: null, n: 1, pld: [1 / 3, 0, 2 / 3] },
    { machine: { llm: "gpt" }, n: 1, ties: 0, pld: [1, 0, 0] },
  ]);
});

test("correlations of pairs are averaged, and pairs without one are counted", () => {
  const { pairings } = reportOf(
    studyOf({
      n: 3,
      items: [itemOf(FIVE)],
      drafts: [1, 2, 3].map((value, n) => drafted(n, value)),
      // With A the LLM correlates 1, with B -1, C is constant.
      judgements: table({ A: [2, 3, 4], B: [3, 2, 1], C: [5, 5, 5] }),
    }),
    quick,
  );
  const row = (pairing: string) => pairings.find((each) => each.scope === "C1" && each.pairing === pairing);
  expect(row("llm-human")).toMatchObject({ pairs: 2, undefinedPairs: 1, units: 3 });
  expect(row("llm-human")?.value).toBeCloseTo(0, 12);
  expect(row("human-human")).toMatchObject({ pairs: 1, undefinedPairs: 2 });
  expect(row("human-human")?.value).toBeCloseTo(-1, 12);
  expect(row("assisted-human")).toBeUndefined();
});

test("what cannot be paired says whether drafts were in view, or nobody recorded it", () => {
  const of = (exposure: ReportJudgement["exposure"]) =>
    reportOf(
      studyOf({
        n: 2,
        items: [itemOf(FIVE)],
        drafts: [drafted(0, 2), drafted(1, 3)],
        judgements: table({ A: [1, 2], B: [2, 3] }, () => ({ exposure })),
      }),
      quick,
    ).pairings.find(({ scope, pairing }) => scope === "C1" && pairing === "human-human")?.reason;
  expect(of("draft-first")).toBe("drafts-in-view");
  expect(of(null)).toBe("exposure-unknown");
  expect(of("none")).toBeNull();
});

test("values are counted by who gave them and whose responses they are about", () => {
  const { distributions } = reportOf(
    studyOf({
      n: 3,
      items: [itemOf(FIVE)],
      drafts: [drafted(0, 5)],
      judgements: table({ A: [1, 3, 5] }),
    }),
    quick,
  );
  const rows = distributions.filter(({ scope, exposure }) => scope === "C1" && exposure !== "any");
  expect(
    rows.map(({ machine, responseModel, values, mean }) => [machine?.llm, responseModel, values, mean]),
  ).toEqual([
    [undefined, "all", { 1: 1, 3: 1, 5: 1 }, 3],
    [undefined, "even", { 1: 1, 5: 1 }, 3],
    [undefined, "odd", { 3: 1 }, 3],
    ["gpt", "all", { 5: 1 }, 5],
    ["gpt", "even", { 5: 1 }, 5],
  ]);
  // Of 1, 3 and 5 as a population: the root of 8/3.
  expect(rows[0]?.sd).toBeCloseTo(Math.sqrt(8 / 3), 12);
});

describe("whether an LLM can stand in for a person", () => {
  const N = 40;
  const values = (of: (n: number) => Value) => Array.from({ length: N }, (_, n) => of(n));
  const even = (n: number): Value => (n % 2 ? "yes" : "no");
  const people = { A: values(even), B: values(even), C: values(even) };
  const study = (judgements: ReportJudgement[], machine: (n: number) => Value) =>
    reportOf(
      studyOf({
        n: N,
        items: [itemOf(YESNO)],
        drafts: values(machine).map((value, n) => drafted(n, value)),
        judgements,
      }),
      { replicates: 5, seed: 1 },
    ).alternative.find(({ scope }) => scope === "C1");

  test("one that always agrees may replace everybody", () => {
    expect(study(table(people), even)).toMatchObject({
      people: 3,
      advantage: 1,
      winningRate: 1,
      reason: null,
    });
  });

  test("one that never does, nobody", () => {
    const never = (n: number): Value => (n % 2 ? "no" : "yes");
    expect(study(table(people), never)).toMatchObject({ people: 3, advantage: 0, winningRate: 0 });
  });

  test("units are those that are compared: with the LLM's value, and rated by somebody else as well", () => {
    const some = { A: people.A, B: people.B.slice(0, 35), C: people.C.slice(0, 33) };
    expect(study(table(some), even)).toMatchObject({ people: 3, units: 35 });
    // D has too few ratings to be tested, and A is compared with D on five that no one else rated.
    const few = {
      ...some,
      D: ["no", "yes", ...Array.from({ length: 33 }, () => null), ...people.A.slice(35)],
    } as const;
    expect(study(table(few), even)).toMatchObject({ people: 3, units: 40 });
  });

  test("values with a draft in view are refused, and too few people or units", () => {
    const seen = table(people, () => ({ exposure: "draft-first" }));
    expect(study(seen, even)).toMatchObject({ winningRate: null, reason: "drafts-in-view" });
    const untold = table(people, () => ({ exposure: null }));
    expect(study(untold, even)).toMatchObject({ winningRate: null, reason: "exposure-unknown" });
    const { C: _, ...two } = people;
    expect(study(table(two), even)).toMatchObject({ winningRate: null, reason: "fewer-than-3-raters" });
    const short = Object.fromEntries(Object.entries(people).map(([rater, all]) => [rater, all.slice(0, 20)]));
    expect(study(table(short), even)).toMatchObject({ winningRate: null, reason: "fewer-than-30-units" });
  });
});

test("a session ends with half an hour without a submission", () => {
  const at = (minutes: number) => new Date(Date.UTC(2026, 0, 1, 9, minutes)).toISOString();
  const minutes = [0, 5, 10, 15, 20, 25, 56];
  const judgements = minutes.map((minute, n) =>
    judged(`j${n}`, "A", { ...about(n), value: "yes", submittedAt: at(minute) }),
  );
  const stages = sessionStages([...judgements, judged("x", "A", { value: "no" })]);
  expect(Array.from({ length: stages.length }, (_, place) => STAGE_NAMES[stages.at(place)])).toEqual([
    ...["1-5", "1-5", "1-5", "1-5", "1-5"],
    "6-10",
    "1-5",
    undefined,
  ]);
});

test("agreement is that of people in one arm, and at one stage of their sessions", () => {
  const people = { A: ["yes", "no"], B: ["yes", "no"], C: ["no", "yes"], D: ["no", "yes"] } as const;
  const report = reportOf(
    studyOf({
      n: 2,
      items: [itemOf(YESNO)],
      judgements: table(people, (rater, n) => ({
        arm: rater < "C" ? "one" : "two",
        submittedAt: new Date(Date.UTC(2026, 0, 1, 9, n)).toISOString(),
      })),
    }),
    quick,
  );
  const { arms, positions } = report;
  expect(arms.filter(({ scope }) => scope === "C1").map(({ arm, value }) => [arm, value])).toEqual([
    ["one", 1],
    ["two", 1],
  ]);
  // 2 yes and 2 no on both units: chance agreement exceeds 1 of 3.
  expect(positions[0]).toMatchObject({ position: "1-5", units: 2, percentAgreement: 1 / 3 });
  const written = tablesOf(report, []).find(({ name }) => name === "agreement-by-position");
  if (!written) return expect.fail();
  expect(tableMarkdown(written)).toContain("| 1–5 |");
  expect(tableMarkdown(written)).not.toContain("1-5");
  expect(tableCsv(written)).toContain('"1-5","1–5"');
});

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
  const { decisions } = reportOf(
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

  test("are divided by family, criterion, method, policy and model", () => {
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

  test("show what was edited most, and what people wrote", () => {
    expect(decisions.edited).toEqual([
      { of: "items", item: "q1", decided: 2, edited: 1, share: 1 / 2, examples: ["Is it very polite?"] },
      { of: "items", item: "q2", decided: 1, edited: 1, share: 1, examples: [] },
    ]);
  });

  test("leave rubrics of another length: A took one away and added one, B changed nothing", () => {
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

test("reasons for values are counted among those that are not the drafted ones, as their annotators saw them", () => {
  const seen = (id: string, n: number, more: Partial<ReportJudgement> & { value: Value }) =>
    judged(id, "a", { ...about(n), exposure: "draft-first", draft: `d${n}`, ...more });
  const preferred = (id: string, n: number, more: Partial<ReportJudgement> & { value: Value }) =>
    seen(id, n, { ...compare(n), ...more });
  const removed: ReportJudgement["lines"] = [
    { draft: 0, action: "remove", reason: "wrong-fact", text: null },
  ];
  const { reasons } = reportOf(
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

test("a draft is taken over unread when that took less time than reading at 400 words a minute", () => {
  // 80 words are 12 seconds.
  const over = (n: number, activeMs: number, more: Partial<ReportJudgement> = {}) =>
    judged(`j${n}`, "A", {
      ...about(n),
      value: 4,
      draft: `d${n}`,
      exposure: "draft-first",
      activeMs,
      ...more,
    });
  const { anchoring } = reportOf(
    studyOf({
      n: 4,
      items: [itemOf(FIVE)],
      drafts: [0, 1, 2, 3].map((n) => drafted(n, 4, { words: 80 })),
      judgements: [
        over(0, 11_000),
        over(1, 13_000),
        over(2, 1_000, { value: 3 }),
        over(3, 1_000, { lines: [{ draft: 0, action: "remove", reason: null, text: null }] }),
      ],
    }),
    quick,
  );
  expect(anchoring.reading.find(({ scope }) => scope === "C1")).toEqual({
    scope: "C1",
    origin: "llm",
    accepted: 2,
    faster: 1,
    share: 1 / 2,
    ci: null,
    medianSeconds: 12,
    medianWords: 80,
    reason: null,
    tasks: 2,
  });
});

test("a drafted preference is taken over when it is for the same response, whichever side that stood on", () => {
  const turned = (n: number) => ({ ...compare(n), pair: [`b${n}`, `a${n}`] as const });
  const over = (n: number, value: Value) =>
    judged(`j${n}`, "A", { ...compare(n), value, draft: `d${n}`, exposure: "draft-first", activeMs: 1_000 });
  const { anchoring } = reportOf(
    studyOf({
      n: 4,
      // For the pair in reverse order: its A is the second response.
      drafts: [drafted(0, "A"), drafted(1, "A"), drafted(2, 2), drafted(3, 2)].map((draft, n) => ({
        ...draft,
        ...turned(n),
        words: 80,
      })),
      judgements: [over(0, "B"), over(1, "B"), over(2, 4), over(3, 2)],
    }),
    quick,
  );
  expect(anchoring.reading.find(({ scope }) => scope === "preference")).toMatchObject({
    accepted: 3,
    faster: 3,
  });
});

test("whoever had to choose a side is held against the side that five drafted points are for", () => {
  const chosen = (n: number, value: Value, more: Partial<ReportJudgement>) =>
    judged(`j${n}`, "A", { ...compare(n), value, draft: `d${n}`, ...more });
  const { anchoring } = reportOf(
    studyOf({
      n: 3,
      drafts: [2, 5, 1].map((value, n) => ({ ...drafted(n, value), ...compare(n), words: 80 })),
      judgements: [
        chosen(0, "A", { exposure: "draft-first", activeMs: 1_000 }),
        chosen(1, "B", { exposure: "judge-then-reveal", initial: "A" }),
        chosen(2, "B", { exposure: "judge-then-reveal", initial: "B" }),
      ],
    }),
    quick,
  );
  const of = <Row extends { scope: string }>(rows: readonly Row[]) =>
    rows.filter(({ scope }) => scope === "preference");
  expect(of(anchoring.onDraft).find(({ exposure }) => exposure === "exposed")).toMatchObject({
    values: 3,
    onDraft: 2,
  });
  expect(of(anchoring.changes)).toMatchObject([{ differed: 2, switched: 1, weightOfAdvice: 1 / 2 }]);
  expect(of(anchoring.reading)).toMatchObject([{ accepted: 1, faster: 1 }]);
});

describe("how people worked", () => {
  const N = 24;
  const even = (n: number): Value => (n % 2 ? "yes" : "no");
  const minute = (n: number) => new Date(Date.UTC(2026, 0, 1, 9, n)).toISOString();
  const values = (of: (n: number) => Value) => Array.from({ length: N }, (_, n) => of(n));
  const { annotators } = reportOf(
    studyOf({
      n: N,
      items: [itemOf(YESNO)],
      judgements: [
        ...table(
          { A: values(even), B: values(even), C: values(even), Yes: values(() => "yes") },
          (rater, n) => ({ submittedAt: minute(n), activeMs: rater === "Yes" ? 1_000 : 30_000 }),
        ),
        ...[1, 3, 5, 7, 9].map((n) =>
          judged(`g${n}`, "gold", { ...about(n), raterKind: "gold", value: even(n), exposure: null }),
        ),
      ],
    }),
    quick,
  );
  const of = (rater: string) => annotators.find((row) => row.rater === rater);

  test("in numbers", () => {
    expect(of("A")).toMatchObject({
      judgements: 24,
      activeHours: 0.2,
      perHour: 120,
      medianSeconds: 30,
      golds: 5,
      goldShare: 1,
      topShare: 1 / 2,
      longestRun: 1,
      drift: 0,
      looks: [],
    });
    // Two of the three others always, the fourth on every second response.
    expect(of("A")?.agreement).toBeCloseTo(5 / 6, 12);
  });

  test("without a time there is no longest run and no pace, rather than 0", () => {
    const { annotators } = reportOf(
      studyOf({ n: 2, items: [itemOf(YESNO)], judgements: table({ A: ["yes", "yes"] }) }),
      quick,
    );
    expect(annotators).toMatchObject([
      {
        longestRun: null,
        longestRunReason: "no-time",
        perHour: null,
        activeHours: null,
        timed: 0,
        compared: 0,
      },
    ]);
  });

  test("time that passed is no active work, and passes once for everything said in it", () => {
    const hour = (minutes: number) => new Date(Date.UTC(2026, 0, 1, 9, minutes)).toISOString();
    // Two at once in half an hour, one in the quarter after it.
    const spans = [
      [0, 30],
      [0, 30],
      [30, 45],
    ] as const;
    const { annotators } = reportOf(
      studyOf({
        n: 3,
        items: [itemOf(YESNO)],
        judgements: table({ A: ["yes", "no", "yes"] }, (_, n) => ({
          startedAt: hour(spans[n]?.[0] ?? 0),
          submittedAt: hour(spans[n]?.[1] ?? 0),
        })),
      }),
      quick,
    );
    expect(annotators).toMatchObject([
      { activeHours: null, activeReason: "not-measured", perHour: 4, medianSeconds: 1_800, timed: 3 },
    ]);
  });

  test("gold that was marked stands in place of what was imported", () => {
    const gold = (rater: string, value: Value) =>
      judged(rater, rater, { ...about(0), raterKind: "gold", exposure: null, value });
    const { annotators } = reportOf(
      studyOf({
        n: 1,
        items: [itemOf(FIVE)],
        judgements: [...table({ A: [3] }), gold("expert", 5), gold("gold", 3)],
      }),
      quick,
    );
    expect(annotators).toMatchObject([{ golds: 1, goldShare: 1, goldDistance: 0 }]);
  });

  test("gold of a batch and planted errors are told of everybody, also of whoever only labelled or reviewed", () => {
    const gold = (
      task: string,
      more: Partial<ReportGold> & Pick<ReportGold, "about" | "given" | "gold">,
    ) => ({
      rater: "L",
      arm: "a",
      task,
      times: 1,
      ...more,
    });
    const errors = (task: string, detected: number): ReportPlanted => ({
      ...{ kind: "labels", arm: "a", rater: "L", task },
      ...{ planted: 3, detected, left: 2, overruled: 1 },
    });
    const { annotators } = reportOf(
      studyOf({
        n: 1,
        golds: [
          gold("t0", { about: "labels", given: ["x"], gold: ["x", "y"], times: 2 }),
          gold("t1", { about: "labels", given: ["y", "x"], gold: ["x", "y"] }),
          gold("t1", { about: "value", given: 3, gold: 5 }),
          // A forced choice is not counted against a tie.
          gold("t1", { about: "preference", given: "A", gold: "tie" }),
          gold("t2", { about: "preference", given: 2, gold: "A" }),
        ],
        planted: [errors("t0", 1), errors("t1", 0)],
      }),
      quick,
    );
    expect(annotators).toMatchObject([
      {
        rater: "L",
        judgements: 0,
        agreementReason: "no-common-units",
        golds: 5,
        goldShare: 2 / 5,
        goldDistance: 2,
        goldShared: 2 / 3,
        planted: 6,
        detection: 1 / 6,
        left: 4,
        falseAlarm: 2 / 4,
        looks: [
          { look: "gold", why: "40 % of 5 gold values" },
          { look: "planted", why: "noticed 17 % of 6 planted errors" },
        ],
      },
    ]);
    // Three tasks give no interval.
    expect(annotators[0]?.goldCi).toBeNull();
  });

  test("and where to look, with the numbers that say so", () => {
    expect(of("Yes")).toMatchObject({ topValue: "yes", topShare: 1, othersShare: 1 / 2, longestRun: 24 });
    expect(of("Yes")?.looks).toEqual([
      { look: "fast", why: "1.0 s for half of the judgements; 30.0 s among the others" },
      {
        look: "same-value",
        why: "“yes” in 100 %; the others gave it to the same units in 50 %, 24 in a row at most",
      },
      { look: "apart", why: "agrees with the others in 50 %; they do in 83 %" },
    ]);
  });
});

test("tables about preferences say from which response they are read, and others do not", () => {
  const report = (judgements: ReportJudgement[]) =>
    reportOf(studyOf({ n: 2, items: [itemOf(FIVE)], drafts: [drafted(0, 2)], judgements }), quick);
  const naming = (judgements: ReportJudgement[]) =>
    tablesOf(report(judgements), []).flatMap(({ name, notes }) =>
      notes.some((note) => note.includes("first in the alphabet")) ? [name] : [],
    );
  const items = table({ A: [1, 2], B: [2, 3] });
  expect(naming(items)).toEqual([]);
  expect(naming([...items, judged("p", "A", { ...compare(0), value: "A" })])).toEqual([
    "agreement",
    "human-vs-llm",
    "confusion",
    "distributions",
  ]);
});
