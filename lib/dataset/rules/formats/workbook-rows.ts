import { MAX_COLUMNS, tooManyColumns } from "@/lib/dataset/rules/formats/rows";
import type { Json } from "@/lib/formats/json-value";

/** Characters that a cell of a workbook can hold; programs cut longer texts, mostly without a word. */
export const CELL_LIMIT = 32_767;

/** A workbook cannot be read as a table; the message says where and why. */
export class UnfitWorkbook extends Error {}

/**
 * The rows of a sheet as lines of JSON: the first row has the names of the columns, numbers and truth values
 * stay what they are, dates become ISO 8601, empty cells and empty rows are left out. Throws `UnfitWorkbook`
 * for a sheet that is no table, and for a text that fills its cell to the last character, because it was
 * probably longer.
 */
export function* workbookLines(sheet: readonly (readonly unknown[])[]): Generator<string> {
  const [first, ...rows] = sheet;
  if (first === undefined) throw new UnfitWorkbook("its first sheet is empty");
  const width = first.findLastIndex((cell) => textOf(cell).trim() !== "") + 1;
  if (width > MAX_COLUMNS) throw new UnfitWorkbook(tooManyColumns(width));
  const names = first.slice(0, width).map((cell, at) => textOf(cell).trim() || `column ${at + 1}`);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new UnfitWorkbook(`“${twice}” is the name of two columns`);
  for (const [at, cells] of rows.entries()) {
    const row = at + 2;
    const beyond = cells.findIndex((cell, column) => column >= width && textOf(cell) !== "");
    if (beyond >= 0)
      throw new UnfitWorkbook(
        `row ${row} has a cell in column ${beyond + 1}, which has no name in the first row`,
      );
    const entries: [string, Json][] = [];
    for (const [column, name] of names.entries()) {
      const value = jsonOf(cells[column]);
      if (typeof value === "string" && value.length >= CELL_LIMIT)
        throw new UnfitWorkbook(
          `row ${row}, column “${name}”: the text has 32,767 characters, the most that a cell holds, and was probably cut; take the table as CSV or JSONL`,
        );
      if (value !== null && value !== "") entries.push([name, value]);
    }
    if (entries.length > 0) yield `${JSON.stringify(Object.fromEntries(entries))}\n`;
  }
}

/** The value of a cell; of a formula, the one it had when the workbook was saved. */
function jsonOf(cell: unknown): Json {
  if (typeof cell === "string" || typeof cell === "boolean") return cell;
  if (typeof cell === "number") return Number.isFinite(cell) ? cell : null;
  if (!(cell instanceof Date)) return null;
  const text = cell.toISOString();
  return text.endsWith("T00:00:00.000Z") ? text.slice(0, 10) : text;
}

function textOf(cell: unknown): string {
  const value = jsonOf(cell);
  return value === null ? "" : String(value);
}
