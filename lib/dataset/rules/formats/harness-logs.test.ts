import { test as property } from "@fast-check/vitest";
import fc from "fast-check";
import { expect, test } from "vitest";
import { jsonl, read } from "@/lib/dataset/testing/read-format";
import type { Json, JsonObject } from "@/lib/formats/json-value";

const sample = (more: JsonObject = {}): JsonObject => ({
  doc_id: 3,
  doc: { question: "What is 6 × 7?", answer: "6 × 7 = 42 #### 42", level: "easy" },
  target: "42",
  arguments: { gen_args_0: { arg_0: "Q: What is 6 × 7?\nA:", arg_1: { until: ["\n"] } } },
  resps: [["It is 42."]],
  filtered_resps: ["42"],
  filter: "strict-match",
  metrics: ["exact_match"],
  doc_hash: "a",
  prompt_hash: "b",
  target_hash: "c",
  exact_match: 1,
  ...more,
});

test("samples of lm-evaluation-harness: filters of one answer are conditions of its scores", async () => {
  const flexible = sample({ filter: "flexible-extract", filtered_resps: ["6"], exact_match: 0 });
  const other = sample({ resps: [["Forty."]], exact_match: 0 });
  const { found, records, problems } = await read(jsonl([sample(), flexible, other]));
  expect(problems).toEqual([]);
  expect(found.shape).toBe("lm-eval");
  const score = { type: "draft", item: "exact_match", rater: "lm-evaluation-harness", raterKind: "rules" };
  expect(records).toMatchObject([
    {
      type: "task",
      id: "3",
      instruction: "Q: What is 6 × 7?\nA:",
      reference: "42",
      metadata: { level: "easy" },
    },
    { type: "response", id: "3.1", text: "It is 42." },
    {
      ...score,
      response: "3.1",
      method: "external",
      condition: "strict-match",
      value: 1,
      metadata: { filtered: ["42"] },
    },
    { ...score, response: "3.1", condition: "flexible-extract", value: 0 },
    { type: "response", id: "3.2", text: "Forty." },
    { ...score, response: "3.2", condition: "strict-match", value: 0 },
    { type: "rubric", task: null, items: [{ id: "exact_match", scale: { type: "points", min: 0, max: 1 } }] },
  ]);
  expect(records.some(({ type }) => type === "judgement")).toBe(false);
});

test("samples with chat turns, several answers, metrics that are no numbers, and a chosen model", async () => {
  const turns = JSON.stringify([
    { role: "system", content: "Be short." },
    { role: "user", content: "Why?" },
  ]);
  const { records, problems } = await read(
    jsonl([
      sample({
        arguments: [[[turns], {}]],
        resps: [["So.", "Thus."]],
        metrics: ["exact_match", "spans"],
        spans: [1, 2],
      }),
    ]),
    { mapping: { responses: [{ text: "resps", name: "llama" }] } },
  );
  expect(problems).toEqual([]);
  expect(records).toMatchObject([
    { type: "task", instruction: "Why?", messages: [{ role: "system", content: "Be short." }] },
    {
      type: "response",
      model: "llama",
      text: "So.",
      metadata: { scores: { exact_match: 1, spans: [1, 2] } },
    },
    { type: "response", model: "llama", text: "Thus." },
  ]);
});

test.each<[string, JsonObject, string]>([
  ["no number", { doc_id: null }, "line 2, doc_id: is missing"],
  ["another task", { arguments: [["Q: Why?", {}]] }, 'line 2, doc_id: "3" is another question on line 1'],
  ["choices", { resps: [[["-1.5", "True"]], [["-2.5", "False"]]] }, "line 2, resps: are log-likelihoods"],
  [
    "no prompt",
    { arguments: { gen_args_0: { arg_0: { image: "x" } } } },
    "line 2, arguments: begins with no",
  ],
  ["no arguments", { arguments: { __proto__x: 1 } }, "line 2, arguments: is missing"],
  ["no answers", { resps: "x" }, "line 2, resps: is missing"],
  [
    "true after numbers",
    { filter: "x", exact_match: true },
    'line 2, exact_match: is answered with "yes", on line 1 with a number',
  ],
])("a sample with %s is refused with its reason", async (_, more, reason) => {
  const { problems } = await read(jsonl([sample(), sample(more)]));
  expect(problems).toEqual([expect.stringContaining(reason)]);
});

const event = (type: string, data: JsonObject, more: JsonObject = {}): JsonObject => ({
  run_id: "r1",
  event_id: 0,
  sample_id: "colours.dev.7",
  type,
  data,
  created_by: "",
  created_at: "2024-05-01 10:00:00+00:00",
  ...more,
});
const spec: JsonObject = {
  spec: { run_id: "r1", eval_name: "colours.dev.v0", completion_fns: ["gpt-x"], base_eval: "colours" },
};
const prompt = [
  { role: "system", content: "One word." },
  { role: "user", content: "Which colour has the sky?" },
];
const asked = event("sampling", { prompt, sampled: ["Blue."] });

