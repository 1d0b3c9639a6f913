import { expect, test } from "vitest";
import { toCsv } from "./csv";

const csv = (...cells: (string | number | null)[]) =>
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

test("numbers are not rounded, absent ones are empty", () => {
  expect(csv(0.123456789, -0.5, null)).toEqual(['Id,"A, B"', "0,0.123456789", "1,-0.5", "2,"]);
});

test("text with separators is quoted", () => expect(csv('a "b", c')[1]).toBe('0,"a ""b"", c"'));

test.each(["=1+1", " =1", "+1", "-1", "@x", "\t=1", "＝1", "\u00a0=1"])("%j is no formula", (text) => {
  expect(csv(text)[1]).toMatch(/^0,"?'/);
});

test("a rich cell counts by its value", () => {
  const columns = [{ id: "cell", header: "C" }];
  expect(toCsv({ columns, rows: [{ id: "1", cell: { value: 2, content: "two" } }] })).toBe(
    "\ufeffC\r\n2\r\n",
  );
});
