import { fc, test } from "@fast-check/vitest";
import { expect } from "vitest";
import { LINE_LIMITS, type LineLimits, problemText, readLines } from "./lines";

async function* chunks(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(content: string | Uint8Array, size = 1 << 16, limits: LineLimits = LINE_LIMITS) {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  const found = [];
  for await (const line of readLines(chunks(bytes, size), limits)) {
    found.push("text" in line ? `${line.line} ${line.text}` : problemText(line));
  }
  return found;
}

test("lines end at \\n and \\r\\n, and at nothing else", async () => {
  expect(await read("a\nb\r\nc\rd\u2028e\u0085f\r\n\n\r\n  \ng")).toEqual([
    "1 a",
    "2 b",
    "3 c\rd\u2028e\u0085f",
    "7 g",
  ]);
});

test("a byte order mark is dropped at the beginning only", async () => {
  expect(await read("\ufeffa\n\ufeffb")).toEqual(["1 a", "2 \ufeffb"]);
});

test("a line that is not UTF-8 is refused, and reading goes on", async () => {
  const bytes = new Uint8Array([0x61, 10, 0xc3, 0x28, 10, 0xed, 0xa0, 0x80, 10, 0xf0, 0x90, 10, 0x62]);
  expect(await read(bytes)).toEqual([
    "1 a",
    expect.stringMatching(/^line 2: the line is not valid UTF-8; it looks like Windows-1252 or Latin-1: /),
    expect.stringMatching(/^line 3: the line is not valid UTF-8; it looks like Windows-1252: /),
    "line 4: the line is not valid UTF-8: it is damaged",
    "5 b",
  ]);
  expect(await read(new Uint8Array([0xff, 0xfe, 0x7b, 0]))).toEqual([
    "the file is UTF-16 (little-endian); save it as UTF-8",
  ]);
});

test("limits hold for the line, the number of lines and the file", async () => {
  const limits = { fileBytes: 30, lineBytes: 5, lines: 3 };
  expect(await read("12345\r\n123456\n1234567890\nab", 4, limits)).toEqual([
    "1 12345",
    "line 2: the line is longer than 5 bytes",
    "line 3: the line is longer than 5 bytes",
    "the file has more than 3 lines",
  ]);
  expect(await read(`${"\n".repeat(20)}1\n2\n3\n`, 4, limits)).toEqual(["21 1", "22 2", "23 3"]);
  expect(await read(`${"\n".repeat(20)}1\n2\n3\n4`, 4, limits)).toEqual([
    "21 1",
    "22 2",
    "23 3",
    "the file has more than 3 lines",
  ]);
  expect(await read("\n".repeat(31), 8, limits)).toEqual(["the file is larger than 30 bytes"]);
});

test("an endless line is refused without being held in memory", async () => {
  const megabyte = new Uint8Array(1 << 20).fill(0x61);
  async function* endless() {
    for (let megabytes = 0; megabytes < 256; megabytes++) yield megabyte;
    yield new TextEncoder().encode("\nnext");
  }
  const before = process.memoryUsage().rss;
  const found = [];
  for await (const line of readLines(endless())) found.push(line);
  expect(found).toEqual([
    { line: 1, place: "", reason: "the line is longer than 1 MB" },
    { line: 2, text: "next" },
  ]);
  expect(process.memoryUsage().rss - before).toBeLessThan(128 * 2 ** 20);
});

test.prop([fc.array(fc.string({ unit: "binary" })), fc.integer({ min: 1, max: 40 })])(
  "the cuts between chunks of a file change nothing",
  async (texts, size) => {
    const content = texts.join("\r\n");
    expect(await read(content, size)).toEqual(await read(content));
  },
);

test.prop([fc.uint8Array({ maxLength: 300 }), fc.integer({ min: 1, max: 40 })])(
  "random bytes never throw",
  async (bytes, size) => {
    for (const line of await read(bytes, size))
      expect(line).toMatch(/^((line )?\d|the file is UTF-(16|32) )/);
  },
);

test("a problem is one line, whatever the file contains", () => {
  const problem = { line: 3, place: "a\nb", reason: 'no task has the id "\u001b[31m\u2028\u202e"' };
  expect(problemText(problem)).toBe('line 3, a\\u{a}b: no task has the id "\\u{1b}[31m\\u{2028}\\u{202e}"');
});
