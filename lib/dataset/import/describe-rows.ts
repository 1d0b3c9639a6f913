import "server-only";
import { dataOf } from "@/lib/dataset/rules/formats/detect";
import { cellOf, isObject } from "@/lib/dataset/rules/formats/mapping";
import { readRows, type Syntax } from "@/lib/dataset/rules/formats/rows";
import { cellText } from "@/lib/dataset/rules/formats/task-row";
import { EXCERPT, isProblem, readLines } from "@/lib/dataset/rules/lines";
import { LONGEST_ID } from "@/lib/dataset/schema";
import type { FileFormat, Mapping } from "@/lib/dataset/schema/mapping";
import { JsonProblem, parseStrictJson } from "@/lib/formats/json";
import type { Json, JsonObject } from "@/lib/formats/json-value";

/** The id of a row and the beginning of its text, for people to recognise it. */
interface RowDescription {
  id: string | null;
  excerpt: string;
}

const IDS = ["id", "task_id", "custom_id", "question_id", "prompt_id"];
const TEXTS = ["instruction", "text", "prompt", "question", "name", "value", "content"];

/** Describes the given rows of a file, if they can be read; reads no further than the last of them. */
export async function describeRows(
  source: AsyncIterable<Uint8Array>,
  how: { shape: FileFormat; syntax: Syntax; mapping: Mapping },
  wanted: ReadonlySet<number>,
): Promise<Map<number, RowDescription>> {
  const found = new Map<number, RowDescription>();
  if (wanted.size === 0) return found;
  let row = 0;
  for await (const read of how.shape === "study" ? readLines(source) : readRows(source, how.syntax)) {
    row = how.shape === "study" ? (read.line ?? row) : row + 1;
    if (!wanted.has(row)) continue;
    if (isProblem(read)) found.set(row, { id: null, excerpt: read.excerpt ?? "" });
    else if ("text" in read) found.set(row, lineSummary(read.text));
    else found.set(row, summaryOf(dataOf(read.value, how.shape), read.value, how.mapping));
    if (found.size === wanted.size) break;
  }
  return found;
}

function lineSummary(text: string): RowDescription {
  const parsed = parseStrictJson(text);
  if (parsed instanceof JsonProblem || !isObject(parsed.value)) return { id: null, excerpt: cut(text) };
  return summaryOf(parsed.value, parsed.value, {});
}

function summaryOf(
  data: JsonObject,
  row: JsonObject,
  { id, instruction, messages, input }: Mapping,
): RowDescription {
  const first = (columns: (string | undefined)[], from: JsonObject): Json | undefined =>
    columns.map((column) => cellOf(from, column)).find((value) => value !== undefined);
  const own = first([id, ...IDS], data) ?? first(IDS, row);
  const shownText = first([instruction, messages, input, ...TEXTS], data) ?? data;
  return {
    id: own === undefined ? null : cut(cellText(own) ?? JSON.stringify(own), LONGEST_ID),
    excerpt: cut(typeof shownText === "string" ? shownText : JSON.stringify(shownText)),
  };
}

function cut(text: string, most = EXCERPT): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}
