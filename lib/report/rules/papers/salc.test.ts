import { expect, test } from "vitest";
import { modeOf } from "@/lib/report/rules/papers/salc/correlations";
import { type PaperLine, paperResult, paperRows, paperTable } from "@/lib/report/testing/paper-table";

/** A pair with gold for A, a model's verdict, and the scores of another model. */
function pair(n: number, tag: string, verdict: "A" | "B", scores: readonly [number, number]): PaperLine[] {
  const [task, a, b] = [`t${n}`, `a${n}`, `b${n}`];
  const about = { task, item: "preference", pair: [a, b] };
  const score = (response: string, value: number): PaperLine => ({
    ...{ type: "draft", id: `s${response}`, task, response, item: "overall", value },
    ...{ rater: "scorer", raterKind: "llm", method: "salc.evaluate_absolute" },
  });
  return [
    { type: "task", id: task, instruction: "Help me now.", tags: [tag] },
    ...[a, b].map((id): PaperLine => ({ type: "response", id, task, text: id })),
    { type: "judgement", id: `g${n}`, ...about, rater: "gold", raterKind: "gold", value: "A" },
    {
      type: "draft",
      id: `d${n}`,
      ...about,
      rater: "judge",
      raterKind: "llm",
      method: "salc.evaluate_relative",
      value: verdict,
    },
    score(a, scores[0]),
    score(b, scores[1]),
  ];
}

const study = [
  ...pair(1, "HHH helpful", "A", [5, 1]),
  ...pair(2, "HHH helpful", "B", [4, 2]),
  ...pair(3, "MT-Bench", "A", [1, 3]),
  ...pair(4, "MT-Bench", "A", [2, 2]),
];

test("T1: verdicts, and preferences that follow from scores, against gold by dataset", async () => {
  const rows = await paperRows("salc", "T1", study, true);
  expect(rows[0]).toMatchObject({ evaluator: expect.stringContaining("judge"), source: "this study", n: 4 });
  expect(rows[0]).toMatchObject({ "HHH helpfulAcc": 0.5, "MT-BenchAcc": 1, allAcc: 0.75 });
  expect(rows[1]).toMatchObject({ "HHH helpfulAcc": 1, "MT-BenchAcc": 0, allAcc: 0.5 });
  const printed = rows.find(({ evaluator }) => evaluator === "SALC (GPT-4o)");
  expect(printed).toMatchObject({
    source: "paper",
    "HHH helpfulF1": 0.938,
    "MT-BenchAcc": 0.6463,
    allAcc: null,
  });
  expect(await paperResult("salc", "T1", study.slice(0, 3))).toMatchObject({
    missing: [expect.any(String), expect.any(String)],
  });
});

test("T1: the paper's rows have their numbers whatever the tags of the study", async () => {
  const tagged = [...pair(1, "mine", "A", [1, 2]), ...pair(2, "MT-Bench 1", "B", [1, 2])];
  const result = await paperResult("salc", "T1", [...tagged, ...pair(3, "MT-Bench 2", "B", [1, 2])], true);
  if ("missing" in result) return expect.fail(result.missing.join());
  expect(result.rows.find(({ evaluator }) => evaluator === "SALC (GPT-4o)")).toMatchObject({
    ...{ HHHF1: 0.938, HHHAcc: 0.933, AlpacaF1: 0.584, "MT-BenchF1": 0.5643, "MT-BenchAcc": 0.6463 },
    "MT-Bench 1F1": null,
  });
  expect(result.columns.map(({ id }) => id)).toEqual(expect.arrayContaining(["HHHF1", "mineAcc"]));
});

test("T4: categories of HHH by their tags", async () => {
  const tagged = [...pair(1, "helpful", "A", [1, 2]), ...pair(2, "harmless", "B", [1, 2])];
  expect(await paperRows("salc", "T4", tagged, true)).toMatchObject([
    { help: 1, harm: 0, total: 0.5 },
    { help: 0, harm: 0, total: 0 },
    { source: "paper", total: 0.8375 },
    { source: "paper", total: 0.8903 },
  ]);
  expect(await paperResult("salc", "T4", study)).toMatchObject({
    missing: [expect.stringContaining("tags that begin")],
  });
});

