import type { Table } from "@/lib/report/schema/table";
import {
  basisText,
  formatCell,
  isFigures,
  isUndefined,
  marksOf,
  oneLine,
  readableColumns,
  reasonText,
} from "./words";

/** A table as GitHub-flavoured Markdown, with its notes below. */
export function tableMarkdown(table: Table): string {
  const columns = readableColumns(table);
  const marks = marksOf(table);
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const rows = table.rows.map((row) =>
    line(
      columns.map((column) => {
        const cell = row[column.id];
        const mark = isUndefined(cell) ? ` (${marks.get(cell.undefined)})` : "";
        return escapeMarkdown(formatCell(cell, column, row)) + mark;
      }),
    ),
  );
  const notes = [
    ...[...marks].map(([reason, mark]) => `(${mark}) ${reasonText(reason)}.`),
    ...table.notes,
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

/** A text that Markdown shows unchanged, in one line: no markup, HTML or cell borders. */
export function escapeMarkdown(text: string): string {
  return oneLine(text)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replace(/[\\|`*_[\]#~!$]/g, "\\$&");
}
