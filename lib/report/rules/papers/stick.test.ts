import { describe, expect, test } from "vitest";
import { type PaperLine, paperResult, paperRows, paperTable } from "@/lib/report/testing/paper-table";

const tasks = ["t1", "t2"].map(
  (id, n): PaperLine => ({ type: "task", id, instruction: "Write.", tags: [n === 0 ? "math" : "coding"] }),
);
const response = (id: string, task: string, metadata: object): PaperLine => ({
  ...{ type: "response", id, task, model: "m", text: id, metadata },
});
const version = (method: string, task: string, iteration: number, livebench: number, isFinal: boolean) =>
  response(`${method}${task}${iteration}`, task, { method, role: "refined", iteration, isFinal, livebench });

test("T1: scores of first and last responses, with and without a checklist, by family", async () => {
  const rows = await paperRows(
    "stick",
    "T1",
    [
      ...tasks,
      version("stick.refine", "t1", 0, 20, false),
      version("stick.refine", "t1", 1, 50, false),
      version("stick.refine", "t1", 2, 40, true),
      version("stick.refine", "t2", 0, 60, true),
      version("self_refine.unstructured", "t1", 0, 20, false),
      version("self_refine.unstructured", "t1", 1, 10, true),
    ],
    true,
  );
  expect(rows[0]).toMatchObject({
    ...{ model: "m", tasks: "Overall", score: "livebench", base: 40, stick: 50, stickChange: 10 },
    ...{ selfRefine: 10, n: 2 },
  });
  expect(rows[1]).toMatchObject({ tasks: "coding", base: 60, stick: 60, stickChange: 0, selfRefine: null });
  expect(rows[2]).toMatchObject({
    tasks: "math",
    base: 20,
    stick: 40,
    selfRefine: 10,
    selfRefineChange: -10,
  });
  // The changes by refinement in the printed rows.
  expect(rows.at(-1)).toMatchObject({ model: "GPT-4o", base: 55.4, stick: 56.2 });
  expect(rows.at(-1)?.stickChange).toBeCloseTo(0.8, 9);
});

/** The versions of one run of the task t1, whose scores are given; the last one is final. */
const run = (name: string, method: string, scores: readonly number[], of: object = {}) =>
  scores.map((bench, iteration) =>
    response(`${name}${iteration}`, "t1", {
      ...{ run: name, method, role: iteration === 0 ? "initial" : "revised", iteration, bench },
      ...{ isFinal: iteration === scores.length - 1, ...of },
    }),
  );

test("T1 and F3: a run with structured output stands apart from a faithful one of the same model and task", async () => {
  const study = [
    ...tasks,
    ...run("A", "stick.refine", [0.2, 0.9]),
    ...run("B", "stick.refine:structured", [0.2, 0.1, 0]),
    ...run("C", "self_refine.unstructured:structured", [0.2, 0.3]),
  ];
  expect(await paperRows("stick", "T1", study)).toMatchObject([
    { profile: "faithful", base: 0.2, stick: 0.9, selfRefine: null },
    { profile: "faithful", tasks: "math" },
    { profile: "structured", base: 0.2, stick: 0, selfRefine: 0.3 },
    { profile: "structured", tasks: "math" },
  ]);
  const course = (await paperRows("stick", "F3", study)).filter(({ tasks: family }) => family === "Overall");
  expect(course).toMatchObject([
    { method: "Self-Refine", profile: "structured", iteration: 0 },
    { method: "Self-Refine", profile: "structured", iteration: 1 },
    { method: "STICK", profile: "faithful", iteration: 0, "score:bench": 0.2 },
    { method: "STICK", profile: "faithful", iteration: 1, "score:bench": 0.9 },
    { method: "STICK", profile: "structured", iteration: 0, "score:bench": 0.2 },
    { method: "STICK", profile: "structured", iteration: 1, "score:bench": 0.1 },
    { method: "STICK", profile: "structured", iteration: 2, "score:bench": 0 },
  ]);
});

test("T1 and F3: runs with different parameters have rows of their own, and those with the same are repetitions", async () => {
  const [one, four] = [{ condition: "v1, iterations=1" }, { condition: "v1, iterations=4" }];
  const study = [
    ...tasks,
    ...run("A", "stick.refine", [0.2, 0.4], one),
    ...run("B", "stick.refine", [0.4, 0.8], one),
    ...run("C", "stick.refine", [0.2, 0.5, 0.9], four),
    ...run("D", "self_refine.unstructured", [0.2, 0.1], one),
  ];
  const rows = (await paperRows("stick", "T1", study)).filter(({ tasks: family }) => family === "Overall");
  expect(rows.map(({ condition, selfRefine, n }) => [condition, selfRefine, n])).toEqual([
    ["v1, iterations=1", 0.1, 1],
    ["v1, iterations=1", null, 1],
    ["v1, iterations=4", null, 1],
  ]);
  expect(rows[1]?.base).toBeCloseTo(0.3, 12);
  expect(rows[1]?.stick).toBeCloseTo(0.6, 12);
  expect(rows[1]?.stickChange).toBeCloseTo(0.3, 12);
  expect(rows[2]).toMatchObject({ base: 0.2, stick: 0.9 });
  const course = (await paperRows("stick", "F3", study)).filter(
    ({ tasks: family, condition }) => family === "Overall" && condition === "v1, iterations=1",
  );
  expect(course.map((row) => row["score:bench"])).toEqual([expect.closeTo(0.3, 12), expect.closeTo(0.6, 12)]);
});

