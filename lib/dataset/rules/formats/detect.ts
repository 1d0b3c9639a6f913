import { wideEncoding } from "@/lib/dataset/rules/encoding";
import { type FileProblem, isProblem } from "@/lib/dataset/rules/lines";
import { RECORDS } from "@/lib/dataset/schema";
import type { FileFormat, Mapping } from "@/lib/dataset/schema/mapping";
import { JsonProblem, parseStrictJson } from "@/lib/formats/json";
import type { JsonObject } from "@/lib/formats/json-value";
import type { SourceRow } from "./converter";
import { delimiterOf } from "./csv";
import { columnNames, guessMapping, isFixed, isObject, usedColumns } from "./mapping";
import { readRows, type Syntax } from "./rows";

/** Bytes of a file that are read to detect its format. */
export const HEAD_BYTES = 256 * 1024;

/** The detected format of a file. */
export interface DetectedFormat {
  syntax: Syntax;
  shape: FileFormat;
  /** The available columns, in order of first appearance. */
  columns: string[];
  mapping: Mapping;
  /** The first rows as they would be read; their problems are in `problems`. */
  rows: SourceRow[];
  problems: FileProblem[];
}

const ROWS = 50;

export interface Beginning {
  /** The first bytes, unpacked; at most HEAD_BYTES. */
  head: Uint8Array;
  /** True if this is the whole file. */
  whole: boolean;
  /** The file's name; its extension counts. */
  name: string;
}

/** Detects a file's format from its beginning. `shape` overrides it. Null for an empty file. */
export async function detect(
  { head, whole, name }: Beginning,
  shape?: FileFormat,
): Promise<DetectedFormat | null> {
  const text = new TextDecoder("utf-8").decode(head);
  const wide = wideEncoding(head);
  if (text.trim() === "") return null;
  const syntax = wide ? { kind: "csv" as const, delimiter: "," as const } : syntaxOf(text, name);
  const rows: SourceRow[] = [];
  const problems: FileProblem[] = [];
  for await (const read of readRows(once(head), syntax)) {
    if (isProblem(read)) problems.push(read);
    else rows.push(read);
    if (rows.length + problems.length > ROWS) break;
  }
  // The row cut at the end is not a problem of the file.
  if (!whole && !wide && rows.length + problems.length <= ROWS) {
    if (syntax.kind !== "json") (isLast(problems, rows) ? problems : rows).pop();
    else problems.pop();
  }
  const found = shape ?? shapeOf(rows, syntax);
  const columns = [...new Set(rows.flatMap(({ value }) => columnNames(dataOf(value, found))))];
  return {
    syntax,
    shape: found,
    columns,
    mapping: guessMapping(columns, found),
    rows: rows.slice(0, ROWS),
    problems,
  };
}

/** The part of a row with its columns: annotation tools separate the texts from the answers. */
export function dataOf(row: JsonObject, shape: FileFormat): JsonObject {
  const inner = shape === "label-studio" ? row.data : shape === "argilla" ? row.fields : row;
  return isObject(inner) ? inner : {};
}

/**
 * Why a file cannot be read with a mapping: missing columns, or none for the instruction. If rows are
 * objects, only columns that every row needs must be in the beginning.
 */
