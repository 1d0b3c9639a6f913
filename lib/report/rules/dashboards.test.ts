import { describe, expect, test } from "vitest";
import type { Value } from "@/lib/judgement/schema";
import { reportOf } from "@/lib/report/computation/report-on-study";
import type { ReportJudgement } from "@/lib/report/schema/study";
import {
  compare,
  drafted,
  FIVE,
  itemOf,
  judged,
  quick,
  studyOf,
  table,
  YESNO,
} from "@/lib/report/testing/study-data";
import { tablesOf } from "./tables/all";

test("questions: an LLM without an answer is wrong when strict and left out when lenient", async () => {
  const { accuracy } = await reportOf(
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

test("questions that a hybrid run left to the rules are no missing answers: no accuracy has them, and the table counts them", async () => {
  const left = { leftToRules: true } as const;
  const study = studyOf({
    n: 4,
    items: [itemOf(YESNO)],
    // Right, no answer, and two that rules proved.
    drafts: [drafted(0, "yes"), drafted(1, null), drafted(2, null, left), drafted(3, null, left)],
    judgements: table({ A: ["yes", "yes", "yes", "no"], B: ["yes", "yes", "yes", "yes"] }),
  });
  const report = await reportOf(study, quick);
  const inC1 = report.accuracy.find(({ item, exposure }) => item === "C1" && exposure === "independent");
  // People are divided on the last one.
  expect(inC1).toMatchObject({ n: 2, undecided: 1, leftToRules: 1, strict: 1 / 2, lenient: 1 });
  const compared = report.humanVsLlm.find(
    ({ item, exposure }) => item === "C1" && exposure === "independent",
  );
  expect(compared).toMatchObject({ n: 1, unread: 1 });
  const [card] = report.judgeCards;
  expect(card).toMatchObject({ units: 3, asked: 2, read: 1, accuracy: { value: 1 / 2 } });
  expect(card?.coverage.value).toBeCloseTo(2 / 3);

  const headers = (made: typeof report) =>
    tablesOf(made, [])
      .find(({ name }) => name === "question-accuracy")
      ?.columns.map(({ header }) => header);
  expect(headers(report)).toContain("Left to rules");
  const asked = await reportOf({ ...study, drafts: [drafted(0, "yes"), drafted(1, null)] }, quick);
  expect(headers(asked)).not.toContain("Left to rules");
});

test("preferences: distances of an LLM from people together, and of people from each other", async () => {
  const { preferences } = await reportOf(
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

test("preferences on five points and in words are compared by the favoured side", async () => {
  const of = async (people: readonly (readonly Value[])[], machine: readonly Value[]) =>
    (
      await reportOf(
        studyOf({
          n: people.length,
          judgements: people.flatMap((values, n) =>
            values.map((value, at) => judged(`j${n}${at}`, `P${at}`, { ...compare(n), value })),
          ),
          drafts: machine.map((value, n) => ({ ...drafted(n, value), ...compare(n) })),
        }),
        quick,
      )
    ).preferences.filter(({ exposure }) => exposure === "independent");
  // People 1.5, 3 and 4: the first, a tie, the second. The model chooses between A, a tie and B: 0, 1 and 0 apart.
  expect(await of([[1, 2], [2, 4], [4]], ["A", "B", "B"])).toMatchObject([
    { machine: null, n: 2 },
    { machine: { llm: "gpt" }, n: 3, ties: 0, pld: [2 / 3, 1 / 3, 0], wpld: 1 / 3 },
  ]);
  // The other way round; of the last pair people have no majority.
  const divided = await of([["A", "A", "B"], ["B"], ["A", "B"]], [1, 1, 1]);
  expect(divided[1]).toMatchObject({ n: 2, ties: 1, pld: [1 / 2, 0, 1 / 2], wpld: 1 });
  // Some on five points, some in words: A, A and B.
  expect(await of([[1, "A", 5]], [2])).toMatchObject([
    { machine: null, n: 1, pld: [1 / 3, 0, 2 / 3] },
    { machine: { llm: "gpt" }, n: 1, ties: 0, pld: [1, 0, 0] },
  ]);
});

test("correlations of pairs are averaged, and pairs without one are counted", async () => {
  const { pairings } = await reportOf(
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

test("rows without pairs say whether drafts were shown or exposure was not recorded", async () => {
  const of = async (exposure: ReportJudgement["exposure"]) =>
    (
      await reportOf(
        studyOf({
          n: 2,
          items: [itemOf(FIVE)],
          drafts: [drafted(0, 2), drafted(1, 3)],
          judgements: table({ A: [1, 2], B: [2, 3] }, () => ({ exposure })),
        }),
        quick,
      )
    ).pairings.find(({ scope, pairing }) => scope === "C1" && pairing === "human-human")?.reason;
  expect(await of("draft-first")).toBe("drafts-in-view");
  expect(await of(null)).toBe("exposure-unknown");
  expect(await of("none")).toBeNull();
});

test("values are counted by who gave them and whose responses they are about", async () => {
  const { distributions } = await reportOf(
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
  const study = async (judgements: ReportJudgement[], machine: (n: number) => Value) =>
    (
      await reportOf(
        studyOf({
          n: N,
          items: [itemOf(YESNO)],
          drafts: values(machine).map((value, n) => drafted(n, value)),
          judgements,
        }),
        { replicates: 5, seed: 1 },
      )
    ).alternative.find(({ scope }) => scope === "C1");

  test("a model that always agrees may replace every person", async () => {
    expect(await study(table(people), even)).toMatchObject({
      people: 3,
      advantage: 1,
      winningRate: 1,
      reason: null,
    });
  });

  test("a model that never agrees may replace no person", async () => {
    const never = (n: number): Value => (n % 2 ? "no" : "yes");
    expect(await study(table(people), never)).toMatchObject({ people: 3, advantage: 0, winningRate: 0 });
  });

  test("counted units have the LLM's value and that of another rater", async () => {
    const some = { A: people.A, B: people.B.slice(0, 35), C: people.C.slice(0, 33) };
    expect(await study(table(some), even)).toMatchObject({ people: 3, units: 35 });
    // D has too few ratings to be tested, and A is compared with D on five that no one else rated.
    const few = {
      ...some,
      D: ["no", "yes", ...Array.from({ length: 33 }, () => null), ...people.A.slice(35)],
    } as const;
    expect(await study(table(few), even)).toMatchObject({ people: 3, units: 40 });
  });

  test("values with a draft in view are refused, and too few people or units", async () => {
    const seen = table(people, () => ({ exposure: "draft-first" }));
    expect(await study(seen, even)).toMatchObject({ winningRate: null, reason: "drafts-in-view" });
    const untold = table(people, () => ({ exposure: null }));
    expect(await study(untold, even)).toMatchObject({ winningRate: null, reason: "exposure-unknown" });
    const { C: _, ...two } = people;
    expect(await study(table(two), even)).toMatchObject({ winningRate: null, reason: "fewer-than-3-raters" });
    const short = Object.fromEntries(Object.entries(people).map(([rater, all]) => [rater, all.slice(0, 20)]));
    expect(await study(table(short), even)).toMatchObject({
      winningRate: null,
      reason: "fewer-than-30-units",
    });
  });
});

test("only tables about preferences name the response they are read from", async () => {
  const report = (judgements: ReportJudgement[]) =>
    reportOf(studyOf({ n: 2, items: [itemOf(FIVE)], drafts: [drafted(0, 2)], judgements }), quick);
  const naming = async (judgements: ReportJudgement[]) =>
    tablesOf(await report(judgements), []).flatMap(({ name, notes }) =>
      notes.some((note) => note.includes("first in the alphabet")) ? [name] : [],
    );
  const items = table({ A: [1, 2], B: [2, 3] });
  expect(await naming(items)).toEqual([]);
  expect(await naming([...items, judged("p", "A", { ...compare(0), value: "A" })])).toEqual([
    "agreement",
    "human-vs-llm",
    "confusion",
    "distributions",
  ]);
});
