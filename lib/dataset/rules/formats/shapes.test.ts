import { test as property } from "@fast-check/vitest";
import fc from "fast-check";
import { expect, test } from "vitest";
import { StudyChecker } from "@/lib/dataset/rules/check";
import { type FileProblem, isProblem, problemText } from "@/lib/dataset/rules/lines";
import { parseRecord } from "@/lib/dataset/rules/records";
import type { StudyRecord } from "@/lib/dataset/schema";
import type { Json, JsonObject } from "@/lib/formats/json-value";
import { detect, missingColumns } from "./detect";
import { type FileFormat, guessMapping, type Mapping, withChosenColumns } from "./mapping";
import { readFormat } from "./read";

async function* once(text: string) {
  yield new TextEncoder().encode(text);
}

/** A file read in its detected or given format, with its problems, like an import. */
async function read(
  text: string,
  { shape, mapping, name = "file" }: { shape?: FileFormat; mapping?: Mapping; name?: string } = {},
) {
  const found = await detect({ head: new TextEncoder().encode(text), whole: true, name }, shape);
  if (!found || found.shape === "study") throw new Error("not of a shape");
  const records: StudyRecord[] = [];
  const problems: FileProblem[] = [];
  const checker = new StudyChecker();
  const source = readFormat(once(text), {
    ...found,
    shape: found.shape,
    mapping: mapping ?? found.mapping,
    name: "Study",
  });
  for await (const one of source) {
    if (isProblem(one)) problems.push(one);
    else {
      expect(parseRecord(one.text, one.line)).toEqual(one.record);
      records.push(one.record);
      checker.add(one.record, one.line);
    }
  }
  if (problems.length === 0) problems.push(...checker.finish().problems);
  return {
    found,
    records: records.filter(({ type }) => type !== "study"),
    problems: problems.map(problemText),
  };
}

const json = (value: unknown[]) => JSON.stringify(value);
const jsonl = (values: unknown[]) => values.map((value) => JSON.stringify(value)).join("\n");