test("T1: responses that do not say their parameters are told apart by run", async () => {
  const study = [
    ...tasks,
    ...run("A", "stick.refine", [0.2, 0.9]),
    ...run("B", "stick.refine", [0.2, 0]),
  ].map((line) => ({ ...line, tags: undefined }));
  expect(await paperRows("stick", "T1", study)).toMatchObject([
    { condition: "run A", stick: 0.9 },
    { condition: "run B", stick: 0 },
  ]);
});

test("T5: each selection is among the candidates of one run", async () => {
  const candidates = (name: string, method: string, best: number) =>
    [0.5, best].map((drfr, n) =>
      response(`${name}${n}`, "t1", {
        ...{ run: name, method, role: "candidate", sample: n, passRate: n, drfr, condition: "v1" },
      }),
    );
  const rows = await paperRows("stick", "T5", [
    ...tasks.map((task) => ({ ...task, tags: undefined })),
    ...candidates("A", "stick.best_of_n", 0.9),
    ...candidates("B", "stick.best_of_n:structured", 0.1),
  ]);
  expect(rows.filter(({ selector }) => selector === "STICK")).toMatchObject([
    { profile: "faithful", score: 0.9, precision: 1 },
    { profile: "structured", score: 0.1, precision: 0 },
  ]);
});

test("T1: tasks that are all of one family have a single row", async () => {
  const rows = await paperRows("stick", "T1", [
    ...tasks.map((task) => ({ ...task, tags: ["math"] })),
    version("stick.refine", "t1", 0, 20, false),
    version("stick.refine", "t1", 1, 50, true),
    version("stick.refine", "t2", 0, 60, true),
  ]);
  expect(rows).toMatchObject([{ tasks: "Overall", base: 40, stick: 55, n: 2 }]);
});

test("F3: a task that stopped earlier counts with its last response", async () => {
  const study = [
    ...tasks,
    version("stick.refine", "t1", 0, 20, false),
    version("stick.refine", "t1", 1, 50, true),
    version("stick.refine", "t2", 0, 60, true),
  ];
  expect(await paperResult("stick", "F3", study, true)).toMatchObject({
    notes: [
      "External scores, from the metadata of responses: livebench.",
      expect.stringMatching(/6\.5 .* InFoBench, and 7\.1 .* WildBench/),
    ],
  });
  expect(await paperRows("stick", "F3", study)).toMatchObject([
    { method: "STICK", iteration: 0, revised: 2, "score:livebench": 40 },
    { method: "STICK", iteration: 1, revised: 1, "score:livebench": 55 },
    { tasks: "coding", iteration: 0, revised: 1, "score:livebench": 60 },
    { tasks: "math", iteration: 0, revised: 1, "score:livebench": 20 },
    { tasks: "math", iteration: 1, revised: 1, "score:livebench": 50 },
  ]);
});

test("T5: every candidate with the highest pass rate is selected, and precision is how many of them are best", async () => {
  const candidate = (n: number, of: object, role = "candidate") =>
    response(`c${n}`, "t1", { method: "stick.best_of_n", role, sample: n, ...of });
  const rows = await paperRows(
    "stick",
    "T5",
    [
      ...tasks,
      candidate(1, { passRate: 1, drfr: 0.9, reward: 1, selfScore: 3 }),
      candidate(2, { passRate: 1, drfr: 0.5, reward: 7, selfScore: 5 }),
      candidate(3, { passRate: 2 / 3, drfr: 0.9, reward: 2, selfScore: 4 }),
      candidate(4, { drfr: 0.4, reward: 3 }, "greedy"),
    ],
    true,
  );
  const of = (selector: string) => rows.find((row) => row.selector === selector && row.truth === "drfr");
  expect(of("STICK")).toMatchObject({ score: 0.7, precision: 0.5, selected: 2, n: 1, tasks: "Overall" });
  expect(of("Greedy decoding")).toMatchObject({ score: 0.4, precision: null });
  expect(of("Direct self-score")).toMatchObject({ score: 0.5, precision: 0 });
  expect(of("External score: reward")).toMatchObject({ score: 0.5, precision: 0 });
  // A family without candidates has no rows.
  expect(new Set(rows.map(({ tasks: family }) => family))).toEqual(new Set(["Overall", "math", null]));
  expect(rows.at(-2)).toMatchObject({
    model: "Llama3.1-70B",
    selector: "STICK",
    score: 0.817,
    precision: 0.676,
  });
});

