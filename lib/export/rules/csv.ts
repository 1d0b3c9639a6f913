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

/** One line of CSV (RFC 4180), every cell in quotes. Texts are made safe for spreadsheets, numbers stay as they are. */
export function csvLine(cells: readonly CsvValue[]): string {
  const quoted = cells.map((cell) => {
    if (cell === null || cell === undefined) return '""';
    const text = typeof cell === "string" ? escapeCell(cell) : String(cell);
    return text.includes('"') ? `"${text.replaceAll('"', '""')}"` : `"${text}"`;
  });
  return `${quoted.join(",")}\r\n`;
}
