import { expect, test } from "vitest";
import { proposal } from "@/lib/question/rules";

const at = new Date(0);
const asks = (text: string) => ({ fromAnnotator: true, text, at });
const message = (text: string) => ({ fromAnnotator: false, text, at });

test.each([
  ["nothing", [], { question: "", answer: "" }],
  ["a question", [asks("Q")], { question: "Q", answer: "" }],
  ["an answer", [asks("Q"), message("A")], { question: "Q", answer: "A" }],
  ["thanks", [asks("Q"), message("A"), asks("Thanks")], { question: "Q", answer: "A" }],
  [
    "two rounds",
    [asks("Q"), message("A"), asks("P"), message("B"), message("C")],
    { question: "P", answer: "C" },
  ],
])("publishing proposes the newest answer and its question: %s", (_, messages, expected) => {
  expect(proposal(messages)).toEqual(expected);
});
