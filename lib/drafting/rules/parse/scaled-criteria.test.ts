import { expect, test } from "vitest";
import { parseScaledCriteria } from "@/lib/drafting/rules/parse/scaled-criteria";
import { hostileTexts } from "@/lib/drafting/testing/hostile";

const read = (text: string) => parseScaledCriteria({ text, finishReason: "stop" });
const points = (text: string) => {
  const parsed = read(text);
  return parsed.ok ? parsed.value.map((one) => [one.text, one.points]) : parsed.code;
};
const FIVE = { min: 1, max: 5, labels: { "1": "poor", "5": "excellent" } };

test("each criterion has the scale in brackets at its end", () => {
  expect(
    points(
      "1. Clarity: Is it clear? [1 = poor; 5 = excellent]\n2. Length: Is it short [enough]? [1: no; 2: partly; 3: yes].",
    ),
  ).toEqual([
    ["Is it clear?", FIVE],
    ["Is it short [enough]?", { min: 1, max: 3, labels: { "1": "no", "2": "partly", "3": "yes" } }],
  ]);
});

test.each([
  "Is it clear?",
  "Is it clear? [1 to 5]",
  "Is it clear? [5 = excellent]",
  "Is it clear? [1 = poor; 1 = excellent]",
  "Is it clear? [1 = poor; 50 = excellent]",
  "Is it clear? [3 = poor; 5 = excellent]",
  "Is it clear? [1 = ; 5 = excellent]",
  "Is it clear? [1 = poor; five = excellent]",
  "[1 = poor; 5 = excellent]",
])("%j has no scale of its own, and keeps its words", (text) => {
  expect(points(`1. Clarity: ${text}`)).toEqual([[text, undefined]]);
});

test("hostile answers give no scale that nobody can be asked on", () => {
  for (const text of [
    ...hostileTexts,
    ...hostileTexts.map((one) => `1. Clarity: So. [1 = ${one}; 3 = ${one}]`),
  ]) {
    const parsed = read(text);
    for (const { points: scale } of parsed.ok ? parsed.value : [])
      if (scale) expect(scale.max - scale.min).toBeLessThan(10);
  }
});
