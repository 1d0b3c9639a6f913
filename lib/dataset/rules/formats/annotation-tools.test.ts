import { expect, test } from "vitest";
import { json, jsonl, read } from "@/lib/dataset/testing/read-format";
import type { JsonObject } from "@/lib/formats/json-value";

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

test("contradictory answers to one question are refused", async () => {
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
