import { expect, test } from "vitest";
import { judgedInWords, judgeSpreadProblem } from "./judge-spread";

const none = { possible: 1200, judged: 0, scored: 0 };

test("a sample by judges' values is no problem where some tell what they leave open, or nothing passes the filter", () => {
  expect(judgeSpreadProblem({ by: "uncertainty", ...none, judged: 5, scored: 1 }, "pair")).toBeNull();
  expect(judgeSpreadProblem({ by: "uncertainty", possible: 0, judged: 0, scored: 0 }, "pair")).toBeNull();
});

test.each([
  [
    { by: "uncertainty", ...none },
    "pair",
    "None of the pairs that fit has several samples or both orders of a judge, or a confidence that it stated: no judge has a " +
      "value for 1,200. Run a judge on the dataset first, or choose another spread.",
  ],
  [
    { by: "disagreement", ...none, judged: 200 },
    "response",
    "None of the responses that fit has values of two judges: no judge has a value for 1,000, and for 200 only one judge has a " +
      "value. Run a judge on the dataset first, or choose another spread.",
  ],
] as const)("a sample by judges' values that are not there is refused: %j", (found, kind, message) => {
  expect(judgeSpreadProblem(found, kind)).toEqual({ part: "subjects", field: "spread", message });
});

test.each([
  [
    { by: "uncertainty", possible: 60, judged: 50, scored: 40 },
    "pair",
    "Pairs with several samples or both orders of a judge, or a confidence that it stated: 40 of 60. Of the others, no judge has " +
      "a value for 10, and for 10 there is one answer without a confidence: they are drawn least often.",
  ],
  [
    { by: "disagreement", possible: 60, judged: 60, scored: 60 },
    "response",
    "Responses with values of two judges: 60 of 60.",
  ],
] as const)(
  "the preview of a sample says how many have judges' values, and what the others lack: %j",
  (found, kind, words) => {
    expect(judgedInWords(found, kind)).toBe(words);
  },
);