test("a table becomes tasks with responses; what has no meaning is kept", async () => {
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

test("every row that does not fit says why, and nothing of it is taken", async () => {
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

test.each<[string, JsonObject]>([
  ["texts", { prompt: "Why?", chosen: "So.", rejected: "No." }],
  [
    "turns with the prompt in them",
    {
      chosen: [
        { role: "user", content: "Why?" },
        { role: "assistant", content: "So." },
      ],
      rejected: [
        { role: "user", content: "Why?" },
        { role: "assistant", content: "No." },
      ],
    },
  ],
  [
    "turns beside the prompt",
    {
      prompt: [{ role: "user", content: "Why?" }],
      chosen: [{ role: "assistant", content: "So." }],
      rejected: [{ role: "assistant", content: "No." }],
    },
  ],
  [
    "marked text",
    { chosen: "\n\nHuman: Why?\n\nAssistant: So.", rejected: "\n\nHuman: Why?\n\nAssistant: No." },
  ],
])("a preference as %s", async (_, row) => {
  const { found, records, problems } = await read(jsonl([row]));
  expect(problems).toEqual([]);
  expect(found.shape).toBe("preferences");
  const [task, first, second, judgement] = records;
  expect(task).toEqual({ type: "task", id: "1", instruction: "Why?" });
  expect([first, second].map((one) => one?.type === "response" && one.text).sort()).toEqual(["No.", "So."]);
  const chosen = judgement?.type === "judgement" && judgement.value === "A" ? first : second;
  expect(judgement).toMatchObject({ item: "preference", pair: ["1.1", "1.2"], raterKind: "gold" });
  expect(chosen).toMatchObject({ text: "So." });
});

test("which response was chosen does not show in its place", async () => {
  const rows = Array.from({ length: 40 }, (_, n) => ({
    prompt: `Why ${n}?`,
    chosen: `So ${n}.`,
    rejected: "No.",
  }));
  const { records } = await read(jsonl(rows));
  const values = records.flatMap((record) => (record.type === "judgement" ? [record.value] : []));
  expect(new Set(values)).toEqual(new Set(["A", "B"]));
});

test("a preference set in CSV, and its problems", async () => {
  const { problems } = await read("prompt,chosen,rejected\nWhy?,So.,\n,So.,No.\n");
  expect(problems).toEqual([
    "line 2, rejected: is missing: a text, or a list of chat turns",
    "line 3, prompt: is missing: nothing says what was asked",
  ]);
});

const labelStudio = {
  id: 17,
  data: { prompt: "Why?", response: "So.", source: "web" },
  predictions: [
    {
      id: 5,
      model_version: "judge-1",
      score: 0.9,
      result: [
        { from_name: "correct", to_name: "text", type: "choices", value: { choices: ["No"] } },
        { from_name: "clarity", to_name: "text", type: "rating", value: { rating: 4 } },
        { from_name: "span", to_name: "text", type: "labels", value: { start: 0, end: 2, labels: ["x"] } },
      ],
    },
  ],
  annotations: [
    {
      id: 9,
      completed_by: { id: 3, email: "ada@example.org" },
      parent_prediction: 5,
      lead_time: 12.5,
      created_at: "2026-05-29T06:22:10.123456Z",
      result: [{ from_name: "correct", to_name: "text", type: "choices", value: { choices: ["Yes"] } }],
    },
    { id: 10, completed_by: 4, was_cancelled: true, result: [] },
  ],
};

test("a Label Studio export: predictions are drafts, annotations judgements", async () => {
  const { found, records, problems } = await read(json([labelStudio]));
  expect(problems).toEqual([]);
  expect(found.shape).toBe("label-studio");
  expect(JSON.stringify(records)).not.toContain("example.org");
  expect(records).toMatchObject([
    {
      type: "task",
      id: "17",
      metadata: { source: "web", proposals: [{ question: "span", by: "judge-1" }] },
    },
    { type: "response", id: "17.1", text: "So." },
    { type: "draft", id: "17.d1", item: "correct", value: "no", rater: "judge-1", metadata: { score: 0.9 } },
    { type: "draft", id: "17.d2", item: "clarity", value: 4 },
    {
      type: "judgement",
      item: "correct",
      value: "yes",
      rater: "annotator 3",
      draft: "17.d1",
      activeMs: 12500,
      submittedAt: "2026-05-29T06:22:10.123Z",
    },
    { type: "rubric", task: null, kind: "checklist", items: [{ id: "correct", scale: { type: "yesno" } }] },
    { type: "rubric", task: null, kind: "criteria", items: [{ id: "clarity", scale: { min: 1, max: 5 } }] },
  ]);
});

test("a pairwise choice of Label Studio is a preference", async () => {
  const { records, problems } = await read(
    json([
      {
        id: 1,
        data: { prompt: "Why?", response_1: "So.", response_2: "No." },
        annotations: [
          {
            completed_by: 1,
            result: [{ from_name: "better", type: "pairwise", value: { selected: "right" } }],
          },
        ],
      },
    ]),
  );
  expect(problems).toEqual([]);
  expect(records.at(-1)).toMatchObject({ item: "preference", pair: ["1.1", "1.2"], value: "B" });
});

test("answers to one question that do not go together are refused", async () => {
  const other = structuredClone(labelStudio) as typeof labelStudio;
  other.id = 18;
  const [result] = other.predictions[0]?.result ?? [];
  if (result) result.value = { choices: ["3"] };
  const { problems } = await read(json([labelStudio, other]));
  expect(problems).toEqual(["line 1, [1].correct: is answered with 3, on line 1 with yes or no"]);
});

test.each<[string, JsonObject]>([
  [
    "version 2",
    {
      suggestions: { relevant: { value: "yes", score: 0.8, agent: "judge-1" }, score: { value: 3 } },
      responses: {
        score: [{ value: 5, user_id: "u1" }],
        relevant: [{ value: "no", user_id: "u1", status: "draft" }],
      },
    },
  ],
  [
    "version 1",
    {
      suggestions: [
        { question_name: "relevant", value: "yes", score: 0.8, agent: "judge-1" },
        { question_name: "score", value: 3 },
      ],
      responses: [
        { user_id: "u1", status: "submitted", values: { score: { value: 5 } } },
        { user_id: "u2", status: "discarded", values: { score: { value: 1 } } },
      ],
    },
  ],
])("Argilla records, %s: suggestions are drafts, responses judgements", async (_, rest) => {
  const row = {
    id: "r-1",
    fields: { instruction: "Why?", output: "So." },
    metadata: { split: "a" },
    ...rest,
  };
  const { found, records, problems } = await read(jsonl([row]));
  expect(problems).toEqual([]);
  expect(found.shape).toBe("argilla");
  expect(records).toMatchObject([
    { type: "task", id: "r-1", instruction: "Why?", metadata: { split: "a" } },
    { type: "response", id: "r-1.1", text: "So." },
    { type: "draft", item: "relevant", value: "yes", rater: "judge-1", metadata: { score: 0.8 } },
    { type: "draft", item: "score", value: 3, rater: "suggestion" },
    { type: "judgement", item: "score", value: 5, rater: "annotator u1" },
    { type: "rubric", kind: "checklist" },
    { type: "rubric", kind: "criteria" },
  ]);
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

test("what is said of columns goes before what their names suggest", () => {
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

test("a file without the columns it needs says which there are", async () => {
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
