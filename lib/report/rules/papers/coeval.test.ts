import { expect, test } from "vitest";
import { type PaperLine, paperResult, paperRows } from "@/lib/report/testing/paper-table";

const scale = { type: "points", min: 1, max: 5 };

/** Drafts with a conclusion, a score line and evidence; each judged with so many lines of each decision. */
function lines(): PaperLine[] {
  // 100 lines: 81 accepted, 15 revised, 3 removed, and 1 added, in judgements of three drafted lines each.
  const actions = [
    ...Array.from({ length: 81 }, () => "accept"),
    ...Array.from({ length: 15 }, () => "revise"),
    ...Array.from({ length: 3 }, () => "remove"),
  ];
  const drafts = Array.from({ length: 33 }, (_, n) => n);
  return [
    { type: "task", id: "t", instruction: "Explain." },
    {
      ...{
        type: "rubric",
        id: "c",
        task: null,
        kind: "criteria",
        origin: "llm",
        method: "coeval.criteria",
        model: "gpt",
      },
      items: [{ id: "C1", name: "Clear", text: "Is it clear?", scale }],
    },
    ...drafts.flatMap((n): PaperLine[] => [
      { type: "response", id: `r${n}`, task: "t", text: "x" },
      {
        ...{
          type: "draft",
          id: `d${n}`,
          task: "t",
          response: `r${n}`,
          item: "C1",
          rater: "gpt",
          raterKind: "llm",
        },
        ...{ method: "coeval.step", value: 3, lines: ["So.", "Score: 3", "Here."], scoreLine: 1 },
      },
      {
        ...{
          type: "judgement",
          id: `j${n}`,
          task: "t",
          response: `r${n}`,
          item: "C1",
          rater: "A01",
          raterKind: "human",
        },
        ...{ exposure: "draft-first", draft: `d${n}`, value: n < 5 ? 4 : 3 },
        lines: [
          ...[0, 1, 2].map((draft) => ({ draft, action: actions[3 * n + draft], text: "New." })),
          ...(n === 0 ? [{ action: "add", text: "More." }] : []),
        ],
      },
    ]),
  ];
}

test("T14: shares of lines that people approved, revised, deleted and added, beside the printed rows", async () => {
  const rows = await paperRows("coeval", "T14", lines(), true);
  expect(rows[0]).toMatchObject({
    of: "All lines",
    n: 100,
    accept: 0.81,
    revise: 0.15,
    remove: 0.03,
    add: 0.01,
  });
  expect(rows.map(({ of }) => of).slice(0, 3)).toEqual(["All lines", "Score lines", "Evidence lines"]);
  const eli5 = rows.find((row) => row.task === "ELI5" && row.of === "All lines");
  expect(eli5).toMatchObject({ source: "paper", accept: 0.8116, revise: 0.1461, add: 0.0063 });
  for (const row of rows.filter((one) => one.source === "paper" && one.remove !== null)) {
    const sum = ["accept", "revise", "remove", "add"].reduce((all, key) => all + (row[key] as number), 0);
    expect(sum).toBeCloseTo(1, 3);
  }
});

test.each([
  ["ELI5", 1422, 256, 63, 11],
  ["ROCStories", 2248, 93, 26, 8],
  ["Self-Instruct", 806, 44, 26, 5],
])(
  "T14: the printed row of %s is the share of so many decisions",
  async (task, accept, revise, remove, add) => {
    const decided = Object.entries({ accept, revise, remove }).flatMap(([action, times]) =>
      Array.from({ length: times }, () => action),
    );
    const about = { task: "t", response: "r", item: "overall" };
    const study: PaperLine[] = [
      { type: "task", id: "t", instruction: "Explain." },
      { type: "response", id: "r", task: "t", text: "x" },
      {
        ...{
          type: "draft",
          id: "d",
          ...about,
          rater: "gpt",
          raterKind: "llm",
          method: "coeval.step",
          value: 3,
        },
        lines: decided.map((_, at) => `Line ${at}`),
      },
      {
        ...{ type: "judgement", id: "j", ...about, rater: "A01", raterKind: "human", value: 3 },
        ...{ exposure: "draft-first", draft: "d" },
        lines: [
          ...decided.map((action, draft) => ({
            draft,
            action,
            ...(action === "revise" && { text: "New." }),
          })),
          ...Array.from({ length: add }, () => ({ action: "add", text: "More." })),
        ],
      },
    ];
    const rows = await paperRows("coeval", "T14", study, true);
    const printed = rows.find((row) => row.source === "paper" && row.task === task && row.of === "All lines");
    expect(rows[0]).toMatchObject({ of: "All lines", n: accept + revise + remove + add });
    for (const action of ["accept", "revise", "remove", "add"])
      expect(rows[0]?.[action]).toBeCloseTo(printed?.[action] as number, 4);
  },
);

