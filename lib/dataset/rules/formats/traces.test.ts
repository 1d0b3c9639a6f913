import { test as property } from "@fast-check/vitest";
import fc from "fast-check";
import { expect, test } from "vitest";
import { jsonl, read } from "@/lib/dataset/testing/read-format";
import type { Json, JsonObject } from "@/lib/formats/json-value";
import { inspectRow } from "./inspect-rows";

const header: JsonObject = {
  version: 2,
  eval: { task: "sky", model: "mockllm/x", run_id: "r", created: "2025-01-01" },
};
const sample = (more: JsonObject = {}): JsonObject =>
  inspectRow(header, {
    id: 7,
    epoch: 1,
    input: "Which colour has the sky?",
    choices: ["Red", "attachment://abc"],
    attachments: { abc: "Blue" },
    target: "B",
    messages: [{ role: "user", content: "left behind" }],
    output: {
      model: "x-1",
      choices: [{ message: { role: "assistant", content: "ANSWER: B" }, stop_reason: "stop" }],
    },
    scores: {
      choice: { value: "C", answer: "B", explanation: "ANSWER: B" },
      model_graded_qa: { value: "P", metadata: { grading: [{ role: "user", content: "Grade." }] } },
      parts: { value: { short: true, words: 2, kind: "plain" } },
    },
    metadata: { lot: 3 },
    ...more,
  });

test("samples of Inspect: epochs are responses, and each score a draft of its scorer", async () => {
  const second = sample({ epoch: 2, scores: { choice: { value: "I" } } });
  const { found, records, problems } = await read(jsonl([sample(), second]));
  expect(problems).toEqual([]);
  expect(found.shape).toBe("inspect");
  const draft = { type: "draft", task: "7", response: "7.1", method: "external" };
  expect(records).toMatchObject([
    { type: "task", id: "7", input: "A) Red\nB) Blue", reference: "B", metadata: { lot: 3 } },
    {
      type: "response",
      id: "7.1",
      model: "x-1",
      text: "ANSWER: B",
      metadata: { task: "sky", scores: { "parts.kind": "plain" } },
    },
    {
      ...draft,
      item: "choice",
      rater: "choice",
      raterKind: "rules",
      value: 1,
      lines: ["ANSWER: B"],
      metadata: { value: "C" },
    },
    { ...draft, item: "model_graded_qa", raterKind: "llm", value: 0.5 },
    { ...draft, item: "parts.short", rater: "parts", value: "yes" },
    { ...draft, item: "parts.words", value: 2 },
    { type: "response", id: "7.2" },
    { type: "draft", response: "7.2", item: "choice", value: 0 },
    { type: "rubric", kind: "checklist", items: [{ id: "parts.short" }] },
    {
      type: "rubric",
      kind: "criteria",
      items: [{ id: "choice", scale: { min: 0, max: 1 } }, {}, { id: "parts.words", scale: { max: 2 } }],
    },
  ]);
});

test.each<[string, JsonObject, string]>([
  ["no id", { id: null }, "id: is missing"],
  ["the same epoch", {}, 'epoch: "7" has an output of epoch 1 already, on line 1'],
  ["no epoch", { epoch: 0.5 }, "epoch: must be a number from 1"],
  ["another question", { input: "Why?", epoch: 2 }, 'id: "7" is another question on line 1'],
  [
    "no output",
    { id: 8, output: { choices: [] }, error: { message: "limit" } },
    "output: has no text, so there is nothing to judge: limit",
  ],
  [
    "a score of another kind",
    { epoch: 2, scores: { choice: { value: true } } },
    'scores.choice: is answered with "yes", on line 1 with a number',
  ],
  ["scores that are none", { epoch: 2, scores: { choice: 1 } }, "scores: must be objects"],
])("a sample of Inspect with %s is refused with its reason", async (_, more, reason) => {
  const { problems } = await read(jsonl([sample(), sample(more)]));
  expect(problems).toEqual([expect.stringContaining(`line 2, ${reason}`)]);
});

const trace: JsonObject = {
  id: "t1",
  name: "chat",
  userId: "a@example.org",
  input: {
    messages: [
      { role: "system", content: "Short." },
      { role: "user", content: "Why?" },
    ],
  },
  output: { role: "assistant", content: "So." },
  tags: ["live"],
  scores: ["s1"],
};
const score = (more: JsonObject): JsonObject => ({
  id: "s1",
  traceId: "t1",
  name: "helpful",
  dataType: "NUMERIC",
  value: 0.5,
  source: "EVAL",
  comment: "Fine.",
  ...more,
});

