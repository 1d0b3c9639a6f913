import { groupInOrder } from "@/lib/dataset/rules/group-in-order";
import { isIntervalCell, isUndefined } from "@/lib/report/rules/render/format-cell";
import { MISSING_VALUE_REASONS } from "@/lib/report/rules/wording";
import type {
  ChartBin,
  ChartPanel,
  ChartPoint,
  ChartSeries,
  FigureDrawing,
  PaperChart,
} from "@/lib/report/schema/paper-figure";
import type { Table, TableColumn, TableRow } from "@/lib/report/schema/table";

/** More series than this have no marks of their own: lines get a part of the figure each. */
const MOST_SERIES = 3;

/** The drawing of a paper's figure from the values of its table; none where the table has no values. */
export function chartsOf(table: Table, drawing: FigureDrawing): PaperChart[] {
  switch (drawing.mark) {
    case "dots":
      return dots(table, drawing);
    case "lines":
      return lines(table, drawing);
    case "bars":
      return bars(table, drawing);
  }
}

type Drawn<Mark> = Extract<FigureDrawing, { mark: Mark }>;

function dots({ columns, rows: all }: Table, drawing: Drawn<"dots">): PaperChart[] {
  const rows = drawing.only ? all.filter(drawing.only.rows) : all;
  const names = rowNames({ columns, rows });
  const shown = measured(columns, drawing).filter(({ id }) => rows.some((row) => numberIn(row, id) !== null));
  const [first] = shown;
  if (!first) return [];
  const isInLine = shown.length <= MOST_SERIES;
  const series = shown.map((column) => ({
    name: shown.length === 1 ? "" : column.header,
    points: rows.map((row, at) =>
      pointOf(row, column, isInLine ? (names[at] ?? "") : `${names[at]}: ${column.header}`, drawing.n),
    ),
  }));
  const isNamed = shown.length > 1 || first.header === drawing.axis;
  const counted = columns.find(({ id }) => id === drawing.n)?.header ?? "n";
  return [
    {
      ...{
        mark: "dots",
        name: "",
        only: drawing.only?.words ?? null,
        axis: isNamed ? drawing.axis : `${drawing.axis}: ${first.header}`,
        counted,
      },
      series: isInLine ? series : [{ name: "", points: series.flatMap(({ points }) => points) }],
    },
  ];
}

function lines(table: Table, drawing: Drawn<"lines">): PaperChart[] {
  const { columns, rows } = table;
  const { along, places } = drawing;
  const values = measured(columns, drawing);
  const names = rowNames(table);
  if (along === undefined) {
    const series = rows.map((row, at) => ({
      name: names[at] ?? "",
      points: values.map((column) => pointOf(row, column, column.header)),
    }));
    const order = values.map(({ header }) => header);
    return lineChart(series, { name: "", axis: drawing.axis, places, order });
  }
  const steps = [...new Set(rows.map((row) => numberIn(row, along)))].filter((step) => step !== null);
  const order = steps.sort((a, b) => a - b).map(String);
  const rowsOf = groupInOrder(rows, (row) => names[rows.indexOf(row)] ?? "");
  return values.flatMap((column) => {
    const series = [...rowsOf].map(([name, own]) => ({
      name,
      points: own.map((row) => pointOf(row, column, String(row[along]))),
    }));
    const name = values.length === 1 ? "" : column.header;
    return lineChart(series, { name, axis: column.header, places, order });
  });
}

/** Lines in one part while their marks can be told apart, otherwise in a part each. */
function lineChart(
  all: readonly ChartSeries[],
  about: { name: string; axis: string; places: string; order: readonly string[] },
): PaperChart[] {
  const series = all
    .map(({ name, points }) => ({ name, points: points.filter(({ value }) => value !== null) }))
    .filter(({ points }) => points.length > 0);
  if (series.length === 0) return [];
  const panels: ChartPanel[] =
    series.length <= MOST_SERIES
      ? [{ name: "", series }]
      : series.map((one) => ({ name: one.name, series: [one] }));
  return [{ mark: "lines", ...about, panels }];
}

function bars(table: Table, drawing: Drawn<"bars">): PaperChart[] {
  const { from, to, axis, counts, thresholds = [] } = drawing;
  const panels = to === undefined ? panelsOfColumns(table, from) : panelsOfRows(table, drawing);
  return panels.length === 0 ? [] : [{ mark: "bars", name: "", axis, counts, thresholds, panels }];
}

/** Every other column of counts is a part, with a bin for each whole number. */
function panelsOfColumns({ columns, rows }: Table, from: string) {
  return columns
    .filter(({ id, type }) => type === "count" && id !== from)
    .map(({ id, header }) => ({
      name: header,
      bins: rows.map((row): ChartBin => {
        const whole = numberIn(row, from) ?? 0;
        return { from: whole - 0.5, to: whole + 0.5, count: numberIn(row, id) ?? 0 };
      }),
    }));
}

function panelsOfRows(table: Table, { from, to = from, side }: Drawn<"bars">) {
  const names = rowNames(table, side);
  const counted = table.columns.find(({ type }) => type === "count")?.id ?? "count";
  const rowsOf = groupInOrder(table.rows, (row) => names[table.rows.indexOf(row)] ?? "");
  return [...rowsOf].map(([name, rows]) => ({
    name,
    bins: rows.map(
      (row): ChartBin => ({
        from: numberIn(row, from) ?? 0,
        to: numberIn(row, to) ?? 0,
        count: numberIn(row, counted) ?? 0,
      }),
    ),
  }));
}

/** The columns of a figure's values. */
const measured = (
  columns: readonly TableColumn[],
  { values = () => true }: Pick<Drawn<"dots">, "values">,
): TableColumn[] => columns.filter(({ id, type }) => (type === "number" || type === "share") && values(id));

/** The texts that tell a row from the others; where all rows have the same, all of them. */
function rowNames({ columns, rows }: Pick<Table, "columns" | "rows">, without?: string): string[] {
  const texts = columns.filter(({ id, type, key }) => type === "text" && !key && id !== without);
  const differing = texts.filter(({ id }) => new Set(rows.map((row) => row[id])).size > 1);
  const naming = differing.length > 0 ? differing : texts;
  return rows.map((row) =>
    naming
      .map(({ id }) => row[id])
      .filter((text) => typeof text === "string" && text !== "")
      .join(" · "),
  );
}

function pointOf(row: TableRow, { id }: TableColumn, place: string, n?: string): ChartPoint {
  const cell = row[id] ?? null;
  const ends = row[`${id}Ci`] ?? null;
  return {
    place,
    value: numberIn(row, id),
    ends: isIntervalCell(ends) ? ends : null,
    n: n === undefined ? null : numberIn(row, n),
    ...(isUndefined(cell) && { reason: MISSING_VALUE_REASONS[cell.undefined] }),
  };
}

const numberIn = (row: TableRow, id: string): number | null => {
  const cell = row[id];
  return typeof cell === "number" ? cell : null;
};
