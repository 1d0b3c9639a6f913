import { expect, test } from "vitest";
import { RECORDS, type StudyRecord } from "@/lib/dataset/schema";
import { methodsText } from "@/lib/export/rules/methods";
import type { Setup } from "@/lib/export/rules/methods/batch-setup";
import { UNUSED_SETUP } from "@/lib/export/testing/setup";
import { reportOf } from "@/lib/report/computation/report-on-study";
import { itemNames } from "@/lib/report/rules/item-names";
import { Labels } from "@/lib/report/rules/scope-labels";
import { StudyDataReader } from "@/lib/report/rules/study-data";

const draft = (method: string) => ({
  type: "draft",
  id: method,
  task: "t",
  response: "r",
  item: "q",
  rater: "house-1",
  raterKind: "llm",
  method,
  value: "yes",
});

const records = [
  { type: "study", version: 1, name: "s" },
  { type: "task", id: "t", instruction: "Why?" },
  { type: "response", id: "r", task: "t", model: "m", text: "Because." },
  {
    type: "rubric",
    id: "c",
    task: "t",
    kind: "checklist",
    items: [{ id: "q", text: "Is it short?", scale: { type: "yesno" } }],
  },
  draft("tick.evaluate"),
  draft("tick.evaluate+evidence"),
  ...["a", "b"].map((rater) => ({
    type: "judgement",
    id: rater,
    task: "t",
    response: "r",
    item: "q",
    rater,
    raterKind: "human",
    exposure: "none",
    value: "yes",
  })),
];

const setup: Setup = {
  ...UNUSED_SETUP,
  arms: [
    {
      name: "A",
      k: 2,
      reserved: false,
      steps: [
        { type: "judge", kind: "criteria", exposure: "draft-first" },
        {
          ...{ type: "score", question: "How good?", scale: { type: "points", min: 1, max: 5 } },
          ...{ exposure: "draft-first", opens: "at-once" },
        },
        { type: "judge", kind: "checklist", exposure: "none" },
        { type: "ask", id: "ease", question: "Easier?", options: [] },
      ],
    },
    {
      name: "Reserve",
      k: 3,
      reserved: true,
      steps: [{ type: "prefer", question: "Which?", form: "five-point", sides: "random", exposure: "none" }],
    },
  ],
};

async function textOf(given: Setup | null, lines: readonly { type: string }[] = records): Promise<string> {
  const reader = new StudyDataReader();
  for (const record of lines)
    reader.add(RECORDS[record.type as StudyRecord["type"]].parse(record) as StudyRecord);
  const study = reader.finish();
  const report = await reportOf(study, { replicates: 10, seed: 42 });
  return methodsText(report, new Labels(itemNames(study, report)), given, "1");
}

const points = { type: "points", min: 1, max: 5 };

/**
 * Twelve tasks with one response each, judged by three people and a model: criteria on points, questions, an
 * overall score.
 */
function mixedStudy({ criteria, questions, exposures = ["none"] }: Mixed): { type: string }[] {
  const named = (letter: string, n: number, scale: object) =>
    Array.from({ length: n }, (_, at) => ({ id: `${letter}${at + 1}`, text: `Is it?`, scale }));
  const rubrics = [
    { id: "c", kind: "criteria", items: named("C", criteria, points) },
    { id: "q", kind: "checklist", items: named("Q", questions, { type: "yesno" }) },
  ];
  const itemIds = [...rubrics.flatMap(({ items }) => items.map(({ id }) => id)), "overall"];
  return [
    { type: "study", version: 1, name: "Mixed" } as { type: string },
    ...rubrics
      .filter(({ items }) => items.length > 0)
      .map((rubric) => ({ type: "rubric", task: null, ...rubric })),
    ...Array.from({ length: 12 }, (_, t) => {
      const answer = (item: string, at: number, n: number) => {
        const raw = (t * 7 + at * 3 + (t % (at + 2) === 0 ? n : 0)) % 5;
        return item.startsWith("Q") ? (raw > 2 ? "yes" : "no") : raw + 1;
      };
      return [
        { type: "task", id: `t${t}`, instruction: "Write." },
        { type: "response", id: `r${t}`, task: `t${t}`, text: "Written." },
        ...itemIds.flatMap((item, at) => {
          const about = { task: `t${t}`, response: `r${t}`, item };
          const llm = { rater: "m", raterKind: "llm", value: answer(item, at, 1) };
          return [
            { type: "draft", id: `d${t}${item}`, ...about, ...llm },
            ...exposures.flatMap((exposure) =>
              [0, 1, 2].map((n) => {
                const by = { rater: `${exposure}${n}`, raterKind: "human", exposure };
                const value = item === "C1" ? 3 : answer(item, at, n);
                return { type: "judgement", id: `${by.rater}${t}${item}`, ...about, ...by, value };
              }),
            ),
          ];
        }),
      ];
    }).flat(),
  ];
}

