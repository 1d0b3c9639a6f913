"use client";

import { useMemo } from "react";
import type { Column, RichCell, Row } from "@/components/ui/cell";
import { DASH } from "@/components/ui/format";
import { Figure, type FigureProps } from "./figure";
import { type Draw, Plot } from "./plot";
import { inLines } from "./shorten";

export interface MatrixCell {
  row: string;
  column: string;
  value: number | null;
  /** Why there is no value. */
  reason?: string;
}

interface MatrixProps extends FigureProps {
  rows: readonly string[];
  columns: readonly string[];
  cells: readonly MatrixCell[];
  rowAxis: string;
  columnAxis: string;
  format: (value: number) => string;
  /** Values of the lightest and the darkest cell. */
  domain: readonly [number, number];
  /** Frames the cells where both axes have the same value. */
  diagonal?: boolean;
}

const CELL = 38;
const MARGINS = { top: 44, right: 8, bottom: 8 };
const NOTE = { height: 16, letter: 6.2 };
/** Line height of column names, and the most lines a name may take. */
const LINE = 13;
const MOST_LINES = 3;

/** A table with shaded cells, darker for larger values, and the value in each. */
export function Matrix({
  rows,
  columns,
  cells,
  rowAxis,
  columnAxis,
  format,
  domain,
  diagonal = false,
  ...figure
}: MatrixProps) {
  const height = heightOf(rows.length, 1);

  const draw = useMemo<Draw>(
    () => (plot, width) => {
      const marked = reasonMarks(cells);
      const notes = [...marked].flatMap(([reason, mark]) =>
        wrapped(`${DASH} ${mark}: ${reason}`, Math.floor((width - 16) / NOTE.letter)),
      );
      const room = notes.length === 0 ? 0 : 8 + notes.length * NOTE.height;
      const longest = Math.max(...rows.map((row) => row.length));
      const marginLeft = Math.min(width * 0.34, 160, 44 + 6.6 * longest);
      const fits = Math.floor((marginLeft - 36) / 6.4);
      const inner = Math.min(width - marginLeft - MARGINS.right, columns.length * 88);
      const columnFits = Math.max(2, Math.floor(inner / columns.length / 7));
      const heads = new Map(columns.map((name) => [name, inLines(name, columnFits, MOST_LINES)]));
      const headLines = Math.max(...[...heads.values()].map((head) => head.split("\n").length));
      return {
        height: heightOf(rows.length, headLines) + room,
        marginLeft,
        marginTop: MARGINS.top + (headLines - 1) * LINE,
        marginBottom: MARGINS.bottom + room,
        marginRight: width - marginLeft - inner,
        x: { domain: [...columns], type: "band", padding: 0.04, label: columnAxis, axis: null },
        y: { domain: [...rows], type: "band", padding: 0.06, label: rowAxis, axis: null },
        marks: [
          plot.axisX({
            anchor: "top",
            tickSize: 0,
            label: columnAxis,
            labelAnchor: "left",
            labelArrow: "none",
            labelOffset: 40 + (headLines - 1) * LINE,
            color: "var(--color-muted)",
            tickFormat: (name: string) => heads.get(name) ?? name,
          }),
          plot.axisY({
            tickSize: 0,
            label: null,
            color: "var(--color-ink)",
            tickFormat: (name: string) => inLines(name, fits, 2),
          }),
          plot.text([rowAxis], {
            frameAnchor: "left",
            dx: 10 - marginLeft,
            rotate: -90,
            fill: "var(--color-muted)",
          }),
          plot.cell(cells, {
            x: "column",
            y: "row",
            rx: 3,
            fill: (cell: MatrixCell) => shade(cell.value, domain),
            stroke: (cell: MatrixCell) =>
              diagonal && cell.row === cell.column ? "var(--color-ink)" : "var(--color-line)",
            strokeWidth: 1,
          }),
          plot.text(cells, {
            x: "column",
            y: "row",
            text: ({ value, reason }: MatrixCell) =>
              value === null ? `${DASH} ${marked.get(reason ?? "") ?? ""}`.trimEnd() : format(value),
            fill: (cell: MatrixCell) =>
              share(cell.value, domain) > 0.5 ? "var(--color-on-accent)" : "var(--color-ink)",
          }),
          ...notes.map((note, line) =>
            plot.text([note], {
              frameAnchor: "bottom-left",
              textAnchor: "start",
              dx: 10 - marginLeft,
              dy: 8 + (line + 1) * NOTE.height,
              fontSize: 11,
              fill: "var(--color-muted)",
            }),
          ),
        ],
        color: { type: "identity" },
      };
    },
    [rows, columns, cells, rowAxis, columnAxis, format, domain, diagonal],
  );

  return (
    <Figure {...figure} data={tableOf(rows, columns, cells, rowAxis)}>
      <Plot
        draw={draw}
        height={height}
        summary={summaryOf(figure.title, rowAxis, columnAxis, cells, format)}
      />
    </Figure>
  );
}

