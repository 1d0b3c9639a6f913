import { expect, test } from "vitest";
import { Labels } from "./scope-labels";

const labels = new Labels([
  { scope: "C1", text: "Use simple language.", name: null },
  { scope: "clarity", text: "Is it clear?", name: "Clarity" },
  { scope: "following", text: "Does it do as told?", name: "Instruction following" },
] as ConstructorParameters<typeof Labels>[0]);

test("an item is labelled by id and text, or by its name alone where the name contains the id", () => {
  expect(["C1", "clarity", "following"].map((scope) => labels.of(scope))).toEqual([
    "C1 Use simple language.",
    "Clarity",
    "Instruction following",
  ]);
});

test("an item of a task's own rubric is labelled by its text, and by its id where texts are equal", () => {
  const many = new Labels([
    { scope: "c1/q1", text: "Does it name  the sender?", name: null },
    { scope: "c2/q1", text: "Is it short?", name: null },
    { scope: "c3/q1", text: "Is it short?", name: null },
    { scope: "c4/q1", text: "Does it greet?", name: "Greeting" },
  ] as ConstructorParameters<typeof Labels>[0]);
  expect(["c1/q1", "c2/q1", "c3/q1", "c4/q1"].map((scope) => many.of(scope))).toEqual([
    "Does it name the sender?",
    "c2/q1 Is it short?",
    "c3/q1 Is it short?",
    "Greeting",
  ]);
});

test("overall scores and preferences have labels of their own, and an unknown id is its own label", () => {
  expect(["all", "overall", "category:Format", "x9"].map((scope) => labels.of(scope))).toEqual([
    "All items",
    "Overall",
    "Category Format",
    "x9",
  ]);
});
