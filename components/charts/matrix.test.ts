import { expect, test } from "vitest";
import { type MatrixCell, reasonMarks, summaryOf, wrapped } from "./matrix";

const cells: MatrixCell[] = [
  { row: "A", column: "B", value: 0.5 },
  { row: "A", column: "C", value: null, reason: "There is no value: the ratings never vary." },
  { row: "B", column: "C", value: null, reason: "There is no value: no unit has two ratings." },
  { row: "C", column: "B", value: null, reason: "There is no value: no unit has two ratings." },
];

test("screen readers announce why a value is missing", () => {
  expect(summaryOf("Raters", "Rater", "Rater", cells, (value) => value.toFixed(2))).toBe(
    "Raters. Rater by Rater. A and B: 0.50; A and C: There is no value: the ratings never vary; " +
      "B and C: There is no value: no unit has two ratings; C and B: There is no value: no unit has two ratings.",
  );
});

test("each reason has one letter, in the order in which they occur", () => {
  expect([...reasonMarks(cells)]).toEqual([
    ["There is no value: the ratings never vary.", "a"],
    ["There is no value: no unit has two ratings.", "b"],
  ]);
});

test("a long note breaks between words", () => {
  expect(wrapped("– a: the ratings never vary.", 12)).toEqual(["– a: the", "ratings", "never vary."]);
  expect(wrapped("unbreakable words", 5)).toEqual(["unbreakable", "words"]);
});
