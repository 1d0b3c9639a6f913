import { test as property } from "@fast-check/vitest";
import { stringify } from "csv-stringify/sync";
import fc from "fast-check";
import { expect, test } from "vitest";
import { isProblem } from "@/lib/dataset/rules/lines";
import { DELIMITERS, delimiterOf, readCsv } from "./csv";
import { readJsonValues } from "./json-values";
import { readRows } from "./rows";

async function* inPieces(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function all<T>(source: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const one of source) found.push(one);
  return found;
}

const bytesOf = (text: string) => new TextEncoder().encode(text);
const csv = (text: string | Uint8Array, delimiter = ",") =>
  all(
    readRows(inPieces(typeof text === "string" ? bytesOf(text) : text, 7), {
      kind: "csv",
      delimiter: delimiter as ",",
    }),
  );

const cell = fc.oneof(fc.string({ unit: "grapheme" }), fc.stringMatching(/^[a,;"\n\r\t|ü😀 ]{0,8}$/u));
const table = fc
  .integer({ min: 2, max: 5 })
  .chain((columns) =>
    fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), { minLength: 1, maxLength: 8 }),
  );

property.prop([
  table,
  fc.constantFrom(...DELIMITERS),
  fc.constantFrom("\n", "\r\n"),
  fc.integer({ min: 1, max: 40 }),
])(
  "a table comes out of its CSV as it went in, whatever is in the cells",
  async (rows, delimiter, record_delimiter, size) => {
    const text = stringify(rows, { delimiter, record_delimiter, quoted: true });
    const read = await all(readCsv(inPieces(bytesOf(text), size), delimiter));
    expect(read.map((row) => ("cells" in row ? row.cells : row))).toEqual(rows);
  },
);

property.prop([
  fc.array(fc.jsonValue(), { maxLength: 6 }),
  fc.constantFrom(0, 2),
  fc.integer({ min: 1, max: 40 }),
])("a list comes out of its JSON as it went in", async (values, indent, size) => {
  const read = await all(readJsonValues(inPieces(bytesOf(JSON.stringify(values, null, indent)), size)));
  expect(read.map((one) => ("text" in one ? JSON.parse(one.text) : one))).toEqual(
    JSON.parse(JSON.stringify(values)),
  );
  expect(read.map((one) => ("n" in one ? one.n : null))).toEqual(values.map((_, n) => n));
});

property.prop([fc.uint8Array({ maxLength: 300 }), fc.integer({ min: 1, max: 40 })])(
  "whatever the bytes, reading ends and throws nothing",
  async (bytes, size) => {
    for (const kind of ["json", "jsonl"] as const) await all(readRows(inPieces(bytes, size), { kind }));
    await all(readRows(inPieces(bytes, size), { kind: "csv", delimiter: "," }));
  },
);

test("a byte order mark, CRLF, lone CR, blank lines and empty last columns are accepted", async () => {
  const rows = await csv('\uFEFF"id",text\r\n\r\n1,one,,\r\n2,two\r3,three');
  expect(rows.map((row) => ("value" in row ? [row.line, row.value] : row))).toEqual([
    [3, { id: "1", text: "one" }],
    [4, { id: "2", text: "two" }],
    [5, { id: "3", text: "three" }],
  ]);
});

test("a header that begins with a character like a byte order mark keeps it", async () => {
  const [row] = await csv("（id）,text\n1,one");
  expect(row).toMatchObject({ value: { "（id）": "1" } });
});

test("each unreadable row has its place and reason, and all others are read", async () => {
  const bad = ["id,text", "1,one", "2", "3,three,more", '4,"fo"ur', "5,five"].join("\n");
  const read = await csv(
    Buffer.concat([bytesOf(`${bad}\n6,`), Buffer.from([0xe9]), bytesOf('\n7,"never closed\n')]),
  );
  expect(read.filter(isProblem).map(({ line, reason }) => `${line}: ${reason}`)).toEqual([
    "3: the row has 1 cell, the first row has 2",
    "4: the row has 3 cells, the first row has 2",
    expect.stringMatching(/^5: text follows a closing quotation mark/),
    expect.stringMatching(/^7: the row is not valid UTF-8; it looks like Windows-1252/),
    "8: a quotation mark opened in this row is never closed",
  ]);
  expect(read.filter((row) => !isProblem(row))).toHaveLength(2);
});

test("UTF-16 is recognised and refused by name", async () => {
  for (const bytes of [
    Buffer.from("\uFEFFid,text\n1,one", "utf16le"),
    Buffer.from("\uFEFFid,text\n1,one", "utf16le").swap16(),
    Buffer.from("id,text\n1,one", "utf16le"),
  ]) {
    expect(await csv(bytes)).toMatchObject([{ line: null, reason: expect.stringContaining("UTF-16") }]);
  }
});

test("NUL is refused with its place", async () => {
  expect(await csv("a,b\0\n1,2")).toMatchObject([{ line: 1, reason: expect.stringContaining("NUL") }]);
  expect(await csv("a,b\n1,\0\n3,4")).toMatchObject([{ line: 2, place: "b" }, { value: { a: "3" } }]);
});

test("two columns of one name are refused", async () => {
  expect(await csv("a,b,a\n1,2,3")).toMatchObject([{ place: "a", reason: "is the name of two columns" }]);
});

test.each([
  ["a,b\n1,2", ","],
  ["a;b;c\n1,5;2;3", ";"],
  ["a\tb, c\n1\t2", "\t"],
  ["a|b\n1|2", "|"],
  ['"a;b";c\n"1;2";3', ";"],
  ["text\nonly one column", ","],
])("%j is separated by %j", (text, delimiter) => expect(delimiterOf(text)).toBe(delimiter));

test("the place of an entry in a list has its index", async () => {
  const read = await all(readRows(inPieces(bytesOf('[{"a":1}, 5,\n {"b": tru}]'), 3), { kind: "json" }));
  expect(read).toMatchObject([
    { line: 1, place: "[0]", value: { a: 1 } },
    { line: 1, place: "[1]", reason: expect.stringContaining("is no object") },
    { line: 2, place: expect.stringMatching(/^\[2\]/) },
  ]);
});

test.each(['[{"a":1}', '[{"a":1', '[{"a":1}] more', '{"a":1} {"b"'])(
  "%s is cut off or continues",
  async (text) => {
    const read = await all(readRows(inPieces(bytesOf(text), 2), { kind: "json" }));
    expect(read.filter(isProblem)).toHaveLength(1);
  },
);

test("a table may have 1,000 columns, and a wider one is refused at its header", async () => {
  const wide = (columns: number) => Array.from({ length: columns }, (_, n) => `c${n}`).join(",");
  expect((await csv(`${wide(1000)}\n${wide(1000)}`)).filter(isProblem)).toEqual([]);
  expect(await csv(`${wide(50_000)}\n${wide(3)}\n`)).toEqual([
    expect.objectContaining({ line: 1, reason: expect.stringContaining("there are 50,000 columns") }),
  ]);
  const row = JSON.stringify(Object.fromEntries(Array.from({ length: 1001 }, (_, n) => [`c${n}`, n])));
  expect(await all(readRows(inPieces(bytesOf(row), 1000), { kind: "jsonl" }))).toEqual([
    expect.objectContaining({ line: 1, reason: expect.stringContaining("there are 1,001 columns") }),
  ]);
});
