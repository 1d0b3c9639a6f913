import { expect, test } from "vitest";
import { roomFor } from "./scale-labels";

test.each([
  ["two short ones", ["bad", "good"], "sm"],
  ["five of a word or two", ["Very poor", "Poor", "Fair", "Good", "Very good"], "sm"],
  [
    "five of an agreement scale",
    ["Strongly disagree", "Disagree", "Neutral", "Agree", "Strongly agree"],
    "lg",
  ],
  ["Chinese ones", ["非常不同意", "不同意", "一般", "同意", "非常同意"], "sm"],
  ["with points that have none", ["Not at all", "", "", "", "Completely"], "lg"],
  ["sentences", Array.from({ length: 5 }, () => "The answer is mostly right but misses a detail"), null],
  ["eleven points", Array.from({ length: 11 }, () => "somewhat"), null],
])("labels of a scale fit, or do not: %s", (_, labels, room) => expect(roomFor(labels)).toBe(room));
