import { expect, test } from "vitest";
import { proposal } from "@/lib/question/rules";

const at = new Date(0);
const asks = (text: string) => ({ fromAnnotator: true, text, at });
const says = (text: string) => ({ fromAnnotator: false, text, at });

test.each([
  ["nothing", [], { question: "", answer: "" }],
  ["a question", [asks("Q")], { question: "Q", answer: "" }],
  ["an answer", [asks("Q"), says("A")], { question: "Q", answer: "A" }],
  ["thanks", [asks("Q"), says("A"), asks("Thanks")], { question: "Q", answer: "A" }],
  ["two rounds", [asks("Q"), says("A"), asks("P"), says("B"), says("C")], { question: "P", answer: "C" }],
])("publishing starts from the newest answer and what was asked for it: %s", (_, messages, expected) => {
  expect(proposal(messages)).toEqual(expected);
});
