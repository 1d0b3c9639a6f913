import { fc, test } from "@fast-check/vitest";
import { expect } from "vitest";
import { Texts } from "./text-column";

const text = fc.oneof(
  fc.uuid(),
  fc.string({ unit: "grapheme", maxLength: 12 }),
  fc.tuple(fc.constantFrom("j", "r-", "", "é", "a1b"), fc.nat(2 ** 31)).map(([word, n]) => `${word}${n}`),
  // More words than numbers are stored separately for.
  fc
    .tuple(fc.constantFrom(..."abcdefghijklmnop"), fc.constantFrom(..."qrstuvwxyz"), fc.nat(9))
    .map((parts) => parts.join("")),
  fc.constantFrom("j01", "j1.0", "-0", "0", "007", "x1000000000", "1e3", "j\n1"),
);

test.prop([fc.array(text, { maxLength: 300 })])("texts are read as they were written", (texts) => {
  const column = new Texts();
  for (const [row, one] of texts.entries()) expect(column.push(one)).toBe(row);
  expect(texts.map((_, row) => column.at(row))).toEqual(texts);
});
