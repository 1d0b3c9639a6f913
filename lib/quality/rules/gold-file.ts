import type { SourceRow } from "@/lib/dataset/rules/formats/converter";
import type { Beginning } from "@/lib/dataset/rules/formats/detect";
import { cellUnder, problemIn, readTableFile, textOf } from "@/lib/dataset/rules/formats/table-file";
import type { FileProblem } from "@/lib/dataset/rules/lines";
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
  const first = new Map<string, number>();
  return readTableFile(file, beginning, {
    mostRows: MAX_GOLD_ROWS,
    done: "marked",
    rowOf: (row) => goldLine(row, first),
  });
}

/** `first` maps each unit to the line where it first occurred. */
function goldLine(source: SourceRow, first: Map<string, number>): GoldLine | FileProblem {
  const { line, value: cells } = source;
  const problem = problemIn(source);
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

const cellOf = (cells: SourceRow["value"], column: keyof typeof COLUMNS) => cellUnder(cells, COLUMNS[column]);

/** Undefined when it is not a gold value. */
function goldValueOf(cell: unknown): GoldRow["value"] | undefined {
  if (cell === null || typeof cell === "number") return cell;
  const word = String(cell ?? "")
    .trim()
    .toLowerCase();
  if (/^[-+]?\d+(?:\.\d+)?$/.test(word)) return Number(word);
  return WORDS[word];
}
