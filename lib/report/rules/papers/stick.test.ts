import { expect, test } from "vitest";
import { type PaperLine, paperResult, paperRows } from "@/lib/report/testing/paper-table";

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
      version("self_refine.unstructured:structured", "t1", 0, 20, false),
      version("self_refine.unstructured:structured", "t1", 1, 10, true),
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
  const rows = await paperRows("stick", "F3", [
    ...tasks,
    version("stick.refine", "t1", 0, 20, false),
    version("stick.refine", "t1", 1, 50, true),
    version("stick.refine", "t2", 0, 60, true),
  ]);
  expect(rows).toMatchObject([
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
