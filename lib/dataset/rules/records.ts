import type { z } from "zod";
import { RECORDS, type RecordType, type StudyRecord } from "@/lib/dataset/schema";
import { JsonProblem, jsonPathOf, parseStrictJson } from "@/lib/formats/json";
import type { Json, JsonObject } from "@/lib/formats/json-value";
import { type FileProblem, isProblem, LINE_LIMITS, type LineLimits, readLines } from "./lines";

/** A record of a study file, its line, and that line's original text. */
export interface RecordLine {
  line: number;
  /** The row of the file: for a study file the line, otherwise the row's number from 1. */
  row: number;
  text: string;
  record: StudyRecord;
}

/**
 * Reads a study file record by record. Each line gives a record or its problems; reading continues after a
 * problem, so that one pass finds them all. A StudyChecker checks that the records fit together.
 */
export async function* readRecords(
  source: AsyncIterable<Uint8Array>,
  limits: LineLimits = LINE_LIMITS,
): AsyncGenerator<RecordLine | FileProblem> {
  for await (const read of readLines(source, limits)) {
    if (isProblem(read)) {
      yield read.line === null ? read : { ...read, row: read.line };
      continue;
    }
    const { line, text } = read;
    const parsed = parseRecord(text, line);
    if (Array.isArray(parsed)) for (const problem of parsed) yield { ...problem, row: line };
    else yield { line, row: line, text, record: parsed };
  }
}

/** The record on one line, or all its problems. Never throws. */
export function parseRecord(text: string, line: number): StudyRecord | FileProblem[] {
  const json = parseStrictJson(text);
  if (json instanceof JsonProblem) return [{ line, place: json.place, reason: json.reason }];
  return recordOf(json.value, line);
}

/** The record in a JSON value, or all its problems. Never throws. */
export function recordOf(value: Json | undefined, line: number): StudyRecord | FileProblem[] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return [{ line, place: "", reason: `a record is an object in braces, not ${kindOf(value)}` }];
  }
  if (!isRecordType(value.type)) {
    const types = Object.keys(RECORDS).join(", ");
    const reason = value.type === undefined ? `is missing; it is one of ${types}` : `must be one of ${types}`;
    return [{ line, place: "type", reason }];
  }
  const { type, id } = value;
  const result = RECORDS[type].safeParse(value);
  if (result.success) return result.data;
  return result.error.issues.map((issue) => ({
    line,
    place: jsonPathOf(issue.path),
    reason: reasonOf(issue, value),
    ...(typeof id === "string" && { record: { type, id } }),
  }));
}

/**
 * One line of a study file, without its line break. Fields are in the format's order and missing ones are
 * left out, so equal records give equal lines; reading the line returns the record.
 */
export function exportRecord(record: StudyRecord): string {
  return JSON.stringify(ordered(record));
}

const FIELD_ORDER = [
  "type version id name source task response item pair rater raterKind instruction input messages role content",
  "reference tags kind origin method model text scale min max labels weight category items arm exposure draft",
  "draftText initial value action lines scoreLine condition order sample confidence rubric code note reason activeMs startedAt submittedAt at",
]
  .join(" ")
  .split(" ");
const PLACE_IN_ORDER = new Map(FIELD_ORDER.map((field, place) => [field, place]));

/** The value with its fields in the format's order; metadata and maps keep theirs. */
function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== "object" || value === null) return value;
  const place = (field: string) => PLACE_IN_ORDER.get(field) ?? FIELD_ORDER.length;
  const entries = Object.entries(value).filter(([, content]) => content !== undefined);
  entries.sort(([a], [b]) => place(a) - place(b));
  return Object.fromEntries(
    entries.map(([field, content]) => [
      field,
      field === "metadata" || field === "labels" ? content : ordered(content),
    ]),
  );
}

function isRecordType(word: Json | undefined): word is RecordType {
  return typeof word === "string" && Object.hasOwn(RECORDS, word);
}

/** The problem in words that follow the name of the field: `is missing`, `must be a text, not a number`. */
export function reasonOf(issue: z.core.$ZodIssue, record: JsonObject): string {
  const given = at(record, issue.path);
  if (given === undefined && issue.code !== "custom") return "is missing";
  if (issue.code === "invalid_type" && issue.expected === "int" && typeof given === "number") {
    return "must be a whole number";
  }
  if (issue.code === "invalid_type")
    return `must be ${EXPECTED[issue.expected] ?? issue.expected}, not ${kindOf(given)}`;
  if (issue.code === "invalid_value" && issue.values.length > 0 && issue.message.startsWith("Invalid")) {
    return `must be ${issue.values.map((value) => JSON.stringify(value)).join(" or ")}`;
  }
  return issue.message;
}

const EXPECTED: Record<string, string> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
  tuple: "a list",
};

function kindOf(value: Json | undefined): string {
  if (value === undefined) return "missing";
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  return { string: "a text", number: "a number", boolean: "true or false", object: "an object" }[
    typeof value as "string" | "number" | "boolean" | "object"
  ];
}

function at(value: Json | undefined, path: readonly PropertyKey[]): Json | undefined {
  let current = value;
  for (const step of path) {
    if (typeof current !== "object" || current === null) return undefined;
    current = Array.isArray(current)
      ? current[Number(step)]
      : Object.hasOwn(current, step)
        ? current[String(step)]
        : undefined;
  }
  return current;
}
