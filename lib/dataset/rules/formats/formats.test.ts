import { test as property } from "@fast-check/vitest";
import fc from "fast-check";
import { expect, test } from "vitest";
import { problemText } from "@/lib/dataset/rules/lines";
import type { FileFormat } from "@/lib/dataset/schema/mapping";
import { json, jsonl, read } from "@/lib/dataset/testing/read-format";
import type { Json } from "@/lib/formats/json-value";
import { detect, missingColumns } from "./detect";
import { guessMapping, withChosenColumns } from "./mapping";

test("a table becomes tasks with responses, and unassigned columns become metadata", async () => {
  const { found, records, problems } = await read(
    "id;prompt;context;answer;model;tags;difficulty\nt1;Why?;Because;So;gpt;a, b;hard\nt1;Why?;Because;Thus;llama;a, b;hard\nt2;How?;;;;;\n",
  );
  expect(problems).toEqual([]);
  expect(found.shape).toBe("table");
  expect(records).toEqual([
    { type: "task", id: "t1", instruction: "Why?", input: "Because", tags: ["a", "b"] },
    { type: "response", id: "t1.1", task: "t1", model: "gpt", text: "So", metadata: { difficulty: "hard" } },
    {
      type: "response",
      id: "t1.2",
      task: "t1",
      model: "llama",
      text: "Thus",
      metadata: { difficulty: "hard" },
    },
    { type: "task", id: "t2", instruction: "How?" },
  ]);
});

test("a wide table has a column for each model, and a checklist as lines", async () => {
  const { records, problems } = await read(
    'question,response_gpt,response_llama,checklist\nWhy?,So,Thus,"- Is it short?\n2. Is it true?"\n',
  );
  expect(problems).toEqual([]);
  expect(records).toEqual([
    { type: "task", id: "1", instruction: "Why?" },
    {
      type: "rubric",
      id: "1.checklist",
      task: "1",
      kind: "checklist",
      origin: "import",
      items: [
        { id: "1.checklist.1", text: "Is it short?", scale: { type: "yesno" } },
        { id: "1.checklist.2", text: "Is it true?", scale: { type: "yesno" } },
      ],
    },
    { type: "response", id: "1.1", task: "1", model: "gpt", text: "So" },
    { type: "response", id: "1.2", task: "1", model: "llama", text: "Thus" },
  ]);
});

test("lists of objects may be nested, and a mapping may follow them", async () => {
  const { records, problems } = await read(
    json([
      {
        meta: { q: "Why?", by: "x" },
        responses: ["So", { text: "Thus", model: "llama", seed: 3 }],
        criteria: [{ text: "Clear", weight: 2, scale: { type: "points", min: 0, max: 3 } }],
      },
    ]),
    { mapping: { instruction: "meta.q", responses: [{ text: "responses" }], criteria: "criteria" } },
  );
  expect(problems).toEqual([]);
  expect(records).toMatchObject([
    { type: "task", id: "1", instruction: "Why?", metadata: { meta: { by: "x" } } },
    { type: "rubric", items: [{ text: "Clear", weight: 2, scale: { min: 0, max: 3 } }] },
    { type: "response", text: "So" },
    { type: "response", text: "Thus", model: "llama", metadata: { seed: 3 } },
  ]);
});

test("conversations become the last question with the turns before it", async () => {
  const { records } = await read(
    jsonl([
      {
        conversations: [
          { from: "system", value: "Be brief." },
          { from: "human", value: "Why?" },
          { from: "gpt", value: "So." },
        ],
      },
    ]),
  );
  expect(records).toEqual([
    { type: "task", id: "1", instruction: "Why?", messages: [{ role: "system", content: "Be brief." }] },
    { type: "response", id: "1.1", task: "1", text: "So." },
  ]);
});

test("every invalid row has a reason, and none of its values is used", async () => {
  const { records, problems } = await read(
    jsonl([
      { id: "a", instruction: "One", response: "x" },
      { id: "a", instruction: "One", response: "x" },
      { id: "a", instruction: "Another", response: "y" },
      { instruction: "No id" },
      { id: "b", instruction: " " },
      { id: "c", instruction: ["list"], response: 4 },
      { id: "d".repeat(501), instruction: "Too long" },
      { id: "e", instruction: "Fine", response: { other: 1 } },
    ]),
  );
  expect(problems).toEqual([
    'line 2, response: the task "a" has the same response of the same model already',
    'line 3, id: the row of line 1 has the id "a" too, with another task',
    "line 4, id: is missing: it is the task's id",
    "line 5, instruction: is missing: a task needs its instruction",
    "line 6, instruction: must be a text, not a list",
    "line 7, id: must not be longer than 500 characters",
    "line 8, response: is no response: a text, or an object with text and model",
  ]);
  expect(records).toHaveLength(2);
});

