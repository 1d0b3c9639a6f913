import { expect, test } from "vitest";
import { type AssignmentContent, preparedTexts, textsOf } from "@/lib/review/rules/assignment-texts";

const content: AssignmentContent = {
  guidelines: "g",
  task: {
    instruction: "i",
    input: null,
    messages: [
      { role: "user", content: "m1" },
      { role: "assistant", content: "m2" },
    ],
    reference: null,
    tags: ["t"],
  },
  response: { text: "r" },
  pair: null,
};

test("the texts of an assignment are those shown: no withheld ones, and no tags", () => {
  expect(textsOf(content)).toEqual(["g", "i", "m1", "m2", "r"]);
  const task = { ...content.task, messages: null, input: "in", reference: "ref" };
  expect(textsOf({ ...content, task, response: null, pair: { a: "a", b: "b" } })).toEqual([
    "g",
    "i",
    "in",
    "a",
    "b",
    "ref",
  ]);
});

test("prepared texts are found by their text, also after serialisation as JSON", () => {
  const prepared = { ...textsOf(content).map((text) => (text === "m1" ? undefined : `<${text}>`)), 1: null };
  const arrived: AssignmentContent = JSON.parse(JSON.stringify({ ...content, prepared }));
  expect([...preparedTexts(arrived)]).toEqual([
    ["g", "<g>"],
    ["i", null],
    ["m2", "<m2>"],
    ["r", "<r>"],
  ]);
});
