import { test as property } from "@fast-check/vitest";
import fc from "fast-check";
import { readSheet } from "read-excel-file/node";
import { expect } from "vitest";
import writeWorkbook from "write-excel-file/node";
import { CELL_LIMIT } from "@/lib/dataset/rules/formats/workbook-rows";
import type { Column } from "@/lib/duckdb/schema";
import { SheetMaker } from "./workbook";

const columns: Column[] = [
  { name: "text", type: "text" },
  { name: "count", type: "count" },
  { name: "gold", type: "boolean" },
];

async function written(rows: Parameters<SheetMaker["add"]>[2]) {
  const maker = new SheetMaker();
  await maker.add("ratings", columns, rows);
  const sheets = maker.finish();
  const bytes = await writeWorkbook(sheets).toBuffer();
  return Promise.all(sheets.map(({ sheet }) => readSheet(bytes, sheet, { trim: false })));
}

/** A reader of workbooks leaves unpaired surrogates escaped or drops them. */
const hostile = fc.oneof(
  fc.string({ unit: "binary" }).filter((text) => !/[\p{Surrogate}\ufffe\uffff]/u.test(text)),
  fc.constantFrom(
    "=1+1",
    "+1",
    "@x",
    "_x0041_",
    "__x0041_",
    "\r\n",
    "<b>&amp;",
    " x ",
    "\t=1",
    "\u0001",
    "valueOf",
    "__proto__",
    "\ufdd0",
  ),
);

property.prop(
  [
    fc.array(
      hostile.filter((text) => text !== ""),
      { minLength: 1, maxLength: 8 },
    ),
  ],
  { numRuns: 25 },
)("every text comes back from a workbook as a text, and no cell is a formula", async (texts) => {
  const [sheet] = await written(texts.map((text) => ({ text, count: 3, gold: true })));
  expect(sheet?.slice(1)).toEqual(texts.map((text) => [text, 3, true]));
});

property.prop(
  [fc.integer({ min: CELL_LIMIT - 2, max: 3 * CELL_LIMIT }), fc.constantFrom("a", "_", "\u0001", "😀")],
  { numRuns: 8 },
)("a text that is longer than a cell is in parts on a sheet of its own", async (length, character) => {
  const text = character.repeat(length);
  const [ratings, parts] = await written([{ text: "x" }, { text }]);
  const shown = String(ratings?.[2]?.[0]);
  if (parts === undefined) {
    expect(shown).toBe(text);
    return;
  }
  expect(shown).toContain("from row 2]");
  expect(parts.slice(1).map((row) => row.slice(0, 4))).toEqual(
    parts.slice(1).map((_, n) => ["ratings", 3, "text", n + 1]),
  );
  expect(
    parts
      .slice(1)
      .map((row) => row[4])
      .join(""),
  ).toBe(text);
});