property.prop([
  fc.array(
    fc.dictionary(
      fc.constantFrom(
        "id",
        "prompt",
        "chosen",
        "rejected",
        "response",
        "tags",
        "messages",
        "checklist",
        "data",
        "fields",
        "predictions",
        "annotations",
        "suggestions",
        "responses",
        "x",
      ),
      fc.jsonValue(),
    ),
    { minLength: 1, maxLength: 6 },
  ),
  fc.constantFrom<FileFormat>("table", "preferences", "label-studio", "argilla"),
])("whatever the rows hold, each gives sound records or reasons, never an error", async (rows, shape) => {
  const given = JSON.parse(JSON.stringify(rows)) as Json[];
  const mapping = guessMapping(
    ["id", "prompt", "response", "tags", "messages", "checklist", "chosen", "rejected"],
    shape,
  );
  await read(json(given), { shape, mapping });
});

property.prop([
  fc.array(
    fc.record({
      instruction: fc.string({ minLength: 1 }).filter((text) => text.trim() !== ""),
      response: fc.string({ minLength: 1 }),
      extra: fc.string({ minLength: 1 }),
    }),
    { minLength: 1, maxLength: 8 },
  ),
])("no text of a table is lost or changed", async (rows) => {
  const { records, problems } = await read(jsonl(rows));
  expect(problems).toEqual([]);
  const tasks = records.flatMap((record) => (record.type === "task" ? [record] : []));
  const responses = records.flatMap((record) => (record.type === "response" ? [record.text] : []));
  expect(tasks.map(({ instruction, metadata }) => ({ instruction, extra: metadata?.extra }))).toEqual(
    rows.map(({ instruction, extra }) => ({ instruction, extra })),
  );
  expect(responses).toEqual(rows.map(({ response }) => response));
});

test("an answer that is a JSON list of numbers, or an empty one, is an answer; a list of texts is several", async () => {
  const answers = ["[]", "[1, 2]", ' ["yes"', '["yes", 1]', '["yes", "no"]'];
  const { records, problems } = await read(
    jsonl(answers.map((response, n) => ({ instruction: `List ${n}`, response }))),
  );
  expect(problems).toEqual([]);
  expect(records.flatMap((record) => (record.type === "response" ? [record.text] : []))).toEqual([
    ...answers.slice(0, 4),
    "yes",
    "no",
  ]);
});

test("stated meanings of columns take precedence over their names", () => {
  const guessed = guessMapping(["id", "prompt", "output", "who", "topic"]);
  expect(guessed).toEqual({
    id: "id",
    instruction: "prompt",
    tags: "topic",
    responses: [{ text: "output" }],
  });
  expect(withChosenColumns(guessed, ["model=who", "tags="])).toEqual({
    id: "id",
    instruction: "prompt",
    responses: [{ text: "output", model: "who" }],
  });
  expect(
    withChosenColumns(guessed, ["instruction=a=b", "response:gpt=x", "response=y", "model=z"]),
  ).toMatchObject({
    instruction: "a=b",
    responses: [
      { text: "x", name: "gpt" },
      { text: "y", model: "z" },
    ],
  });
  expect(withChosenColumns(guessed, ["instruction"])).toContain("FIELD=COLUMN");
  expect(withChosenColumns(guessed, ["answer=x"])).toContain("no field answer");
});

test("a file without the required columns is refused with a list of its columns", async () => {
  const found = await detect({ head: new TextEncoder().encode("a,b\n1,2\n"), whole: true, name: "x.csv" });
  if (!found) throw new Error("nothing");
  expect(missingColumns(found.mapping, found).map(problemText)).toEqual([
    "which column is the instruction is not known; the file has “a”, “b”",
  ]);
  expect(missingColumns({ instruction: "a", input: "c" }, found).map(problemText)).toEqual([
    "there is no column “c”; the file has “a”, “b”",
  ]);
});

test.each<[string, string, FileFormat | null]>([
  ['{"type":"study","version":1,"name":"x"}', "x.jsonl", "study"],
  ["not json at all", "x.jsonl", "study"],
  ["", "x.csv", null],
  ["a,b", "x.csv", "table"],
  ['{"type":"question","prompt":"Why?"}', "x.jsonl", "table"],
  [`{\n  "prompt": "Why?"\n}`, "x.json", "table"],
])("%j in %s is a %s", async (text, name, shape) => {
  const found = await detect({ head: new TextEncoder().encode(text), whole: true, name });
  expect(found?.shape ?? null).toBe(shape);
});
