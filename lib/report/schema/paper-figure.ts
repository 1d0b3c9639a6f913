import type { IntervalCell, TableRow } from "@/lib/report/schema/table";

/**
 * The drawing of a figure's table, with columns by their ids.
 *
 * - `dots`: a line of the figure for each row, with the row's values on one axis.
 * - `lines`: values along a column of counts, such as iterations, or from column to column.
 * - `bars`: how often something lies between two values, or has a number.
 */
export type FigureDrawing =
  | {
      mark: "dots";
      /** Title of the axis. */
      axis: string;
      /** True of the columns whose values are drawn; without it all numbers and shares are. */
      values?: (column: string) => boolean;
      /** The rows that are drawn, and their description for people; without it all are. */
      only?: { rows: (row: TableRow) => boolean; words: string };
      /** The column of the number of units that the values are computed from; without it the figure does not say it. */
      n?: string;
    }
  | {
      mark: "lines";
      axis: string;
      values?: (column: string) => boolean;
      /** A column of counts; without it the values of a row follow each other. */
      along?: string;
      /** Title of the axis of places. */
      places: string;
    }
  | {
      mark: "bars";
      /** The lower end of a bin, and the upper one; without that a bin is a whole number. */
      from: string;
      to?: string;
      /** A text of each bin that its place says already, such as its side of a threshold. */
      side?: string;
      /** Title of the axis of bins, and of the axis of counts. */
      axis: string;
      counts: string;
      /** Values to compare with, and their names. */
      thresholds?: readonly { value: number; label: string }[];
    };

/** A value in its place, with the ends of its interval. */
export interface ChartPoint {
  place: string;
  value: number | null;
  ends: IntervalCell | null;
  /** The number of units that the value is computed from; null where the table does not say it. */
  n: number | null;
  /** The reason why there is no value. */
  reason?: string;
}

export interface ChartSeries {
  name: string;
  points: readonly ChartPoint[];
}

/** A part of a figure with axes of its own; of a figure with one part the name is empty. */
export interface ChartPanel {
  name: string;
  series: readonly ChartSeries[];
}

/** A bin of a histogram; one of a single value has that as both ends. */
export interface ChartBin {
  from: number;
  to: number;
  count: number;
}

/** A drawing of a paper's figure: its values in their places. */
export type PaperChart =
  | {
      mark: "dots";
      name: string;
      /** The rows of the table that it shows; null if it shows all. */
      only: string | null;
      axis: string;
      counted: string;
      series: readonly ChartSeries[];
    }
  | {
      mark: "lines";
      name: string;
      axis: string;
      places: string;
      /** All places in their order. */
      order: readonly string[];
      panels: readonly ChartPanel[];
    }
  | {
      mark: "bars";
      name: string;
      axis: string;
      counts: string;
      thresholds: readonly { value: number; label: string }[];
      panels: readonly { name: string; bins: readonly ChartBin[] }[];
    };
