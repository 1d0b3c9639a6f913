import { test as property } from "@fast-check/vitest";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { expect, test } from "vitest";
import { csvLine, escapeCell, unescapeCell } from "./csv";

const signs = fc.constantFrom(
  ...";\u3000\u2003\u200b\u2028\v=+-@\t\r\n＝＋－＠' \u00a0\ufeff\"",
  ",",
  "1",
  "a",
  "é",
  "=cmd|'/C calc'!A0",
  "\r\n",
);
const hostile = fc.array(signs, { maxLength: 8 }).map((parts) => parts.join(""));

/** The start of a line that a spreadsheet may calculate. */
const FORMULA = /^[\s\u200b\ufeff]*[=+\-@\t\0＝＋－＠]/;

test.each([
  ["=1+1", "'=1+1"],
  ["  @SUM(A1)", "'  @SUM(A1)"],
  ["＝1", "'＝1"],
  ["\tx", "'\tx"],
  ["-1 is too low", "'-1 is too low"],
  ["- a\n- b", "'- a\n'- b"],
  ["'=1", "''=1"],
  ["\u3000＝1", "'\u3000＝1"],
  ["\u200b@SUM(A1)", "'\u200b@SUM(A1)"],
  ["well; - not quite", "well;' - not quite"],
  [";=cmd|'/C calc'!A0;", ";'=cmd|'/C calc'!A0;"],
  [';"+1', ";'\"+1"],
  ['a\r\n"@b', "a\r\n'\"@b"],
  ["a; b", "a; b"],
  ["a = b", "a = b"],
  ["it's", "it's"],
  ["'tis", "'tis"],
  ["", ""],
])("%j is written %j", (text, cell) => {
  expect(escapeCell(text)).toBe(cell);
  expect(unescapeCell(cell)).toBe(text);
});

property.prop([hostile], { numRuns: 1000 })("no cell begins a formula, and every text comes back", (text) => {
  const cell = escapeCell(text);
  expect(cell.split(/\r\n|\r|\n/).some((line) => FORMULA.test(line))).toBe(false);
  expect(cell.split(";").some((part, at) => at > 0 && FORMULA.test(part.replace(/^[\s"]+/, "")))).toBe(false);
  expect(/^[^\S\r\n]*[\r\n]/.test(cell)).toBe(false);
  expect(unescapeCell(cell)).toBe(text);
});

property.prop([fc.array(hostile, { minLength: 1, maxLength: 6 })])(
  "a line is read as it was written",
  (cells) => {
    const [read] = parse(csvLine(cells), { relax_column_count: true }) as string[][];
    expect(read?.map(unescapeCell)).toEqual(cells);
  },
);

test("numbers stay numbers, and nothing is an empty cell", () => {
  expect(csvLine([-1.5, true, null, "-1.5"])).toBe('"-1.5","true","","\'-1.5"\r\n');
});