interface Mixed {
  criteria: number;
  questions: number;
  exposures?: string[];
}

test("a model asked by two methods is one model, and its drafts are no judgements", async () => {
  expect(await textOf(null)).toContain(
    "2 people and 1 language model, asked in 2 ways, gave 2 judgements and 2 drafted values.",
  );
});

test("the text describes each step, and which arms the reserve's annotators fill", async () => {
  expect(await textOf(setup)).toContain(
    "“A” (2 raters per pair: judge criteria with the draft shown at once, then give an overall score with the " +
      "draft shown at once, then judge a checklist without a draft, then answer a question) and “Reserve” (3 raters " +
      "per reserved pair: compare two responses without a draft)",
  );
});

const FIGURE = /−?\d\.\d{3}/.source;
const measured = (level: string) =>
  `${FIGURE} \\(95 % interval ${FIGURE} to ${FIGURE}, drawn from 12 tasks only; ${level} level, 12 units, 3 raters\\)`;

test("a few items on different scales have their α one by one, and why one has none", async () => {
  const text = await textOf(null, mixedStudy({ criteria: 2, questions: 1 }));
  expect(text).toMatch(
    new RegExp(
      "Values on different scales were not pooled\\. Among people, on values given without " +
        `having seen a draft, Krippendorff's α was ${measured("ordinal")} for “C2 Is it\\?”, ${measured("nominal")} for ` +
        `“Q1 Is it\\?” and ${measured("ordinal")} for the overall score; it is undefined for “C1 Is it\\?” \\(the ratings never vary\\)\\. ` +
        "Percent agreement and Gwet's AC1 or AC2 stand beside each α in tables/agreement\\.csv\\.",
    ),
  );
  expect(text).toMatch(
    new RegExp(
      `The Pearson correlation of m with the people, on values given without having seen a draft, was ${FIGURE} \\(95 % interval [^;]*; 12 units\\) for “C2 Is it\\?”, ` +
        `[^;]*; 12 units\\) for “Q1 Is it\\?” and [^;]*; 12 units\\) for the overall score; it is undefined for “C1 Is it\\?” ` +
        "\\(one side never varies\\)\\.",
    ),
  );
  expect(text).not.toContain("the items are answered on different scales");
});

test("many items on different scales have the range of their α, and the table where each stands", async () => {
  const text = await textOf(null, mixedStudy({ criteria: 10, questions: 20 }));
  expect(text).toMatch(
    new RegExp(
      "Among people, on values given without having seen a draft, Krippendorff's α ranged from " +
        `${measured("ordinal")} for “C\\d+ Is it\\?” to ${measured("ordinal")} for “C\\d+ Is it\\?” over 9 items, with a median of ${FIGURE}, ` +
        `from ${measured("nominal")} for “Q\\d+ Is it\\?” to ${measured("nominal")} for “Q\\d+ Is it\\?” over 20 items, with a median of ${FIGURE}, ` +
        `and was ${measured("ordinal")} for the overall score; it is undefined for “C1 Is it\\?” \\(the ratings never vary\\)\\. ` +
        "Each α with its interval, percent agreement and Gwet's AC1 or AC2 stands in tables/agreement\\.csv\\.",
    ),
  );
});

test("values with the draft in view are reported beside independent ones, and labelled", async () => {
  for (const criteria of [2, 0]) {
    const text = await textOf(
      null,
      mixedStudy({ criteria, questions: 1, exposures: ["none", "draft-first"] }),
    );
    const [independent, exposed] = ["without having seen a draft", "with a draft in view"].map((shown) =>
      text.indexOf(`on values given ${shown}`),
    );
    expect(independent).toBeGreaterThan(0);
    expect(exposed).toBeGreaterThan(independent ?? 0);
  }
});