test("the mode of people's scores; of several modes their median", () => {
  expect(modeOf([1, 4, 4, 5, 5, 4])).toEqual({ value: 4, isOnly: true });
  expect(modeOf([1, 1, 4, 4])).toEqual({ value: 2.5, isOnly: false });
  expect(modeOf([1, 2, 5])).toEqual({ value: 2, isOnly: false });
  expect(modeOf([])).toBeNull();
});

test("T3: correlation with the mode of people's scores given without a draft", async () => {
  const lines = [1, 2, 3].flatMap((n): PaperLine[] => {
    const [task, response] = [`t${n}`, `r${n}`];
    const about = { task, response, item: "overall" };
    return [
      { type: "task", id: task, instruction: "Write.", tags: ["first"] },
      { type: "response", id: response, task, text: "x" },
      ...["A01", "A02", "A03"].map(
        (rater, at): PaperLine => ({
          ...{ type: "judgement", id: `${rater}${n}`, ...about, rater, raterKind: "human", exposure: "none" },
          // Two of three give n: the mode is n, the mean is not.
          value: at === 2 ? 6 - n : n,
        }),
      ),
      {
        type: "draft",
        id: `d${n}`,
        ...about,
        rater: "judge",
        raterKind: "llm",
        method: "salc.evaluate_absolute",
        value: n + 1,
      },
    ];
  });
  const rows = await paperRows("salc", "T3", lines, true);
  // A single tag has no row beside that of all tasks.
  expect(rows.filter(({ source }) => source === "this study")).toHaveLength(1);
  expect(rows[0]).toMatchObject({
    dataset: "All",
    pearson: 1,
    kendall: 1,
    spearman: 1,
    n: 3,
    severalModes: 0,
  });
  expect(rows.at(-1)).toMatchObject({ source: "paper", pearson: 0.9297 });
});

test("T2 compares criteria of one response with those of the same one, by data set, and averages imported BERTScores", async () => {
  const criteria = (id: string, of: object, text: string, by: object): PaperLine => ({
    ...{ type: "rubric", id, kind: "criteria", ...of, ...by },
    items: [{ id: `${id}.1`, text, scale: { type: "points", min: 1, max: 5 } }],
  });
  const small = { origin: "llm", model: "small", method: "salc.criteria_absolute" };
  const large = { origin: "llm", model: "large", method: "salc.criteria_absolute" };
  const lines = ["in", "out"].flatMap((tag): PaperLine[] => [
    { type: "task", id: tag, instruction: "Write.", tags: [tag] },
    ...["a", "b"].map((r): PaperLine => ({ type: "response", id: `${tag}${r}`, task: tag, text: r })),
    ...["a", "b"].flatMap((r): PaperLine[] => {
      const of = { task: tag, response: `${tag}${r}` };
      const own = tag === "in" ? `Is ${r} true?` : "Nothing alike";
      return [
        criteria(`s${tag}${r}`, of, own, { ...small, metadata: { bertScore: tag === "in" ? 0.9 : 0.5 } }),
        criteria(`l${tag}${r}`, of, `Is ${r} true?`, large),
      ];
    }),
  ]);
  const rows = await paperRows("salc", "T2", lines, true);
  const own = rows.filter(({ model }) => model === "small");
  // Four lists, each beside the other model's for the same response alone.
  expect(own).toMatchObject([
    { dataset: "all", rouge1: 0.5, bertScore: 0.7, lists: 4 },
    { dataset: "in", rouge1: 1, bertScore: 0.9, lists: 2 },
    { dataset: "out", rouge1: 0, bertScore: 0.5, lists: 2 },
  ]);
  expect(rows.at(-1)).toMatchObject({ source: "paper", bertScore: 0.921 });
});