function heightOf(rows: number, headLines: number): number {
  return MARGINS.top + (headLines - 1) * LINE + MARGINS.bottom + rows * CELL;
}

function share(value: number | null, [low, high]: readonly [number, number]): number {
  if (value === null || high <= low) return 0;
  return Math.min(1, Math.max(0, (value - low) / (high - low)));
}

/**
 * One hue from paper to ink, so that it also reads in grey. A gap in the middle avoids shades on which
 * neither dark nor light digits are legible.
 */
function shade(value: number | null, domain: readonly [number, number]): string {
  if (value === null) return "var(--color-sunken)";
  const part = share(value, domain);
  const strength = part > 0.5 ? 70 + (part - 0.5) * 60 : part * 70;
  return `color-mix(in oklab, var(--color-accent) ${strength.toFixed(1)}%, var(--color-surface))`;
}

function tableOf(
  rows: readonly string[],
  columns: readonly string[],
  cells: readonly MatrixCell[],
  rowAxis: string,
): { columns: Column[]; rows: Row[] } {
  const at = new Map(cells.map((cell) => [JSON.stringify([cell.row, cell.column]), cell]));
  return {
    columns: [
      { id: "row", header: rowAxis },
      ...columns.map((name, index) => ({ id: `c${index}`, header: name, type: "number" as const })),
    ],
    rows: rows.map((row): Row => {
      const values = columns.map((column, index): [string, RichCell] => {
        const cell = at.get(JSON.stringify([row, column]));
        // A cell that does not apply, such as a rater against itself, is not a missing number.
        if (!cell) return [`c${index}`, { value: null, content: "" }];
        return [`c${index}`, { value: cell.value, reason: cell.reason }];
      });
      return { id: row, row, ...Object.fromEntries(values) };
    }),
  };
}

/** Footnote letters for the reasons of missing values, in order of appearance. */
export function reasonMarks(cells: readonly MatrixCell[]): Map<string, string> {
  const marks = new Map<string, string>();
  for (const { value, reason } of cells) {
    if (value === null && reason && !marks.has(reason))
      marks.set(reason, String.fromCharCode(97 + marks.size));
  }
  return marks;
}

/** Breaks a sentence into lines of at most `letters` characters; a longer word gets a line of its own. */
export function wrapped(sentence: string, letters: number): string[] {
  const lines: string[] = [];
  for (const word of sentence.split(" ")) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + 1 + word.length <= letters)
      lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** Text alternative of the whole matrix, for screen readers. */
export function summaryOf(
  title: string,
  rowAxis: string,
  columnAxis: string,
  cells: readonly MatrixCell[],
  format: (value: number) => string,
): string {
  const parts = cells.map(({ row, column, value, reason }) => {
    const text = value === null ? (reason ?? "none").replace(/\.$/, "") : format(value);
    return `${row} and ${column}: ${text}`;
  });
  return `${title}. ${rowAxis} by ${columnAxis}. ${parts.join("; ")}.`;
}