test("an overall score is reported beside items on one scale, and once where there are no items", async () => {
  expect(await textOf(null, mixedStudy({ criteria: 0, questions: 1 }))).toMatch(
    new RegExp(
      "\\(all items, nominal level\\) was Krippendorff's α = .*, from 12 units with two or more ratings, 3 raters and 36 " +
        "pairable values\\. Among people, on values given without having seen a draft, Krippendorff's α was " +
        `${measured("ordinal")} for the overall score\\.`,
    ),
  );
  expect(await textOf(null, mixedStudy({ criteria: 0, questions: 0 }))).not.toContain(
    "for the overall score",
  );
});

test("units of items that are in no row are counted", async () => {
  const own = Array.from({ length: 12 }, (_, t) => [
    {
      type: "rubric",
      id: `k${t}`,
      task: `t${t}`,
      kind: "checklist",
      items: [{ id: "own", text: "?", scale: { type: "yesno" } }],
    },
    ...[0, 1].map((n) => ({
      type: "judgement",
      id: `own${t}${n}`,
      task: `t${t}`,
      response: `r${t}`,
      item: "own",
      rater: `none${n}`,
      raterKind: "human",
      exposure: "none",
      value: "yes",
    })),
  ]).flat();
  const text = await textOf(null, [...mixedStudy({ criteria: 2, questions: 0 }), ...own]);
  expect(text).toContain(
    "12 of 36 units are of items that were judged on one response only and have no category: no α is given for them.",
  );
});

test("the text gives the agreement on decisions about drafted items", async () => {
  const actions = ["accept", "revise", "remove"] as const;
  const items = Array.from({ length: 12 }, (_, n) => ({
    id: `i${n}`,
    text: "Is it?",
    scale: { type: "yesno" },
  }));
  const text = await textOf(null, [
    { type: "study", version: 1, name: "Review" } as { type: string },
    { type: "task", id: "t", instruction: "Why?" } as { type: string },
    { type: "rubric", id: "c", task: "t", kind: "checklist", origin: "llm", items } as { type: string },
    ...items.flatMap(({ id }, n) =>
      ["A", "B"].map((rater, at) => ({
        ...{ type: "decision", id: `${rater}${id}`, rubric: "c", item: id, rater, exposure: "draft-first" },
        action: actions[at === 0 ? n % 3 : n % 2],
      })),
    ),
  ]);
  expect(text).toMatch(
    /Agreement among people on what to do with the same drafted item \(accept, revise or remove, nominal level\), on decisions given with a draft in view, was Krippendorff's α = −?0\.\d{3}, percent agreement 33\.3 %, from 12 drafted items with two or more decisions, 2 raters and 24 decisions\./,
  );
});

test("the text names values accepted in bulk, if there are any", async () => {
  expect(await textOf(null)).not.toContain("in bulk");
  const [study, task, response, rubric] = records;
  const about = { task: "t", response: "r", item: "q" };
  const drafted = { ...draft("tick.evaluate"), id: "d", lines: ["It is.", "So yes."], scoreLine: 1 };
  const judged = (rater: string, bulk: object) => ({
    ...{ type: "judgement", id: rater, ...about, rater, raterKind: "human" },
    ...{ exposure: "draft-first", draft: "d", value: "yes", ...bulk },
    lines: [
      { draft: 0, action: "accept", ...bulk },
      { draft: 1, action: "accept" },
    ],
  });
  const decided = {
    type: "decision",
    id: "k",
    rubric: "c",
    item: "q",
    rater: "a",
    action: "accept",
    bulk: true,
  };
  const lines = [
    study,
    task,
    response,
    rubric,
    drafted,
    judged("a", { bulk: true }),
    judged("b", {}),
    decided,
  ];
  expect(await textOf(null, lines as { type: string }[])).toContain(
    "1 of 4 accepted explanation lines, 1 of 1 accepted rubric item and 1 value were agreed with in bulk: everything undecided of one draft at once, which was possible after the time that reading it takes at 238 words a minute.",
  );
});
