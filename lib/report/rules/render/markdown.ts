import type { Table, TableColumn } from "@/lib/report/schema/table";
import {
  basisText,
  bestNotes,
  bestRows,
  formatCell,
  isFigures,
  isUndefined,
  marksOf,
  oneLine,
  readableColumns,
  reasonText,
} from "./format-cell";

/** A table as GitHub-flavoured Markdown, with its notes below. */
export function tableMarkdown(table: Table): string {
  const columns = readableColumns(table);
  const marks = marksOf(table);
  const highest = new Map(columns.map((column) => [column.id, bestRows(table.rows, column)]));
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const rows = table.rows.map((row) =>
    line(
      columns.map((column) => {
        const cell = row[column.id];
        const mark = isUndefined(cell) ? ` (${marks.get(cell.undefined)})` : "";
        const text = escapeMarkdown(formatCell(cell, column, row)) + mark;
        return highest.get(column.id)?.has(row) ? setAs(column.best, text) : text;
      }),
    ),
  );
  const notes = [
    ...[...marks].map(([reason, mark]) => `(${mark}) ${reasonText(reason)}.`),
    ...table.notes,
    ...bestNotes(table),
    ...basisText(table),
  ];
  return [
    `**${escapeMarkdown(table.title)}.** ${escapeMarkdown(table.description)}`,
    "",
    line(columns.map(({ header }) => escapeMarkdown(header))),
    line(columns.map((column) => (isFigures(column) ? "---:" : "---"))),
    ...rows,
    "",
    ...notes.map((note) => `- ${escapeMarkdown(note)}`),
    "",
  ].join("\n");
}

const setAs = (best: TableColumn["best"], text: string) =>
  best === "underlined" ? `<ins>${text}</ins>` : `**${text}**`;

/** A text that Markdown shows unchanged, in one line: no markup, HTML or cell borders. */
export function escapeMarkdown(text: string): string {
  return oneLine(text)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replace(/[\\|`*_[\]#~!$]/g, "\\$&");
}
