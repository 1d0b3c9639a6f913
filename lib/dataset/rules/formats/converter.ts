import { type FileProblem, pathInRow } from "@/lib/dataset/rules/lines";
import { reasonOf } from "@/lib/dataset/rules/records";
import { RECORDS, type StudyRecord } from "@/lib/dataset/schema";
import { jsonPathOf } from "@/lib/formats/json";
import type { JsonObject } from "@/lib/formats/json-value";

/** A row of a table, or an entry of a list. */
export interface SourceRow {
  line: number;
  /** Its position among the entries of a list, as in `[16]`; empty where the line suffices. */
  place: string;
  /** Its position in the file, from 1. */
  n: number;
  value: JsonObject;
}

/** A problem of a row: the field it is in, and the reason. */
export interface RowProblem {
  place: string;
  reason: string;
}

/** Converts rows of one format into records of a study, row by row. */
export interface Converter {
  /** The records of a row, or all its problems: then nothing of it is remembered. */
  convert(row: SourceRow): StudyRecord[] | RowProblem[];
  /** Records that are known only after the last row. */
  finish(): StudyRecord[];
  /** Why the file cannot be used at all, checked after the last row; null if it can. */
  lack?(): string | null;
}

/** A record before its fields are checked. */
export type Proposed = { type: StudyRecord["type"] } & Record<string, unknown>;

/**
 * The records in canonical form, or their problems in terms of the row: `columns` maps fields to their
 * columns.
 */
export function checked(
  proposed: Proposed[],
  columns: Record<string, string | undefined> = {},
): StudyRecord[] | RowProblem[] {
  const records: StudyRecord[] = [];
  const problems: RowProblem[] = [];
  for (const record of proposed) {
    const given = JSON.parse(JSON.stringify(record)) as JsonObject;
    const result = RECORDS[record.type].safeParse(given);
    if (result.success) records.push(result.data);
    else {
      for (const issue of result.error.issues) {
        const [field, ...rest] = issue.path;
        const column = typeof field === "string" ? (columns[field] ?? field) : "";
        problems.push({
          place: jsonPathOf([column, ...rest].filter((step) => step !== "")),
          reason: reasonOf(issue, given),
        });
      }
    }
  }
  return problems.length > 0 ? problems : records;
}

export function hasProblems(result: StudyRecord[] | RowProblem[]): result is RowProblem[] {
  const [first] = result;
  return first !== undefined && "reason" in first && "place" in first;
}

/** A row's problem as one of its file. */
export function problemOf(
  row: Pick<SourceRow, "line" | "place" | "n">,
  { place, reason }: RowProblem,
): FileProblem {
  return { line: row.line, place: pathInRow(row.place, place), reason, row: row.n };
}

/** A hash of a text, to tell many texts apart without storing them (53 bits, cyrb53). */
export function textHash(text: string): number {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return 4294967296 * (2097151 & low) + (high >>> 0);
}
