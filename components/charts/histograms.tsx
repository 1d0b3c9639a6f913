"use client";

import { useMemo } from "react";
import { formatCount, formatStatistic } from "@/components/ui/format";
import type { ChartData } from "./chart-data";
import { Figure, type FigureProps } from "./figure";
import {
  BAR_FILL,
  PANEL_HEIGHT,
  PANEL_MARGINS,
  panelGrid,
  panelNames,
  sideAxis,
  sideTitle,
  widthOfNames,
} from "./panel-grid";
import { type Draw, Plot, type PlotLibrary } from "./plot";

interface Bin {
  from: number;
  /** The same as `from` for a bin of a single value. */
  to: number;
  count: number;
}

interface Histogram {
  name: string;
  bins: readonly Bin[];
}

interface HistogramsProps extends FigureProps {
  /** Titles of the axis of values, and of the axis of counts. */
  axis: string;
  counts: string;
  thresholds: readonly { value: number; label: string }[];
  histograms: readonly Histogram[];
}

interface PlacedBin extends Bin {
  column: number;
  row: number;
}

/** Height of a figure that has one part. */
const ALONE = 180;
/** Width of the bar of a single value, in pixels. */
const SINGLE = 3;

/** Small multiples: how many values lie in each bin. */
export function Histograms({ axis, counts, thresholds, histograms, ...figure }: HistogramsProps) {
  const height = histograms.length === 1 ? ALONE : PANEL_HEIGHT;
  const draw = useMemo<Draw>(
    () => (plot, width) => {
      const { placed, fits, options } = panelGrid(histograms, width, {
        leastWidth: widthOfNames(histograms),
        height,
      });
      const bins = placed.flatMap(({ panel, column, row }) =>
        panel.bins.filter(({ count }) => count > 0).map((bin): PlacedBin => ({ ...bin, column, row })),
      );
      const highest = Math.max(1, ...bins.map(({ count }) => count));
      return {
        ...options,
        x: { domain: rangeOf(bins, thresholds), label: `${axis} →`, labelArrow: "none" },
        // Leaves room for a name above the highest bar.
        y: { domain: [0, highest * 1.35], label: null },
        marks: [
          sideTitle(plot, counts),
          ...sideAxis(plot, wholeTicks(highest), formatCount),
          plot.axisX({
            ticks: 5,
            tickSize: 3,
            color: "var(--color-muted)",
            labelAnchor: "right",
            labelArrow: "none",
          }),
          ...barMarks(plot, bins),
          plot.ruleX(thresholds, { x: "value", stroke: "var(--color-control)", strokeDasharray: "3,3" }),
          plot.ruleY([0], { stroke: "var(--color-control)" }),
          panelNames(plot, placed, ({ name }) => name, fits),
        ],
      };
    },
    [axis, counts, thresholds, histograms, height],
  );
  const lines = thresholds.map(({ value, label }) => `${label} = ${formatStatistic(value)}`).join(", ");
  const hasSingle = histograms.some(({ bins }) => bins.some(({ from, to }) => from === to));
  const key = [lines && `Dashed: ${lines}.`, hasSingle && "A narrow bar counts one value alone."];
  return (
    <Figure
      {...figure}
      description={key.filter(Boolean).join(" ") || figure.description}
      data={tableOf(histograms, axis, counts)}
    >
      <Plot
        draw={draw}
        height={height + PANEL_MARGINS.bottom}
        summary={summaryOf(figure.title, histograms)}
      />
    </Figure>
  );
}

/** Whole numbers from 0 to the highest count, three of them or so. */
function wholeTicks(highest: number): number[] {
  const step = Math.max(1, Math.ceil(highest / 3));
  return Array.from({ length: Math.floor(highest / step) + 1 }, (_, at) => at * step);
}

function rangeOf(
  bins: readonly Bin[],
  thresholds: HistogramsProps["thresholds"],
): [low: number, high: number] {
  const ends = [...bins.flatMap(({ from, to }) => [from, to]), ...thresholds.map(({ value }) => value)];
  return [Math.min(...ends), Math.max(...ends)];
}

function barMarks(plot: PlotLibrary, bins: readonly PlacedBin[]) {
  const place = { fx: "column", fy: "row" };
  return [
    plot.rectY(
      bins.filter(({ from, to }) => to > from),
      { ...place, x1: "from", x2: "to", y: "count", fill: BAR_FILL, inset: 0.5 },
    ),
    plot.ruleX(
      bins.filter(({ from, to }) => to === from),
      { ...place, x: "from", y1: 0, y2: "count", stroke: "var(--color-ink)", strokeWidth: SINGLE },
    ),
  ];
}

/** A bin in words; one that holds a single whole number is that number. */
function binText({ from, to }: Bin): string {
  const middle = (from + to) / 2;
  if (Number.isInteger(middle) && to - from <= 1) return formatCount(middle);
  return from === to ? formatStatistic(from) : `${formatStatistic(from)} to ${formatStatistic(to)}`;
}

function tableOf(histograms: readonly Histogram[], axis: string, counts: string): ChartData {
  return {
    columns: [
      { id: "name", header: "Of", minWidth: "min(12rem, 36vw)" },
      { id: "bin", header: axis },
      { id: "count", header: counts, type: "number" },
    ],
    rows: histograms.flatMap(({ name, bins }, part) =>
      bins.map((bin) => ({ id: `${part} ${bin.from} ${bin.to}`, name, bin: binText(bin), count: bin.count })),
    ),
  };
}

function summaryOf(title: string, histograms: readonly Histogram[]): string {
  const parts = histograms.map(
    ({ name, bins }) =>
      `${name}: ${bins.map((bin) => `${binText(bin)}: ${formatCount(bin.count)}`).join(", ")}`,
  );
  return `${title}. ${parts.join("; ")}.`;
}
