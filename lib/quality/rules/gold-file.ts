import type { SourceRow } from "@/lib/dataset/rules/formats/converter";
import { type Beginning, detect } from "@/lib/dataset/rules/formats/detect";
import { isParquet, whyUnreadable } from "@/lib/dataset/rules/formats/file-kind";
import { readRows } from "@/lib/dataset/rules/formats/rows";
import { type FileProblem, isProblem } from "@/lib/dataset/rules/lines";
import { OVERALL } from "@/lib/judgement/schema/units";
import { GoldRow, MAX_GOLD_ROWS } from "@/lib/quality/schema";

/** A valid row, with its line number in the file. */
export interface GoldLine {
  line: number;
  row: GoldRow;
}

interface GoldFile {
  lines: GoldLine[];
  /** Problems of rows that cannot be read. */
  problems: FileProblem[];
}

/** Possible names of each column; the first that exists is used. */
const COLUMNS = {
  response: ["response", "response_id", "responseId"],
  item: ["item", "item_id", "itemId"],
  value: ["value", "gold", "gold_value"],
  explanation: ["explanation", "why", "reason"],
} as const;

const WORDS: Record<string, "yes" | "no" | "na"> = {
  yes: "yes",
  true: "yes",
  no: "no",
  false: "no",
  na: "na",
  "n/a": "na",
};

/**
 * Gold values in a table (CSV, JSON or JSONL), one per row: the response, the item (none: the overall score),
 * the value, and optionally an explanation. In JSON null removes a value; an empty cell is a problem, because
 * it may be a mistake.
 */
export async function readGoldFile(file: Blob, beginning: Beginning): Promise<GoldFile> {
  const { head, name, whole } = beginning;
  const start = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  const unreadable = whyUnreadable(isParquet(start) ? start : head, name, whole);
  if (unreadable) return refused(unreadable);
  const found = await detect(beginning, "table");
  if (!found) return refused("The file is empty.");
  const lines: GoldLine[] = [];
  const problems: FileProblem[] = [];
  const first = new Map<string, number>();
  for await (const read of readRows(bytesOf(file), found.syntax)) {
    const made = isProblem(read) ? read : goldLine(read, first);
    if (isProblem(made)) problems.push(made);
    else lines.push(made);
    if (lines.length + problems.length > MAX_GOLD_ROWS)
      return refused(
        `The file has more than ${MAX_GOLD_ROWS.toLocaleString("en")} rows. Split it: each part is marked whole or not at all.`,
      );
  }
  if (lines.length + problems.length === 0) return refused("The file has no rows.");
  return { lines, problems };
}

function refused(reason: string): GoldFile {
  return { lines: [], problems: [{ line: null, place: "", reason }] };
}

/** `first` maps each unit to the line where it first occurred. */
function goldLine(
  { line, place, value: cells }: SourceRow,
  first: Map<string, number>,
): GoldLine | FileProblem {
  const problem = (column: string, reason: string): FileProblem => ({
    line,
    place: place ? `${place}.${column}` : column,
    reason,
  });
  const response = textOf(cellOf(cells, "response"));
  if (!response) return problem("response", "is missing: the response's id");
  const named = textOf(cellOf(cells, "item"));
  const item = named === "" || named === OVERALL ? null : named;
  const value = goldValueOf(cellOf(cells, "value"));
  if (value === undefined)
    return problem("value", "is no value: yes, no, na or a number, and in JSON null to take one back");
  const row = GoldRow.safeParse({ response, item, value, explanation: textOf(cellOf(cells, "explanation")) });
  if (!row.success) return problem(String(row.error.issues[0]?.path[0] ?? ""), "is too long, or too large");
  const unit = JSON.stringify([response, item]);
  const earlier = first.get(unit);
  if (earlier !== undefined) return problem("response", `has this value on line ${earlier} already`);
  first.set(unit, line);
  return { line, row: row.data };
}

function cellOf(cells: SourceRow["value"], column: keyof typeof COLUMNS): unknown {
  const names = Object.keys(cells);
  for (const known of COLUMNS[column]) {
    const name = names.find((one) => one.trim().toLowerCase() === known.toLowerCase());
    if (name !== undefined) return cells[name];
  }
  return undefined;
}

function textOf(cell: unknown): string {
  return typeof cell === "string" || typeof cell === "number" ? String(cell).trim() : "";
}

/** Undefined when it is not a gold value. */
function goldValueOf(cell: unknown): GoldRow["value"] | undefined {
  if (cell === null || typeof cell === "number") return cell;
  const word = String(cell ?? "")
    .trim()
    .toLowerCase();
  if (/^[-+]?\d+(?:\.\d+)?$/.test(word)) return Number(word);
  return WORDS[word];
}

async function* bytesOf(file: Blob): AsyncGenerator<Uint8Array> {
  yield new Uint8Array(await file.arrayBuffer());
}
