/** What a spreadsheet may take for a formula at the beginning of a cell, full-width signs included. */
const FORMULA = "=+\\-@\\t\\0＝＋－＠";
/** What it may skip to get there: spaces and marks without a width, and an apostrophe, so that escaping can be undone. */
const SKIPPED =
  "' \\v\\f\\u0085\\u00a0\\u1680\\u180e\\u2000-\\u200f\\u2028-\\u202f\\u205f-\\u2064\\u3000\\ufeff";

/**
 * Where a cell may begin: at its beginning, on each of its lines, and after a semicolon, which is where a spreadsheet
 * that separates by semicolons cuts lines whose quotes it no longer understands.
 */
const BEGINNINGS: readonly [before: string, after: string][] = [
  ["^", `[${SKIPPED}]*[${FORMULA}\\r\\n]`],
  ["(?<=[\\r\\n])", `[${SKIPPED}"]*[${FORMULA}]`],
  ["(?<=;)", `[${SKIPPED}"]*[${FORMULA}]`],
];
const DANGEROUS = new RegExp(BEGINNINGS.map(([before, after]) => `${before}(?=${after})`).join("|"), "g");
const ESCAPED = new RegExp(BEGINNINGS.map(([before, after]) => `${before}'(?=${after})`).join("|"), "g");

/** What a text has at least that needs an apostrophe somewhere; most texts have neither, which is found out sooner. */
const SUSPECT = new RegExp(`^[${SKIPPED}${FORMULA}]|[\\r\\n;]`);

/**
 * A text that a spreadsheet shows instead of calculating: an apostrophe is put before whatever could be read as
 * a formula, at the beginning of each line of the cell and after each semicolon. `unescapeCell` gives the text back.
 */
export function escapeCell(text: string): string {
  return SUSPECT.test(text) ? text.replace(DANGEROUS, "'") : text;
}

/** The text as it was before `escapeCell`. */
export function unescapeCell(cell: string): string {
  return cell.replace(ESCAPED, "");
}

export type CsvValue = string | number | boolean | null | undefined;

/** A cell of CSV (RFC 4180), in quotes. Texts are made safe for spreadsheets, numbers stay as they are. */
function csvCell(cell: CsvValue): string {
  if (cell === null || cell === undefined) return '""';
  const text = typeof cell === "string" ? escapeCell(cell) : String(cell);
  return text.includes('"') ? `"${text.replaceAll('"', '""')}"` : `"${text}"`;
}

/** Some cells of a line, beside each other. */
export function csvCells(cells: readonly CsvValue[]): string {
  return cells.map(csvCell).join(",");
}

export const CSV_LINE_END = "\r\n";

/** One line of CSV. */
export function csvLine(cells: readonly CsvValue[]): string {
  return `${csvCells(cells)}${CSV_LINE_END}`;
}