test("a log of OpenAI evals: sampling is a task with its response, a match a draft", async () => {
  const { found, records, problems } = await read(
    jsonl([
      spec,
      asked,
      event("match", { correct: true, expected: "blue", picked: "blue" }),
      event("extra", {}),
      { spec: { run_id: "r2", eval_name: "colours.dev.v0", completion_fns: ["gpt-y"] } },
      event("sampling", { prompt, sampled: "Green.", model: "gpt-y-1" }, { run_id: "r2" }),
      event("match", { correct: false, expected: "blue", picked: null }, { run_id: "r2" }),
      { final_report: { accuracy: 0.5 } },
    ]),
  );
  expect(problems).toEqual([]);
  expect(found.shape).toBe("openai-evals");
  const match = { type: "draft", item: "correct", rater: "colours.dev.v0", raterKind: "rules" };
  const id = "colours.dev.7";
  expect(records).toMatchObject([
    { type: "task", id, instruction: "Which colour has the sky?", messages: [{ role: "system" }] },
    { type: "response", id: `${id}.1`, model: "gpt-x", text: "Blue." },
    { ...match, response: `${id}.1`, method: "external", value: "yes", metadata: { expected: "blue" } },
    { type: "response", id: `${id}.2`, model: "gpt-y-1", text: "Green." },
    { ...match, response: `${id}.2`, value: "no" },
    { type: "rubric", kind: "checklist", items: [{ id: "correct", scale: { type: "yesno" } }] },
  ]);
});

test("a grader's call is known by the answer that it quotes, and kept with its score", async () => {
  const call = event("sampling", { prompt: "Is “Blue.” right?", sampled: ["It is. Y"] });
  const { records, problems } = await read(
    jsonl([spec, asked, call, event("metrics", { choice: "Y", score: 0.75 })]),
  );
  expect(problems).toEqual([]);
  expect(records.filter(({ type }) => type === "draft")).toMatchObject([
    { item: "score", value: 0.75, raterKind: "llm", metadata: { choice: "Y", grader: ["It is. Y"] } },
  ]);
});

test.each<[string, JsonObject[], string]>([
  [
    "an unknown sample",
    [event("match", { correct: true }, { sample_id: "x" })],
    'sample_id: no answer of "x" was sampled',
  ],
  [
    "several answers",
    [asked, event("match", { correct: true })],
    'sample_id: "colours.dev.7" has several answers',
  ],
  ["no score", [event("metrics", { choice: "Y" })], "data: has no score"],
  [
    "a score twice",
    [event("match", { correct: true }), event("match", { correct: true })],
    'data.correct: "colours.dev.7" has a score of this already, on line 3',
  ],
  [
    "another call",
    [event("sampling", { prompt: "And?", sampled: "No." })],
    "data.prompt: asks something else",
  ],
  [
    "another run's prompt",
    [event("sampling", { prompt: "And?", sampled: "No." }, { run_id: "r2" })],
    'sample_id: "colours.dev.7" was asked something else on line 2',
  ],
  ["no prompt", [event("sampling", { prompt: 5, sampled: "No." })], "data.prompt: is neither"],
  ["no answer", [event("sampling", { prompt, sampled: [] })], "data.sampled: is neither"],
  ["no sample", [event("match", { correct: true }, { sample_id: null })], "sample_id: is missing"],
  ["no data", [event("match", {}, { data: null })], "data: is missing"],
])("an event with %s is refused with its reason", async (_, events, reason) => {
  const { problems } = await read(jsonl([spec, asked, ...events]));
  expect(problems).toEqual([expect.stringContaining(`line ${events.length + 2}, ${reason}`)]);
});

test("a log without answers cannot be used", async () => {
  const { problems } = await read(jsonl([spec, event("raw_sample", { input: "x" })]));
  expect(problems).toEqual([expect.stringContaining("the log has no sampling events")]);
});

test("assertions of LangSmith are a checklist of their task", async () => {
  const assertions = [{ key: "must_cite_source", comment: "The answer cites its source." }];
  const { records, problems } = await read(
    jsonl([
      { question: "Why?", answer: "So.", assertions },
      { question: "Why not?", answer: "So.", assertions: [{ key: "must_hold", comment: " " }] },
    ]),
  );
  expect(problems).toEqual([
    "line 2, assertions: must be a list of texts or of objects with text, or lines of text",
  ]);
  expect(records).toMatchObject([
    { type: "task" },
    {
      type: "rubric",
      kind: "checklist",
      items: [{ id: "must_cite_source", text: "The answer cites its source.", scale: { type: "yesno" } }],
    },
    { type: "response" },
  ]);
});

const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom("a", "__proto__", "overall", "Human: x", '["x"]', true, 0.5, ["x"], [["x"]], {
    correct: true,
  }),
);
const keys = ["doc_id", "arguments", "resps", "metrics", "exact_match", "overall", "filter", "doc", "target"];
const ofEvents = ["spec", "run_id", "sample_id", "type", "data", "final_report"];
const data = fc.dictionary(fc.constantFrom("prompt", "sampled", "correct", "preference", "score"), anything);

property.prop([
  fc.array(
    fc.oneof(
      fc.dictionary(fc.constantFrom(...keys, ...ofEvents), anything),
      fc.record({
        run_id: fc.constantFrom("r1", "r2"),
        sample_id: fc.constantFrom("a", "b"),
        type: fc.constantFrom("sampling", "match", "metrics"),
        data,
      }),
      fc.dictionary(fc.constantFrom(...keys), anything).map((more) => ({ ...sample(), ...more })),
    ),
    { minLength: 1, maxLength: 8 },
  ),
  fc.constantFrom("lm-eval" as const, "openai-evals" as const),
])("whatever a log holds, each row gives sound records or reasons, never an error", async (rows, shape) => {
  const { records } = await read(jsonl(JSON.parse(JSON.stringify(rows)) as Json[]), { shape });
  expect(records.filter(({ type }) => type === "judgement")).toEqual([]);
});