test("T2, T5 and T8: likeness of criteria, external scores by model, datasets", async () => {
  const criteria = (id: string, text: string, by: object): PaperLine => ({
    ...{ type: "rubric", id, task: "t", kind: "criteria", ...by },
    items: [{ id: `${id}.1`, name: "Truth", text, scale: { type: "points", min: 1, max: 5 } }],
  });
  const lines: PaperLine[] = [
    { type: "task", id: "t", instruction: "Write it.", tags: ["x"] },
    { type: "response", id: "r1", task: "t", model: "dpo", text: "a", metadata: { "LC-WR": 17, WR: 20 } },
    { type: "response", id: "r2", task: "t", model: "dpo", text: "b", metadata: { "LC-WR": 18 } },
    criteria("c1", "Is it true?", { origin: "human" }),
    criteria("c2", "Is it true?", { origin: "llm", model: "gpt", method: "salc.criteria_absolute" }),
  ];
  expect(await paperRows("salc", "T2", lines)).toMatchObject([
    { model: "gpt", reference: "People", rouge1: 1, rougeL: 1, lists: 1 },
  ]);
  expect(await paperRows("salc", "T5", lines)).toEqual([
    { model: "dpo", "score:LC-WR": 17.5, "score:WR": 20, responses: 2 },
  ]);
  // A single tag has no row beside that of all tasks.
  const all = { dataset: "All", tasks: 1, responses: 2, pairs: 0, words: 2 };
  expect(await paperRows("salc", "T8", lines)).toMatchObject([all]);
  const other: PaperLine = { type: "task", id: "u", instruction: "Write it in four.", tags: ["y"] };
  expect(await paperRows("salc", "T8", [...lines, other])).toMatchObject([
    { ...all, dataset: "x" },
    { dataset: "y", tasks: 1, responses: 0, words: 4 },
    { dataset: "All", tasks: 2, responses: 2, words: 3 },
  ]);
});

test("T2: criteria of one model and method by different parameters stand apart", async () => {
  const list = (id: string, text: string, of: object): PaperLine => ({
    ...{ type: "rubric", id, task: "t", kind: "criteria", ...of },
    items: [{ id: `${id}1`, text, scale: { type: "points", min: 1, max: 5 } }],
  });
  const generated = { origin: "llm", model: "m", method: "salc.criteria_absolute" };
  expect(
    await paperRows("salc", "T2", [
      { type: "task", id: "t", instruction: "Write." },
      list("people", "Is it short?", { origin: "human" }),
      list("a", "Is it short?", { ...generated, condition: "v1, n=1" }),
      list("b", "Formal text", { ...generated, condition: "v1, n=2" }),
    ]),
  ).toMatchObject([
    { condition: "v1, n=1", rouge1: 1 },
    { condition: "v1, n=2", rouge1: 0 },
  ]);
});

test("F4: the accuracies of T1 alone", async () => {
  const { columns, rows } = await paperTable("salc", "F4", study, true);
  const ids = columns.map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining(["HHH helpfulAcc", "MT-BenchAcc", "allAcc", "n"]));
  expect(ids.filter((id) => id.includes("F1"))).toEqual([]);
  expect(rows[0]).toMatchObject({ "HHH helpfulAcc": 0.5, "MT-BenchAcc": 1, allAcc: 0.75 });
  expect(rows[0]).not.toHaveProperty("allF1");
});

test("C2: pairs of a source whose scores differ by the margin, and of its preferences", async () => {
  const rows = await paperRows("salc", "C2", [
    ...study,
    ...pair(5, "MT-Bench", "A", [5, 4]),
    { type: "response", id: "c5", task: "t5", text: "c5" },
    {
      ...{ type: "draft", id: "only", task: "t5", response: "c5", item: "overall", value: 9 },
      ...{ rater: "ten", raterKind: "llm", method: "salc.evaluate_absolute" },
    },
  ]);
  const of = (name: string) => rows.find(({ source }) => String(source).includes(name));
  // Differences of 4, 2 and 2; then 0 and 1, which are below 2.
  expect(of("scorer")).toMatchObject({ values: "Scores", pairs: 3, margin: 2, belowMargin: 2, tied: 0 });
  expect(of("scorer")?.difference).toBeCloseTo(8 / 3);
  expect(of("ten")).toMatchObject({ pairs: 0, margin: 5, fewScored: 1 });
  expect(of("judge")).toMatchObject({ values: "Preferences", pairs: 5, tied: 0, margin: null });
  expect(of("gold")).toMatchObject({ pairs: 5 });
  const several = await paperRows("salc", "C2", [
    ...pair(1, "HHH", "A", [5, 1]),
    { type: "response", id: "c1", task: "t1", text: "c1" },
    {
      ...{ type: "draft", id: "sc1", task: "t1", response: "c1", item: "overall", value: 5 },
      ...{ rater: "scorer", raterKind: "llm", method: "salc.evaluate_absolute" },
    },
  ]);
  expect(several.find(({ values }) => values === "Scores")).toMatchObject({ pairs: 0, tied: 1 });
  const nothing: PaperLine[] = [{ type: "task", id: "t", instruction: "Write." }];
  expect(await paperResult("salc", "C2", nothing)).toHaveProperty("missing");
});
