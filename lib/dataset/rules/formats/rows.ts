import { ENCODING_BYTES, wideEncoding } from "@/lib/dataset/rules/encoding";
import { EXCERPT, type FileProblem, isProblem, readLines } from "@/lib/dataset/rules/lines";
import { JsonProblem, parseStrictJson } from "@/lib/formats/json";
import type { Json, JsonObject } from "@/lib/formats/json-value";
import type { SourceRow } from "./converter";
import { type CsvRow, type Delimiter, readCsv } from "./csv";
import { readJsonValues } from "./json-values";

/** Maximum number of columns: a wider table is usually transposed, or read with the wrong delimiter. */
export const MAX_COLUMNS = 1000;

/** Why such a table is refused. */
export function tooManyColumns(count: number): string {
  return `there are ${count.toLocaleString("en")} columns; a table may have 1,000. Is it on its side, or are its cells parted by another character?`;
}

/** The syntax of a file, whatever its contents. */
export type Syntax = { kind: "jsonl" } | { kind: "json" } | { kind: "csv"; delimiter: Delimiter };

/** The rows of a file as objects by column; an unreadable row is a problem, and reading continues. */
export async function* readRows(
  source: AsyncIterable<Uint8Array>,
  syntax: Syntax,
): AsyncGenerator<SourceRow | FileProblem> {
  const { wide, bytes } = await withoutMark(source);
  if (wide) {
    yield { line: null, place: "", reason: `the file is ${wide}; save it as UTF-8 (in Excel, “CSV UTF-8”)` };
    return;
  }
  if (syntax.kind === "csv") yield* tableRows(bytes, syntax.delimiter);
  else yield* objectRows(bytes, syntax.kind);
}

async function* objectRows(
  bytes: AsyncIterable<Uint8Array>,
  kind: "jsonl" | "json",
): AsyncGenerator<SourceRow | FileProblem> {
  let n = 0;
  for await (const read of kind === "jsonl" ? readLines(bytes) : readJsonValues(bytes)) {
    n++;
    if (isProblem(read)) {
      yield read;
      continue;
    }
    const place = kind === "json" && "n" in read ? `[${read.n}]` : "";
    const { line, text } = read;
    const parsed = parseStrictJson(text);
    if (parsed instanceof JsonProblem) {
      const inside = parsed.place === "" || parsed.place.startsWith("[") ? parsed.place : `.${parsed.place}`;
      const at = place === "" ? parsed.place : place + inside;
      yield { line, place: at, reason: parsed.reason, excerpt: text.slice(0, EXCERPT) };
    } else if (!isObject(parsed.value)) {
      const reason = "is no object: a row is an object with a field for each column";
      yield { line, place, reason, excerpt: text.slice(0, EXCERPT) };
    } else if (Object.keys(parsed.value).length > MAX_COLUMNS) {
      yield { line, place, reason: tooManyColumns(Object.keys(parsed.value).length) };
    } else yield { line, place, n, value: parsed.value } satisfies SourceRow;
  }
}

async function* tableRows(
  bytes: AsyncIterable<Uint8Array>,
  delimiter: Delimiter,
): AsyncGenerator<SourceRow | FileProblem> {
  let columns: string[] | null = null;
  let n = 0;
  for await (const read of readCsv(bytes, delimiter)) {
    if (isProblem(read)) {
      yield read;
      if (columns === null)
        return yield {
          line: null,
          place: "",
          reason: "the first row, with the names of the columns, cannot be read",
        };
      n++;
    } else if (columns === null) {
      if (read.cells.length > MAX_COLUMNS)
        return yield { line: read.line, place: "", reason: tooManyColumns(read.cells.length) };
      columns = read.cells.map((name, at) => name.trim() || `column ${at + 1}`);
      if (columns.some((name) => name.includes("\0"))) {
        return yield {
          line: read.line,
          place: "",
          reason: "the name of a column contains the character NUL",
        };
      }
      const twice = columns.find((name, at) => columns?.indexOf(name) !== at);
      if (twice !== undefined)
        return yield { line: read.line, place: twice, reason: "is the name of two columns" };
    } else yield rowOf(read, columns, ++n);
  }
}

function rowOf({ line, cells }: CsvRow, columns: string[], n: number): SourceRow | FileProblem {
  const filled = cells.slice(0, Math.max(columns.length, cells.findLastIndex((cell) => cell !== "") + 1));
  if (filled.length !== columns.length) {
    const has = `${filled.length} ${filled.length === 1 ? "cell" : "cells"}`;
    const reason = `the row has ${has}, the first row has ${columns.length}`;
    return { line, place: "", reason, excerpt: quoted(cells) };
  }
  const nul = filled.findIndex((cell) => cell.includes("\0"));
  if (nul >= 0)
    return { line, place: columns[nul] ?? "", reason: "contains the character NUL", excerpt: quoted(cells) };
  return {
    line,
    place: "",
    n,
    value: Object.fromEntries(columns.map((name, at) => [name, filled[at] ?? ""])),
  };
}

/** The beginning of a row that does not fit its table. */
function quoted(cells: string[]): string {
  return cells.slice(0, EXCERPT).join(" | ").slice(0, EXCERPT);
}

/** The bytes after the byte order mark; `wide` names an unsupported encoding. */
async function withoutMark(source: AsyncIterable<Uint8Array>) {
  const rest = source[Symbol.asyncIterator]();
  let head = new Uint8Array(0);
  while (head.length < ENCODING_BYTES) {
    const { value, done } = await rest.next();
    if (done) break;
    const longer: Uint8Array<ArrayBuffer> = new Uint8Array(head.length + value.length);
    longer.set(head);
    longer.set(value, head.length);
    head = longer;
  }
  const marked = head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf;
  async function* bytes() {
    try {
      yield marked ? head.subarray(3) : head;
      for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
    } finally {
      await rest.return?.();
    }
  }
  return { wide: wideEncoding(head), bytes: bytes() };
}

function isObject(value: Json): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