test("traces of Langfuse: people's scores are judgements, all others drafts, in any order", async () => {
  const { found, records, problems } = await read(
    jsonl([
      score({}),
      trace,
      score({
        id: "s2",
        name: "correct",
        dataType: "BOOLEAN",
        value: 1,
        stringValue: "True",
        source: "ANNOTATION",
        authorUserId: "u1",
        comment: null,
      }),
      {
        id: "o1",
        traceId: "t1",
        input: "How?",
        output: "Thus.",
        model: "m",
        scores: [score({ id: "s3", traceId: "t1", observationId: "o1", source: "API", comment: "" })],
      },
    ]),
  );
  expect(problems).toEqual([]);
  expect(found.shape).toBe("langfuse");
  expect(records).toMatchObject([
    {
      type: "draft",
      task: "t1",
      response: "t1.1",
      item: "helpful",
      value: 0.5,
      raterKind: "llm",
      method: "external",
      lines: ["Fine."],
    },
    { type: "task", id: "t1", instruction: "Why?", messages: [{ role: "system" }], tags: ["live"] },
    { type: "response", id: "t1.1", text: "So." },
    { type: "judgement", item: "correct", value: "yes", rater: "annotator u1", raterKind: "human" },
    { type: "task", id: "o1", instruction: "How?" },
    { type: "response", id: "o1.1", model: "m", text: "Thus." },
    { type: "draft", response: "o1.1", rater: "Langfuse", raterKind: "rules" },
    { type: "rubric", kind: "checklist" },
    { type: "rubric", kind: "criteria" },
  ]);
  expect(JSON.stringify(records)).not.toContain("example.org");
});

test("scores of Langfuse name what they are about as a subject since version 3 of its API", async () => {
  const named = (id: string, subject: JsonObject) => score({ id, subject, traceId: undefined as never });
  const { found, records, problems } = await read(
    jsonl([
      named("s1", { kind: "trace", id: "t1" }),
      trace,
      { id: "o1", traceId: "t1", input: "How?", output: "Thus." },
      named("s2", { kind: "observation", id: "o1", traceId: "t1" }),
    ]),
  );
  expect(problems).toEqual([]);
  expect(found.shape).toBe("langfuse");
  const drafts = records.filter(({ type }) => type === "draft");
  expect(drafts).toMatchObject([{ response: "t1.1" }, { response: "o1.1" }]);
});

test.each<[string, JsonObject, string]>([
  [
    "a score whose subject is an experiment",
    score({ id: "s9", traceId: null, subject: { kind: "experiment", id: "x" } }),
    "traceId: is missing",
  ],
  ["a score of a session", score({ id: "s9", traceId: null, sessionId: "x" }), "traceId: is missing"],
  [
    "a category",
    score({ id: "s9", dataType: "CATEGORICAL", value: null, stringValue: "warm" }),
    'value: is the category "warm"',
  ],
  ["a correction", score({ id: "s9", dataType: "CORRECTION", value: "x" }), "value: is a text"],
  ["a number that is none", score({ id: "s9", value: "much" }), "value: is no number"],
  ["a score twice", score({}), 'id: the score "s1" is on line 2 already'],
  ["a trace twice", trace, 'id: another row has the id "t1" (line 1)'],
  ["no input", { ...trace, id: "t2", input: { image: 1 } }, "input: is neither"],
  ["an unknown trace", score({ id: "s9", traceId: "t9" }), "task: no task has the id"],
])("Langfuse: %s is refused with its reason", async (_, row, reason) => {
  const { problems } = await read(jsonl([trace, score({}), row]));
  expect(problems.slice(0, 1)).toEqual([expect.stringContaining(`line 3, ${reason}`)]);
});

test("scores of Langfuse alone cannot be used", async () => {
  const { problems } = await read(jsonl([score({})]));
  expect(problems[0]).toContain("neither traces nor observations");
});

const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom("a", "overall", "__proto__", 1, true, ["x"], { value: 1 }),
);
const keys = [
  "id",
  "epoch",
  "input",
  "output",
  "scores",
  "choices",
  "target",
  "metadata",
  "name",
  "dataType",
  "value",
  "traceId",
  "source",
];

property.prop([
  fc.array(fc.dictionary(fc.constantFrom(...keys), anything), { minLength: 1, maxLength: 6 }),
  fc.constantFrom("inspect" as const, "langfuse" as const),
])("whatever a log holds, each row gives sound records or reasons, never an error", async (rows, shape) => {
  const base = shape === "inspect" ? sample() : score({});
  await read(jsonl(rows.map((more) => ({ ...base, ...JSON.parse(JSON.stringify(more)) })) as Json[]), {
    shape,
  });
});
