import { expect, test } from "vitest";
import { whyUnreadable } from "./file-kind";

const latin1 = (text: string) => new Uint8Array(Buffer.from(text, "latin1"));
const utf8 = (text: string) => new TextEncoder().encode(text);

test.each([
  ["prompts.xlsx", latin1("PK\x03\x04....[Content_Types].xml"), "spreadsheet"],
  ["renamed.csv", latin1("PK\x03\x04....[Content_Types].xml"), "spreadsheet"],
  ["old.xls", new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]), "spreadsheet"],
  ["all.zip", latin1("PK\x03\x04....prompts.csv"), "packed file"],
  ["rows.parquet", latin1("PAR1\x15\x04"), "Write it as JSONL"],
  ["wide.csv", new Uint8Array(Buffer.from("\ufeffid,question\n1,Why?", "utf16le")), "UTF-16"],
  ["umlauts.csv", latin1("id,question\n1,Wof\xfcr?\n"), "Windows-1252 or Latin-1"],
])("%s is refused before upload, with the remedy", (name, head, reason) => {
  expect(whyUnreadable(head, name, true)).toContain(reason);
});

test.each([
  ["plain.csv", utf8("id,question\n1,Why?\n"), true],
  ["umlauts.csv", utf8("id,question\n1,Wofür?\n"), true],
  ["cut.csv", utf8("id,question\n1,Wofü").subarray(0, -1), false],
  ["one damaged row.csv", new Uint8Array([...utf8("id\nfür\n"), 0xff, 0x0a]), true],
  ["empty.csv", new Uint8Array(), true],
])("%s may be read", (name, head, whole) => {
  expect(whyUnreadable(head, name, whole)).toBeNull();
});
