import { expect, test } from "vitest";
import { jsonl, read } from "@/lib/dataset/testing/read-format";
import type { JsonObject } from "@/lib/formats/json-value";

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

test("the position of a response does not reveal which one was chosen", async () => {
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
