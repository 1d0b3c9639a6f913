/** What a spreadsheet may take for a formula at the beginning of a cell, full-width signs included. */
const FORMULA = "=+\\-@\\t\\0＝＋－＠";
/** What it may skip to get there; an apostrophe is in the list so that escaping can be undone. */
const SKIPPED = "' \\u00a0\\ufeff";

const DANGEROUS = new RegExp(
  `^(?=[${SKIPPED}]*[${FORMULA}\\r\\n])|(?<=[\\r\\n])(?=[${SKIPPED}]*[${FORMULA}])`,
  "g",
);
const ESCAPED = new RegExp(
  `^'(?=[${SKIPPED}]*[${FORMULA}\\r\\n])|(?<=[\\r\\n])'(?=[${SKIPPED}]*[${FORMULA}])`,
  "g",
);

/** What a text has at least that needs an apostrophe somewhere; most texts have neither, which is found out sooner. */
const SUSPECT = new RegExp(`^[${SKIPPED}${FORMULA}]|[\\r\\n]`);

/**
 * A text that a spreadsheet shows instead of calculating: an apostrophe is put before whatever could be read as
 * a formula, at the beginning of each line of the cell. `unescapeCell` gives the text back.
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
