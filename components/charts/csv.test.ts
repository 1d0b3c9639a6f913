import { expect, test } from "vitest";
import type { Cell } from "@/components/ui/cell";
import { toCsv } from "./csv";

const csv = (...cells: Cell[]) =>
  toCsv({
    columns: [
      { id: "id", header: "Id" },
      { id: "cell", header: "A, B" },
    ],
    rows: cells.map((cell, index) => ({ id: String(index), cell })),
  })
    .slice(1)
    .trimEnd()
    .split("\r\n");

test("numbers are not rounded; missing ones are empty, with the reason", () => {
  expect(csv(0.123456789, -0.5, null, { value: null, reason: "The ratings never vary." })).toEqual([
    '"Id","A, B","Why numbers are missing"',
    '"0","0.123456789",""',
    '"1","-0.5",""',
    '"2","",""',
    '"3","","A, B: The ratings never vary."',
  ]);
});

test("text with separators is quoted", () => expect(csv('a "b", c')[1]).toBe('"0","a ""b"", c",""'));

test.each(["=1+1", " =1", "+1", "-1", "@x", "\t=1", "＝1", "\u00a0=1", "a\n=1"])(
  "%j is no formula",
  (text) => {
    expect(csv(text)[1]).toMatch(/^"0","(a\n)?'/);
  },
);

test("a cell with markup is written as its value", () => {
  const columns = [{ id: "cell", header: "C" }];
  expect(toCsv({ columns, rows: [{ id: "1", cell: { value: 2, content: "two" } }] })).toBe(
    '\ufeff"C","Why numbers are missing"\r\n"2",""\r\n',
  );
});
