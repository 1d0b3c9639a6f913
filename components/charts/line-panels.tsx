"use client";

import { useMemo } from "react";
import { formatStatistic } from "@/components/ui/format";
import type { ChartData } from "./chart-data";
import { FEW_DASHES, isOfFew, LOOKS, type Look, lookOf } from "./estimates";
import { Figure, type FigureProps } from "./figure";
import { Legend } from "./legend";
import { PANEL_HEIGHT, panelGrid, panelNames, sideAxis, sideTitle, widthOfNames } from "./panel-grid";
import { type Draw, Plot, type PlotLibrary } from "./plot";
import { FewMark, SeriesMark } from "./series-mark";
import { shorten } from "./shorten";

interface LinePoint {
  place: string;
  value: number | null;
  /** The ends of its interval, if it has one, and the number of units that it was bootstrapped from, if known. */
  ends: readonly [low: number, high: number, drawn?: number] | null;
}

interface LinePanel {
  /** Empty where the figure has one part. */
  name: string;
  /** Lines of one part; where a part has several, no more than there are looks of series. */
  series: readonly { name: string; points: readonly LinePoint[] }[];
}

interface LinePanelsProps extends FigureProps {
  /** Title of the axis of values. */
  axis: string;
  /** Title of the axis of places. */
  places: string;
  /** All places in their order. */
  order: readonly string[];
  /** Intervals from fewer units than `below` are dashed; `label` explains this in the legend. */
  few?: { below: number; label: string };
  panels: readonly LinePanel[];
}

/** A point of a line, in its part of the figure. */
interface Placed extends LinePoint {
  column: number;
  row: number;
}

/** The points of one look, and how many pixels they are moved aside so that intervals do not cover each other. */
interface Line {
  look: Look;
  dx: number;
  points: Placed[];
}

/** Height of a figure that has one part. */
const ALONE = 240;
const ASIDE = 7;
/** Width that the name of a place needs, in pixels. */
const PLACE = 56;

/** Values that follow each other, as lines with intervals; in parts where there are too many lines for one. */
export function LinePanels({ axis, places, order, panels, few, ...figure }: LinePanelsProps) {
  const names = useMemo(() => [...new Set(panels[0]?.series.map(({ name }) => name))], [panels]);
  const height = panels.length === 1 ? ALONE : PANEL_HEIGHT;
  const draw = useMemo<Draw>(() => {
    return (plot, width) => {
      const leastWidth = Math.max(widthOfNames(panels), order.length * PLACE);
      const { placed, fits, panelWidth, options } = panelGrid(panels, width, { leastWidth, height });
      const lines = linesOf(placed, names);
      const points = lines.flatMap((line) => line.points);
      const fitsPlace = Math.max(3, Math.floor(panelWidth / order.length / 6.4));
      return {
        ...options,
        x: { domain: order, type: "point", padding: 0.5, label: `${places} →`, labelArrow: "none" },
        y: { domain: rangeWithRoom(points, panels.length > 1), label: null },
        marks: [
          sideTitle(plot, axis),
          ...sideAxis(plot, panels.length === 1 ? 6 : 3),
          plot.axisX({
            tickSize: 0,
            tickFormat: (place: string) => shorten(place, fitsPlace),
            color: "var(--color-muted)",
            labelAnchor: "right",
            labelArrow: "none",
          }),
          ...lines.flatMap((line) => lineMarks(plot, line, few?.below)),
          panelNames(plot, placed, ({ name }) => name, fits),
        ],
      };
    };
  }, [axis, places, order, panels, names, height, few?.below]);
  const isNamed = panels.length === 1 && names.length > 1;
  const hasFew = panels.some(({ series }) =>
    series.some(({ points }) => points.some(({ ends }) => isOfFew({ interval: ends }, few?.below))),
  );
  return (
    <Figure
      {...figure}
      data={tableOf(panels, axis, places)}
      legend={
        (isNamed || hasFew) && (
          <Legend
            entries={[
              ...(isNamed ? names : []).map((label) => ({
                label,
                mark: <SeriesMark look={lookOf(label, names)} />,
              })),
              ...(hasFew && few ? [{ label: few.label, mark: <FewMark /> }] : []),
            ]}
          />
        )
      }
    >
      <div className={panels.length === 1 ? "max-w-4xl" : undefined}>
        <Plot draw={draw} height={height} summary={summaryOf(figure.title, axis, panels)} />
      </div>
    </Figure>
  );
}

function linesOf(
  placed: readonly { panel: LinePanel; column: number; row: number }[],
  names: readonly string[],
): Line[] {
  return placed.flatMap(({ panel: { series }, column, row }) =>
    series.map(({ name, points }, at) => ({
      look: series.length === 1 ? LOOKS[0] : lookOf(name, names),
      dx: (at - (series.length - 1) / 2) * ASIDE,
      points: points
        .filter(({ value }) => value !== null)
        .map((point): Placed => ({ ...point, column, row })),
    })),
  );
}

/** The range of all values and intervals, with room for the names of the parts above them if they have any. */
function rangeWithRoom(points: readonly Placed[], hasNames: boolean): [low: number, high: number] {
  const ends = points.flatMap(({ value, ends }) => [value ?? 0, ...(ends ? [ends[0], ends[1]] : [])]);
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  const room = high > low ? (high - low) * 0.1 : 0.5;
  return [low - room, high + (hasNames ? 2.5 : 1) * room];
}

function lineMarks(plot: PlotLibrary, { look, dx, points }: Line, few: number | undefined) {
  const place = { fx: "column", fy: "row", x: "place", dx };
  const whiskers = [false, true].map((isFew) =>
    plot.ruleX(
      points.filter(({ ends }) => ends !== null && isOfFew({ interval: ends }, few) === isFew),
      {
        ...place,
        y1: ({ ends }: Placed) => ends?.[0],
        y2: ({ ends }: Placed) => ends?.[1],
        stroke: look.stroke,
        strokeWidth: 1.5,
        ...(isFew && { strokeDasharray: FEW_DASHES }),
      },
    ),
  );
  return [
    plot.line(points, { ...place, y: "value", stroke: look.stroke, strokeWidth: 1.25 }),
    ...whiskers,
    plot.dot(points, { ...place, y: "value", r: 3.5, strokeWidth: 1.5, ...look }),
  ];
}

function tableOf(panels: readonly LinePanel[], axis: string, places: string): ChartData {
  return {
    columns: [
      { id: "line", header: "Of", minWidth: "min(12rem, 36vw)" },
      { id: "place", header: places },
      { id: "value", header: axis, type: "number", decimals: 3 },
      { id: "low", header: "95 % from", type: "number", decimals: 3 },
      { id: "high", header: "to", type: "number", decimals: 3 },
    ],
    rows: panels.flatMap(({ series }, part) =>
      series.flatMap(({ name, points }, at) =>
        points.map(({ place, value, ends }) => ({
          id: `${part} ${at} ${place}`,
          line: name,
          place,
          value,
          low: ends?.[0] ?? null,
          high: ends?.[1] ?? null,
        })),
      ),
    ),
  };
}

function summaryOf(title: string, axis: string, panels: readonly LinePanel[]): string {
  const lines = panels.flatMap(({ series }) =>
    series.map(
      ({ name, points }) =>
        `${name}: ${points.map(({ place, value }) => `${place} ${formatStatistic(value)}`).join(", ")}`,
    ),
  );
  return `${title}. ${axis}. ${lines.join("; ")}.`;
}