export function missingColumns(
  mapping: Mapping,
  { shape, syntax, columns }: Pick<DetectedFormat, "shape" | "syntax" | "columns">,
): FileProblem[] {
  const there = `the file has ${columns.map((column) => `“${column}”`).join(", ") || "none"}`;
  const lacks = (reason: string): FileProblem => ({ line: null, place: "", reason: `${reason}; ${there}` });
  const { instruction, messages, chosen, rejected, sideA, sideB } = mapping;
  if (isFixed(shape)) return [];
  if (shape === "pairs") {
    if (sideA === undefined || sideB === undefined)
      return [lacks("which columns are the two sides is not known")];
    return usedColumns(mapping)
      .filter((used) => syntax.kind === "csv" && !isThere(used, columns))
      .map((column) => lacks(`there is no column “${column}”`));
  }
  if (shape === "preferences" && (chosen === undefined || rejected === undefined)) {
    return [lacks("which columns are the chosen and the rejected response is not known")];
  }
  if (shape !== "preferences" && instruction === undefined && messages === undefined) {
    return [lacks("which column is the instruction is not known")];
  }
  const needed = [instruction, messages, chosen, rejected, mapping.id].filter(
    (column) => column !== undefined,
  );
  const unknown = (syntax.kind === "csv" ? usedColumns(mapping) : needed).filter(
    (used) => !isThere(used, columns),
  );
  return unknown.map((column) => lacks(`there is no column “${column}”`));
}

function isThere(used: string, columns: readonly string[]): boolean {
  return columns.some(
    (column) => column === used || column.startsWith(`${used}.`) || used.startsWith(`${column}.`),
  );
}

function syntaxOf(text: string, name: string): Syntax {
  const start = text.replace(/^\uFEFF/, "").trimStart();
  if (/\.(?:jsonl|ndjson)(?:\.gz)?$/i.test(name) && !start.startsWith("[")) return { kind: "jsonl" };
  if (start.startsWith("[")) return { kind: "json" };
  if (!start.startsWith("{")) return { kind: "csv", delimiter: delimiterOf(start) };
  const [first = "", second = ""] = start.split(/\r?\n/);
  const known = !(parseStrictJson(first.trim()) instanceof JsonProblem) || second.trimStart().startsWith("{");
  return { kind: known ? "jsonl" : "json" };
}

function shapeOf(rows: SourceRow[], syntax: Syntax): FileFormat {
  const has = (key: string, test: (value: unknown) => boolean) =>
    rows.some(({ value }) => Object.hasOwn(value, key) && test(value[key]));
  if (syntax.kind !== "csv") {
    if (rows.length === 0 && syntax.kind === "jsonl") return "study";
    const harness = harnessOf(rows);
    if (harness) return harness;
    if (has("type", (type) => typeof type === "string" && Object.hasOwn(RECORDS, type))) return "study";
    const isTool = (...keys: string[]) => keys.some((key) => has(key, (value) => typeof value === "object"));
    if (has("data", (data) => typeof data === "object") && isTool("annotations", "predictions"))
      return "label-studio";
    if (has("fields", (fields) => typeof fields === "object") && isTool("suggestions", "responses"))
      return "argilla";
  }
  const anything = () => true;
  if (has("custom_id", anything) && (has("body", isRecord) || has("response", isRecord)))
    return "openai-batch";
  const names = rows.length === 0 ? [] : columnNames(rows[0]?.value ?? {});
  const { sideA, sideB, winner } = guessMapping(names, "pairs");
  if (sideA !== undefined && sideB !== undefined && winner !== undefined) return "pairs";
  return has("chosen", anything) && has("rejected", anything) ? "preferences" : "table";
}

/** The evaluation harness that logged the rows, or null. */
function harnessOf(rows: SourceRow[]): FileFormat | null {
  const have = (...keys: string[]) =>
    rows.some(({ value }) => keys.every((key) => Object.hasOwn(value, key)));
  if (have("doc_id", "arguments", "resps")) return "lm-eval";
  if (have("inspect", "epoch", "scores")) return "inspect";
  if (
    have("traceId", "name", "dataType") ||
    have("subject", "name", "dataType") ||
    have("id", "input", "output", "scores")
  )
    return "langfuse";
  return have("run_id", "event_id", "sample_id", "data") ? "openai-evals" : null;
}

function isRecord(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}

/** True if the last item read was a problem and not a row. */
function isLast(problems: FileProblem[], rows: SourceRow[]): boolean {
  return (problems.at(-1)?.line ?? 0) > (rows.at(-1)?.line ?? 0);
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