test("T11: the paper's shares stand below one's own where they are asked for", async () => {
  const scored = (exposure: string, rater: string, value: number): PaperLine => ({
    ...{ type: "judgement", id: `${exposure}${rater}`, task: "t", response: "r", item: "overall" },
    ...{ rater, raterKind: "human", exposure, value, ...(exposure !== "none" && { draft: "d" }) },
  });
  const study: PaperLine[] = [
    { type: "task", id: "t", instruction: "Explain." },
    { type: "response", id: "r", task: "t", text: "x" },
    {
      ...{ type: "draft", id: "d", task: "t", response: "r", item: "overall", value: 2 },
      ...{ rater: "gpt", raterKind: "llm", method: "coeval.direct" },
    },
    scored("none", "A01", 4),
    scored("none", "A02", 4),
    scored("draft-first", "A03", 4),
  ];
  const notes = async (published: boolean) => {
    const result = await paperResult("coeval", "T11", study, published);
    return "missing" in result ? result.missing : result.notes;
  };
  const rows = await paperRows("coeval", "T11", study);
  expect(rows.filter(({ item }) => item === "overall")).toMatchObject([
    { stance: "Correction", share: 1 },
    { stance: "Scrutiny", share: 1 },
  ]);
  expect((await notes(true)).join(" ")).toMatch(/55\.32 % for ELI5 and 61\.90 % for Self-Instruct/);
  expect((await notes(false)).join(" ")).not.toContain("55.32");
});

test("the scores that people raised, and the distribution of scores", async () => {
  expect(await paperRows("coeval", "changes", lines())).toMatchObject([
    { raised: 5, lowered: 0, unchanged: 28 },
  ]);
  expect((await paperRows("coeval", "F3", lines())).length).toBeGreaterThan(1);
});

const decided = (item: string, action: string, rater: string, text?: string): PaperLine => ({
  ...{
    type: "decision",
    id: `${item}${action}${rater}`,
    rubric: "c",
    item,
    action,
    rater,
    ...(text && { text }),
  },
});

test("T3 and the criteria sheet (Tables 2, 12, 13, 15 and 16): what became of drafted criteria", async () => {
  const study: PaperLine[] = [
    { type: "task", id: "t", instruction: "Explain." },
    {
      ...{ type: "rubric", id: "c", task: "t", kind: "criteria", origin: "llm", model: "gpt" },
      items: ["Is it clear?", "Is it true?", "Is it long?"].map((text, n) => ({
        id: `C${n + 1}`,
        text,
        scale,
      })),
    },
    decided("C1", "accept", "A01"),
    decided("C2", "revise", "A01", "Is all of it true?"),
    decided("C3", "remove", "A01"),
    decided("C4", "add", "A01", "Is it kind?"),
  ];
  expect((await paperRows("coeval", "T3", study))[0]).toMatchObject({
    n: 4,
    accept: 0.25,
    revise: 0.25,
    remove: 0.25,
    add: 0.25,
  });
  expect(await paperRows("coeval", "sheet", study)).toEqual([
    {
      task: "t",
      criterion: "Is it clear?",
      final: "Is it clear?",
      accepted: 1,
      revised: 0,
      removed: 0,
      added: null,
    },
    {
      task: "t",
      criterion: "Is it true?",
      final: "Is all of it true?",
      accepted: 0,
      revised: 1,
      removed: 0,
      added: null,
    },
    { task: "t", criterion: "Is it long?", final: null, accepted: 0, revised: 0, removed: 1, added: null },
    {
      task: "t",
      criterion: "",
      final: "Is it kind?",
      accepted: null,
      revised: null,
      removed: null,
      added: 1,
    },
  ]);
});

test("every table says what it lacks of an empty study, by name", async () => {
  for (const id of [
    "T1",
    "T3",
    "T10",
    "T11",
    "T14",
    "sheet",
    "overall",
    "criteria",
    "levels",
    "F1",
    "F3",
    "F5",
    "groups",
  ])
    expect(await paperResult("coeval", id, [])).toMatchObject({ missing: [expect.stringMatching(/\w+/)] });
});

test("T1: the consistency of criteria by matching, from what a run found", async () => {
  const study: PaperLine[] = [{ type: "task", id: "t", instruction: "Explain.", tags: ["ELI5"] }];
  const measure = (name: string, value: number | null, note?: string) => ({
    ...{ found: "measure", task: "t", method: "coeval.consistency", model: "gpt", condition: "v1, n=10" },
    ...{ name, value, ...(note && { note }) },
  });
  const found = [
    measure("cc.greedy_max@1", 0.9, "1 of 11 sets were empty and left out"),
    measure("icc.greedy_max@1", 0.8),
    ...["cc", "icc"].map((which) =>
      measure(`${which}.assignment@1`, null, "no embedding model is configured"),
    ),
    measure("cc.lexical@1", 0.5),
    measure("icc.lexical@1", null),
  ];
  const result = await paperResult("coeval", "T1", study, false, found);
  expect("rows" in result && result.rows).toMatchObject([
    { task: "ELI5", model: "gpt", cc: 0.9, icc: 0.8, note: "1 of 11 sets were empty and left out" },
    { cc: 0.5, icc: { undefined: "none-qualify" } },
  ]);
  expect(await paperResult("coeval", "T1", study)).toMatchObject({
    missing: [expect.stringContaining("coeval.consistency")],
  });
});

test("F1: words of instructions whose tasks have criteria, and no others", async () => {
  const tasks: PaperLine[] = [
    { type: "task", id: "t1", instruction: "Write a story." },
    { type: "task", id: "t2", instruction: "Explain a proof." },
  ];
  expect(await paperResult("coeval", "F1", tasks)).toMatchObject({
    missing: [expect.stringContaining("criteria of tasks")],
  });
  const item = { id: "c1", name: "Suspense", text: "Is it tense?", scale };
  const rows = await paperRows("coeval", "F1", [
    ...tasks,
    { type: "rubric", id: "c", task: "t1", kind: "criteria", items: [item] },
  ]);
  expect(rows).toMatchObject([
    { word: "write", criteria: "Suspense (1)" },
    { word: "story", criteria: "Suspense (1)" },
  ]);
});
