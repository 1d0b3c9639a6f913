import { expect, test } from "vitest";
import { isProblem, problemText } from "@/lib/dataset/rules/lines";
import type { StudyRecord } from "@/lib/dataset/schema";
import type { Mapping } from "@/lib/dataset/schema/mapping";
import { turnsOf } from "./chat";
import { detect } from "./detect";
import { readFormat } from "./read";

async function* once(text: string) {
  yield new TextEncoder().encode(text);
}

/** The detected format of a file, and its records without the study line. */
async function read(text: string, name = "file.jsonl", change: Partial<Mapping> = {}) {
  const found = await detect({ head: new TextEncoder().encode(text), whole: true, name });
  if (!found || found.shape === "study") throw new Error("not read as rows");
  const records: StudyRecord[] = [];
  const problems: string[] = [];
  const mapping = { ...found.mapping, ...change };
  const { shape, syntax } = found;
  for await (const one of readFormat(once(text), { shape, syntax, mapping, name: "Study" }))
    if (isProblem(one)) problems.push(problemText(one));
    else records.push(one.record);
  return { shape, mapping, problems, records: records.slice(1) };
}

const lines = (...rows: object[]) => rows.map((row) => JSON.stringify(row)).join("\n");
const user = (content: string) => ({ role: "user", content });
const assistant = (content: string) => ({ role: "assistant", content });

test("a turn shows tool calls, and marks parts that are not text", () => {
  const call = { id: "c1", type: "function", function: { name: "weather", arguments: '{"city":"Bonn"}' } };
  const turns = turnsOf([
    {
      role: "user",
      content: [
        { type: "text", text: "Weather?" },
        { type: "image_url", image_url: { url: "data:image/png;base64,AA" } },
      ],
    },
    { role: "assistant", content: null, tool_calls: [call] },
    { role: "tool", tool_call_id: "c1", content: "12 °C" },
  ]);
  expect(turns?.map(({ role, content }) => [role, content])).toEqual([
    ["user", "Weather?\n[image]"],
    ["assistant", '```json\nweather({"city":"Bonn"})\n```'],
    ["tool", "12 °C"],
  ]);
  expect(turns?.[1]?.metadata).toEqual({ tool_calls: [call] });
  expect(turns?.[2]?.metadata).toEqual({ tool_call_id: "c1" });
  expect(turnsOf([{ role: "user", content: [7] }])).toBeNull();
});

test("arena pairs become tasks with two responses and the winner, as gold or as a judgement", async () => {
  const battle = (winner: string, judge?: string) => ({
    question_id: "q1",
    model_a: "gpt",
    model_b: "llama",
    winner,
    ...(judge && { judge }),
    conversation_a: [user("Why?"), assistant("So.")],
    conversation_b: [user("Why?"), assistant("Thus.")],
  });
  const gold = await read(lines(battle("model_b")));
  expect(gold.shape).toBe("pairs");
  expect(gold.records).toMatchObject([
    { type: "task", id: "q1", instruction: "Why?" },
    { type: "response", id: "q1.1", model: "gpt", text: "So." },
    { type: "response", id: "q1.2", model: "llama", text: "Thus." },
    { type: "judgement", pair: ["q1.1", "q1.2"], value: "B", raterKind: "gold" },
  ]);
  const people = await read(lines(battle("tie (bothbad)", "ada"), battle("llama", "ben")));
  expect(people.records.filter(({ type }) => type === "judgement")).toMatchObject([
    { rater: "ada", raterKind: "human", value: "tie" },
    { rater: "ben", raterKind: "human", value: "B", pair: ["q1.1", "q1.2"] },
  ]);
  expect((await read(lines(battle("maybe")))).problems).toEqual([
    'line 1, winner: "maybe" names no winner: model_a, model_b, tie, or the name of a model',
  ]);
});

test("sides with different turns keep them, and winners may be in three columns", async () => {
  const { records } = await read(
    lines({
      id: 1,
      model_a: "x",
      model_b: "y",
      prompt: '["Why?","And then?"]',
      response_a: '["So.","Done."]',
      response_b: '["Thus.","Over."]',
      winner_model_a: 0,
      winner_model_b: 0,
      winner_tie: 1,
    }),
  );
  expect(records[0]).toMatchObject({ type: "task", instruction: "Why?\n\nAnd then?" });
  expect(records[1]).toMatchObject({ text: "**Assistant:**\n\nSo.\n\n**Assistant:**\n\nDone." });
  expect(records[3]).toMatchObject({ value: "tie" });
});

test("requests and responses of a batch API become tasks and responses, in any order", async () => {
  const request = {
    custom_id: "a",
    method: "POST",
    url: "/v1/chat/completions",
    body: { model: "m", messages: [user("Why?")] },
  };
  const answer = {
    id: "b1",
    custom_id: "a",
    response: { status_code: 200, body: { model: "m-2", choices: [{ message: assistant("So.") }] } },
    error: null,
  };
  const failed = { custom_id: "a", response: null, error: { message: "expired" } };
  const both = await read(lines(answer, request, failed));
  expect(both.shape).toBe("openai-batch");
  expect(both.records).toMatchObject([
    { type: "response", id: "a.1", task: "a", model: "m-2", text: "So." },
    { type: "task", id: "a", instruction: "Why?" },
  ]);
  expect(both.problems).toEqual(["line 3, response: the request failed: expired"]);
  expect((await read(lines(answer))).problems).toEqual([
    expect.stringContaining("nothing says what was asked"),
  ]);
});
