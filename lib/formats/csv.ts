/**
 * Characters that a spreadsheet may take for a formula at the beginning of a cell, including full-width
 * signs.
 */
const FORMULA = "=+\\-@\\t\\0＝＋－＠";
/**
 * Characters skipped before them: spaces and zero-width marks, and an apostrophe, so that escaping can be
 * undone.
 */
const SKIPPED =
  "' \\v\\f\\u0085\\u00a0\\u1680\\u180e\\u2000-\\u200f\\u2028-\\u202f\\u205f-\\u2064\\u3000\\ufeff";

/**
 * The places where a cell may begin: at its beginning, on each of its lines, and after a semicolon, where a
 * spreadsheet that separates by semicolons splits lines when it misreads quotes.
 */
const BEGINNINGS: readonly [before: string, after: string][] = [
  ["^", `[${SKIPPED}]*[${FORMULA}\\r\\n]`],
  ["(?<=[\\r\\n])", `[${SKIPPED}"]*[${FORMULA}]`],
  ["(?<=;)", `[${SKIPPED}"]*[${FORMULA}]`],
];
const DANGEROUS = new RegExp(BEGINNINGS.map(([before, after]) => `${before}(?=${after})`).join("|"), "g");
const ESCAPED = new RegExp(BEGINNINGS.map(([before, after]) => `${before}'(?=${after})`).join("|"), "g");

/** Quick test for texts that may need escaping; most do not match. */
const SUSPECT = new RegExp(`^[${SKIPPED}${FORMULA}]|[\\r\\n;]`);

/**
 * A text that a spreadsheet shows instead of calculating: an apostrophe is put before everything that could
 * be read as a formula, at the beginning of each line of the cell and after each semicolon. `unescapeCell`
 * reverses it.
 */
export function escapeCell(text: string): string {
  return SUSPECT.test(text) ? text.replace(DANGEROUS, "'") : text;
}

/** The original text of `escapeCell`. */
export function unescapeCell(cell: string): string {
  return cell.replace(ESCAPED, "");
}

export type CsvValue = string | number | boolean | null | undefined;

/** A quoted CSV cell (RFC 4180). Texts are escaped for spreadsheets, numbers are not changed. */
function csvCell(cell: CsvValue): string {
  if (cell === null || cell === undefined) return '""';
  const text = typeof cell === "string" ? escapeCell(cell) : String(cell);
  return text.includes('"') ? `"${text.replaceAll('"', '""')}"` : `"${text}"`;
}

/** Several adjacent cells of a line. */
export function csvCells(cells: readonly CsvValue[]): string {
  return cells.map(csvCell).join(",");
}

export const CSV_LINE_END = "\r\n";

/** One line of CSV. */
export function csvLine(cells: readonly CsvValue[]): string {
  return `${csvCells(cells)}${CSV_LINE_END}`;
}
