import type { SourceRow } from "@/lib/dataset/rules/formats/converter";
import { type Beginning, detect } from "@/lib/dataset/rules/formats/detect";
import { isParquet, PACKED_HEAD, packedTableOf, whyUnreadable } from "@/lib/dataset/rules/formats/file-kind";
import { readRows } from "@/lib/dataset/rules/formats/rows";
import { type FileProblem, isProblem } from "@/lib/dataset/rules/lines";

interface TableFile<Line> {
  lines: Line[];
  /** Problems of rows that cannot be read. */
  problems: FileProblem[];
}

interface TableReader<Line> {
  /** More rows are refused. */
  mostRows: number;
  /** The verb for all rows or none: "marked". */
  done: string;
  rowOf: (row: SourceRow) => Line | FileProblem;
}

/** The rows of a table (CSV, JSON or JSONL) that is used as a whole or not at all, each read by `rowOf`. */
export async function readTableFile<Line extends object>(
  file: Blob,
  beginning: Beginning,
  { mostRows, done, rowOf }: TableReader<Line>,
): Promise<TableFile<Line>> {
  const { head, name, whole } = beginning;
  const start = new Uint8Array(await file.slice(0, PACKED_HEAD).arrayBuffer());
  const unreadable = whyUnreadable(isParquet(start) || packedTableOf(start) ? start : head, name, whole);
  if (unreadable) return refused(unreadable);
  const found = await detect(beginning, "table");
  if (!found) return refused("The file is empty.");
  const lines: Line[] = [];
  const problems: FileProblem[] = [];
  for await (const read of readRows(bytesOf(file), found.syntax)) {
    const made = isProblem(read) ? read : rowOf(read);
    if (isProblem(made)) problems.push(made);
    else lines.push(made as Line);
    if (lines.length + problems.length > mostRows)
      return refused(
        `The file has more than ${mostRows.toLocaleString("en")} rows. Split it: each part is ${done} whole or not at all.`,
      );
  }
  if (lines.length + problems.length === 0) return refused("The file has no rows.");
  return { lines, problems };
}

function refused<Line>(reason: string): TableFile<Line> {
  return { lines: [], problems: [{ line: null, place: "", reason }] };
}

async function* bytesOf(file: Blob): AsyncGenerator<Uint8Array> {
  yield new Uint8Array(await file.arrayBuffer());
}

/** Makes the problems of a row, each with the column and the reason. */
export const problemIn =
  ({ line, place }: SourceRow) =>
  (column: string, reason: string): FileProblem => ({
    line,
    place: place ? `${place}.${column}` : column,
    reason,
  });

/** The cell under the first of these headers that exists; headers are compared without case. */
export function cellUnder(cells: SourceRow["value"], headers: readonly string[]): unknown {
  const names = Object.keys(cells);
  for (const known of headers) {
    const name = names.find((one) => one.trim().toLowerCase() === known.toLowerCase());
    if (name !== undefined) return cells[name];
  }
  return undefined;
}

/** A cell's text without the space around it; empty if it is neither text nor number. */
export function textOf(cell: unknown): string {
  return typeof cell === "string" || typeof cell === "number" ? String(cell).trim() : "";
}
