import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { commandOutput } from "@/lib/cli/testing/command-output";
import { parquet } from "@/lib/duckdb/parquet-writer";
import { unescapeCell } from "@/lib/formats/csv";
import { zip } from "@/lib/formats/zip";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "countersign-sql-"));
});
afterAll(() => rm(folder, { recursive: true }));

const run = (...args: string[]) => commandOutput("sql", ...args);

const SCALE = { type: "points", min: 1, max: 5 };
const records: object[] = [
  { type: "study", version: 1, name: "Emails" },
  { type: "task", id: "t1", instruction: "Write an email.", tags: ["short", "=1+1"], metadata: { lot: 7 } },
  { type: "response", id: "r1", task: "t1", model: "m", text: "Dear …" },
  { type: "response", id: "r2", task: "t1", text: "Hi,\u001b[31m\nthere" },
  {
    type: "rubric",
    id: "c",
    task: null,
    kind: "criteria",
    items: [{ id: "q", text: "Polite?", scale: SCALE }],
  },
  {
    type: "rubric",
    id: "k",
    task: "t1",
    kind: "checklist",
    items: [{ id: "q", text: "Is it polite?", scale: { type: "yesno" }, weight: 2 }],
  },
  {
    type: "draft",
    id: "d1",
    task: "t1",
    response: "r1",
    item: "q",
    rater: "gpt",
    raterKind: "llm",
    value: "yes",
    lines: ["It says please.", "Yes."],
    scoreLine: 1,
  },
  {
    type: "judgement",
    id: "j1",
    task: "t1",
    response: "r1",
    item: "q",
    rater: "A01",
    raterKind: "human",
    exposure: "judge-then-reveal",
    draft: "d1",
    initial: null,
    value: "no",
    lines: [
      { draft: 0, action: "remove", reason: { code: "wrong", note: "It does not." } },
      { action: "add", text: "It is rude.", reason: "because" },
    ],
    activeMs: 1200,
    submittedAt: "2026-05-29T06:22:10Z",
  },
  {
    type: "judgement",
    id: "j2",
    task: "t1",
    pair: ["r2", "r1"],
    item: "preference",
    rater: "A01",
    raterKind: "human",
    value: 2,
    metadata: { check: true },
  },
  { type: "decision", id: "k1", rubric: "k", item: "new", rater: "A01", action: "add", text: "Is it short?" },
  { type: "labels", id: "l1", task: "t1", question: "kind", labels: [], rater: "g", raterKind: "gold" },
];

async function study(of: object[] = records): Promise<string> {
  const file = join(folder, "study.jsonl");
  await writeFile(file, of.map((record) => JSON.stringify(record)).join("\n"));
  return file;
}

async function rowsOf(file: string, query: string): Promise<unknown> {
  const { code, stdout, stderr } = await run(file, query, "--format", "json");
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return JSON.parse(stdout);
}

test("the tables have the content of the study file", async () => {
  const file = await study();
  expect(await rowsOf(file, "SELECT tags, metadata->>'lot' AS lot FROM tasks")).toEqual([
    { tags: ["short", "=1+1"], lot: "7" },
  ]);
  expect(
    await rowsOf(
      file,
      "SELECT judgement_id, unit, rubric_id, response_b_id, value, number, set_aside FROM judgements ORDER BY ALL",
    ),
  ).toEqual([
    {
      judgement_id: "j1",
      unit: "r1/q",
      // The rubric of the task comes before that of the project.
      rubric_id: "k",
      response_b_id: null,
      value: "no",
      number: null,
      set_aside: false,
    },
    {
      judgement_id: "j2",
      unit: "r1,r2/preference",
      rubric_id: null,
      response_b_id: "r1",
      value: "2",
      number: 2,
      set_aside: true,
    },
  ]);
  expect(
    await rowsOf(
      file,
      "SELECT initial_value, revealed, active_ms, submitted_at FROM judgements WHERE revealed",
    ),
  ).toEqual([
    { initial_value: null, revealed: true, active_ms: 1200, submitted_at: "2026-05-29T06:22:10.000Z" },
  ]);
  expect(
    await rowsOf(file, "SELECT position, draft_line, action, text, reason_code, reason_note FROM lines"),
  ).toEqual([
    {
      position: 0,
      draft_line: 0,
      action: "remove",
      text: null,
      reason_code: "wrong",
      reason_note: "It does not.",
    },
    {
      position: 1,
      draft_line: null,
      action: "add",
      text: "It is rude.",
      reason_code: null,
      reason_note: "because",
    },
  ]);
  expect(await rowsOf(file, "SELECT lines[score_line + 1] AS line, rubric_id FROM drafts")).toEqual([
    { line: "Yes.", rubric_id: "k" },
  ]);
  expect(
    await rowsOf(file, "SELECT item_id, scale, weight, highest, added_by FROM items ORDER BY ALL"),
  ).toEqual([
    { item_id: "new", scale: "yesno", weight: null, highest: null, added_by: "A01" },
    { item_id: "q", scale: "points", weight: null, highest: 5, added_by: null },
    { item_id: "q", scale: "yesno", weight: 2, highest: null, added_by: null },
  ]);
  expect(await rowsOf(file, "SELECT action, task_id FROM decisions")).toEqual([
    { action: "add", task_id: "t1" },
  ]);
  expect(await rowsOf(file, "SELECT question, labels FROM labels")).toEqual([
    { question: "kind", labels: [] },
  ]);
  expect(
    await rowsOf(file, "SELECT 9007199254740993 AS big, 1.5::DECIMAL(4, 2) AS part, 'nan'::DOUBLE AS none"),
  ).toEqual([{ big: "9007199254740993", part: 1.5, none: null }]);
});