test("what is missing: responses of a run, or their scores", async () => {
  expect(await paperResult("stick", "T1", tasks)).toMatchObject({
    missing: [expect.any(String), expect.any(String)],
  });
  const unscored = response("c", "t1", { method: "stick.best_of_n", role: "candidate", passRate: 1 });
  expect(await paperResult("stick", "T5", [...tasks, unscored])).toMatchObject({
    missing: [expect.stringContaining("external scores")],
  });
});

describe("scores by a judge", () => {
  const judged = (response: string, value: number | null, of: object = {}): PaperLine => ({
    ...{
      type: "draft",
      id: `${JSON.stringify(of)}${response}`,
      task: "t1",
      response,
      item: "overall",
      value,
    },
    ...{ rater: "judge", raterKind: "llm", method: "judge.plain_absolute", condition: "v1, scale=1-10" },
    ...of,
  });
  const unscored = (name: string, method: string, length: number) =>
    run(
      name,
      method,
      Array.from({ length }, () => 0),
    ).map(({ metadata, ...line }) => {
      const { bench: _, ...rest } = metadata as Record<string, unknown>;
      return { ...line, metadata: rest };
    });
  const NAME = "judge.plain_absolute by judge";
  const refined = [
    ...tasks,
    ...unscored("A", "stick.refine", 3),
    ...unscored("B", "self_refine.unstructured", 2),
    ...[4, 6, 9].map((value, at) => judged(`A${at}`, value)),
    ...[4, 3].map((value, at) => judged(`B${at}`, value)),
  ];

  test("are those of T1 and F3, which say that they are no benchmark's own", async () => {
    const table = await paperTable("stick", "T1", refined);
    expect(table.rows[0]).toMatchObject({
      ...{ model: "m", score: NAME, base: 4, stick: 9, stickChange: 5, selfRefine: 3, selfRefineChange: -1 },
    });
    expect(table.notes).toEqual([`Scores by a judge, which are not a benchmark’s own: ${NAME}.`]);
    const course = await paperRows("stick", "F3", refined);
    expect(course.map((row) => row[`score:${NAME}`])).toEqual(expect.arrayContaining([4, 6, 9]));
  });

  test("stand beside an external score, each by its name", async () => {
    const { rows, notes } = await paperTable("stick", "T1", [
      ...tasks,
      ...run("A", "stick.refine", [0.2, 0.9]),
      ...[4, 8].map((value, at) => judged(`A${at}`, value)),
    ]);
    const overall = rows.filter(({ tasks: family }) => family === "Overall");
    expect(overall.map(({ score, base, stick }) => [score, base, stick])).toEqual([
      ["bench", 0.2, 0.9],
      [NAME, 4, 8],
    ]);
    expect(notes).toEqual([
      "External scores, from the metadata of responses: bench.",
      `Scores by a judge, which are not a benchmark’s own: ${NAME}.`,
    ]);
  });

  test("of several conditions of one judge stand apart, and repetitions of one are averaged", async () => {
    const five = { condition: "v1" };
    const again = { sample: 1 };
    const { rows } = await paperTable("stick", "T1", [
      ...refined.filter(({ type }) => type !== "draft"),
      ...[judged("A0", 4), judged("A0", 6, again), judged("A2", 9)],
      ...[judged("A0", 2, five), judged("A2", 3, five), judged("A1", null, five)],
    ]);
    const overall = rows.filter(({ tasks: family }) => family === "Overall");
    expect(overall.map(({ score, base, stick }) => [score, base, stick])).toEqual([
      [`${NAME} (v1)`, 2, 3],
      [`${NAME} (v1, scale=1-10)`, 5, 9],
    ]);
  });

  test("count as true in T5, and the note says where the judge wrote the responses itself", async () => {
    const candidates = [0, 1, 2].map((n) =>
      response(`c${n}`, "t1", {
        ...{ method: "stick.best_of_n", role: "candidate", sample: n, passRate: n / 2, reward: 2 - n },
      }),
    );
    const own = { rater: "m" };
    const { rows, notes } = await paperTable("stick", "T5", [
      ...tasks,
      ...candidates,
      ...[5, 7, 9].map((value, n) => judged(`c${n}`, value, own)),
    ]);
    const name = "judge.plain_absolute by m";
    const of = (selector: string, truth: string) =>
      rows.find((row) => row.tasks === "Overall" && row.selector === selector && row.truth === truth);
    expect(of("STICK", name)).toMatchObject({ score: 9, precision: 1 });
    expect(of("External score: reward", name)).toMatchObject({ score: 5, precision: 0 });
    expect(of(`Judge’s score: ${name}`, "reward")).toMatchObject({ score: 0, precision: 0 });
    expect(notes.at(-1)).toBe(
      `Scores by a judge, which are not a benchmark’s own: ${name}. The model m judges responses that it wrote itself.`,
    );
  });

  test("by people or rules, and of single items, are not taken", async () => {
    const found = await paperResult("stick", "T1", [
      ...refined.filter(({ type }) => type !== "draft"),
      ...[0, 2].map((at) => judged(`A${at}`, 5, { raterKind: "rules", rater: "rules" })),
    ]);
    expect(found).toMatchObject({ missing: [expect.stringContaining("scores of them by a judge")] });
  });
});
