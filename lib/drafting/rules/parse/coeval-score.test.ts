import { expect, test } from "vitest";
import { coevalScore } from "./coeval-score";

test.each([
  ["Score: 4", 4],
  ["The rating is 3 of 5", 3],
  ["2. 4", 4],
  ["2. I give it 4 out of 5", 4],
  ["2. 5/5", 5],
  ["I give it 4/5", 4],
  ["Score: 9", "out_of_range"],
  ["Score: 3.5", "bad_value"],
  ["none", "no_marker"],
  // The scale, named before or beside the score, is no score.
  ["Score (1-5): 4", 4],
  ["**Score** (1–5): **4**", 4],
  ["Rating (from 1 to 5): 3", 3],
  ["2. Score (1 = worst, 5 = best): 4", 4],
  ["On a scale of 1 to 5, I give it 3.", 3],
  ["On a 1-5 scale: 2", 2],
  ["Score (5-point scale): 3", 3],
  ["Score: 4 (1-5)", 4],
  ["Score: 1 (on a scale from 1 to 5)", 1],
  ["Rating between 1 and 5: 5", 5],
  ["Score: 1-5", "no_marker"],
  // Another scale than the one that was asked for is none to read a score by.
  ["Score (0-10): 4", "out_of_range"],
  ["Score: 4 points", 4],
  ["Score: 5 points", 5],
  ["Score: 15", "out_of_range"],
  ["Score: 1.5", "bad_value"],
])("CoEval's rules read %j as %s", (text, expected) => {
  expect(coevalScore(text, 1, 5)).toBe(expected);
});