test("the examples of docs/reference/sql.md are answered", async () => {
  const page = await readFile("docs/reference/sql.md", "utf8");
  const examples = [...page.matchAll(/```sql\n([\s\S]*?)```/g)].map(([, query]) => query as string);
  expect(examples.length).toBeGreaterThan(2);
  const file = await study();
  for (const query of examples) expect((await run(file, query)).code).toBe(0);
});

test("each output format has the same rows", async () => {
  const file = await study();
  const query = "SELECT response_id, model, text FROM responses ORDER BY response_id";
  const table = await run(file, query);
  expect(table.stdout).toContain("r1           m      Dear …\n");
  expect(table.stdout).toContain("Hi, [31m there");
  expect(table.stdout).toMatch(/\n2 rows\n$/);
  expect((await run(file, query, "--format", "jsonl")).stdout.split("\n")[1]).toBe(
    JSON.stringify({ response_id: "r2", model: null, text: "Hi,\u001b[31m\nthere" }),
  );
  const csv = (await run(file, "SELECT unnest(tags) AS tag FROM tasks", "--format", "csv")).stdout;
  expect(
    csv
      .split("\r\n")
      .slice(1, 3)
      .map((cell) => unescapeCell(JSON.parse(cell))),
  ).toEqual(["short", "=1+1"]);
  const many = await run(file, "SELECT i FROM range(1234) AS t (i)");
  expect(many.stdout).toMatch(/\n1,234 rows, of which the first 200 are shown/);
  expect((await run(file, "FROM tasks WHERE false", "--format", "json")).stdout).toBe("[]\n");
});

test("a bundle also has its ratings as a table", async () => {
  async function* body(bytes: Uint8Array) {
    yield bytes;
  }
  async function* ratings() {
    yield { unit: "r1/q", final_value: "no" };
  }
  const columns = [
    { name: "unit", type: "text" },
    { name: "final_value", type: "text" },
  ] as const;
  async function* files() {
    yield { name: "study.jsonl", body: body(await readFile(await study())) };
    yield { name: "ratings.parquet", body: parquet(columns, ratings()) };
  }
  const file = join(folder, "bundle.zip");
  await writeFile(file, await buffer(Readable.from(zip(files(), new Date(2026, 1, 1)))));
  expect(await rowsOf(file, "SELECT value, final_value FROM judgements JOIN ratings USING (unit)")).toEqual([
    { value: "no", final_value: "no" },
  ]);
});

test.each([
  ["DELETE FROM tasks", "only queries are answered"],
  ["COPY tasks TO 'out.csv'", "disabled by configuration"],
  ["SELECT 1; SELECT 2", "one query at a time, not 2 statements"],
  ["", "the query is empty"],
  ["FROM nothing", "Table with name nothing does not exist"],
  ["SELEC 1", "syntax error"],
  ["SELECT * FROM read_text('package.json')", "disabled by configuration"],
  ["SELECT value::INT FROM judgements", "Could not convert string 'no'"],
])("%s is refused in one line", async (query, reason) => {
  const { code, stdout, stderr } = await run(await study(), query);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain(reason);
  expect(stderr.trimEnd().split("\n")).toHaveLength(1);
});

test("a file that is not a study is refused in one line", async () => {
  expect(await run(join(folder, "none.jsonl"), "SELECT 1")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("there is no such file"),
  });
  expect(await run(await study([{ type: "task", id: "t" }]), "SELECT 1")).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/study\.jsonl: line 1, instruction: is missing/),
  });
  const torn = join(folder, "torn.zip");
  await writeFile(torn, "PK\x03\x04 torn");
  expect(await run(torn, "SELECT 1")).toMatchObject({ code: 2, stderr: expect.stringContaining("torn.zip") });
  expect(await run("only-one-argument")).toMatchObject({ code: 2 });
  expect((await run("--tables")).stdout).toContain("judgements: one row per judgement");
});
