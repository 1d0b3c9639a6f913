import { expect, test } from "vitest";
import { whyNotUtf8, wideEncoding } from "./encoding";

const utf16 = (text: string) => new Uint8Array(Buffer.from(text, "utf16le"));
const swapped = (text: string) => new Uint8Array(Buffer.from(text, "utf16le").swap16());
const utf8 = (text: string) => new TextEncoder().encode(text);

test.each([
  ["a mark", utf16("\ufeffid,text"), "UTF-16 (little-endian)"],
  ["a mark, swapped", swapped("\ufeffid,text"), "UTF-16 (big-endian)"],
  ["no mark", utf16('{"type":"study"}'), "UTF-16 (little-endian)"],
  ["no mark, swapped", swapped('{"type":"study"}'), "UTF-16 (big-endian)"],
  ["no mark and an arrow first", utf16("→ id,text\n1,Why?"), "UTF-16 (little-endian)"],
  ["no mark and an arrow first, swapped", swapped("→ id,text\n1,Why?"), "UTF-16 (big-endian)"],
  ["four bytes a character", new Uint8Array([0xff, 0xfe, 0, 0, 0x69, 0, 0, 0]), "UTF-32 (little-endian)"],
  [
    "four bytes a character, swapped",
    new Uint8Array([0, 0, 0xfe, 0xff, 0, 0, 0, 0x69]),
    "UTF-32 (big-endian)",
  ],
])("a file with %s is named", (_, bytes, name) => {
  expect(wideEncoding(bytes)).toBe(name);
});

test.each([
  ["nothing", new Uint8Array()],
  ["one byte", new Uint8Array([0])],
  ["ASCII", utf8("id,text")],
  ["a mark", utf8("\ufeffid,text")],
  ["a NUL in a cell", utf8("id\0,text\n1,Why?")],
  ["other scripts", utf8("問題,答え\nなぜ?,そう")],
])("UTF-8 with %s is not taken for wider characters", (_, bytes) => {
  expect(wideEncoding(bytes)).toBeNull();
});

test.each([
  ["Wof\xfcr?", "it looks like Windows-1252 or Latin-1"],
  ["\x93Why?\x94", "it looks like Windows-1252: "],
  ["\x81", "it is damaged"],
  ["f\xc3\xbcr \xff", "it is damaged"],
])("bytes that are not UTF-8 are named: %j", (text, reason) => {
  expect(whyNotUtf8(new Uint8Array(Buffer.from(text, "latin1")))).toContain(reason);
});
