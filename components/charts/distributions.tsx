"use client";

import { useMemo } from "react";
import type { ChartData } from "./chart-data";
import { Figure, type FigureProps } from "./figure";
import { Legend } from "./legend";
import { type Draw, Plot } from "./plot";
import { shorten } from "./shorten";

interface Distribution {
  id: string;
  label: string;
  /** Counts of each value, in the first and in the second series. */
  counts: readonly (readonly number[])[];
}

interface DistributionsProps extends FigureProps {
  /** Values in axis order, as labelled under the bars. */
  values: readonly string[];
  /** Axis title: "Score". */
  axis: string;
  /** Series names: the first is drawn as bars, the second as a line of rings. */
  series: readonly [first: string] | readonly [first: string, second: string];
  distributions: readonly Distribution[];
}

interface Point {
  column: number;
  row: number;
  value: string;
  share: number;
}

const ROW = 118;
const MARGINS = { top: 8, bottom: 34, left: 48, right: 6 };
const BAR = "color-mix(in oklab, var(--color-accent) 45%, var(--color-surface))";
const LINE = "var(--color-ink)";

/** Small multiples: how often each value was given. */
export function Distributions({ values, axis, series, distributions, ...figure }: DistributionsProps) {
  const draw = useMemo<Draw>(
    () => (plot, width) => {
      const fit = Math.max(1, Math.floor((width - MARGINS.left) / 150));
      const rows = Math.ceil(distributions.length / fit);
      // Rows of equal length instead of full rows and a remainder.
      const columns = Math.ceil(distributions.length / rows);
      const place = distributions.map((distribution, index) => ({
        distribution,
        column: index % columns,
        row: Math.floor(index / columns),
      }));
      const points = (index: number): Point[] =>
        place.flatMap(({ distribution, column, row }) => {
          const counts = distribution.counts[index] ?? [];
          const all = counts.reduce((sum, count) => sum + count, 0);
          return all === 0
            ? []
            : values.map((value, at) => ({ column, row, value, share: (counts[at] ?? 0) / all }));
        });
      const [first, second] = [points(0), series.length > 1 ? points(1) : []];
      const highest = Math.max(0.1, ...[...first, ...second].map(({ share }) => share));
      const ticks = ticksUpTo(highest);
      const fits = Math.floor((width - MARGINS.left) / columns / 6.8);
      return {
        height: MARGINS.top + MARGINS.bottom + rows * ROW,
        marginTop: MARGINS.top,
        marginBottom: MARGINS.bottom,
        marginLeft: MARGINS.left,
        marginRight: MARGINS.right,
        fx: { domain: Array.from({ length: columns }, (_, at) => at), axis: null, padding: 0.12 },
        fy: { domain: Array.from({ length: rows }, (_, at) => at), axis: null, padding: 0.2 },
        x: { domain: [...values], type: "band", padding: 0.15, label: `${axis} →`, labelArrow: "none" },
        // Leaves room for a title above the highest bar and line.
        y: { domain: [0, highest * 1.35], label: null },
        marks: [
          plot.text(["Share (%)"], {
            facet: "super",
            frameAnchor: "left",
            rotate: -90,
            dx: 8 - MARGINS.left,
            fill: "var(--color-muted)",
          }),
          plot.axisY({
            ticks,
            tickSize: 0,
            tickFormat: (share: number) => `${Math.round(share * 100)}`,
            color: "var(--color-muted)",
            facetAnchor: "left",
          }),
          plot.gridY({ ticks, stroke: "var(--color-line)", strokeOpacity: 1 }),
          plot.axisX({ tickSize: 0, color: "var(--color-muted)", labelAnchor: "right", labelArrow: "none" }),
          plot.barY(first, { fx: "column", fy: "row", x: "value", y: "share", fill: BAR, rx: 1 }),
          plot.line(second, {
            fx: "column",
            fy: "row",
            x: "value",
            y: "share",
            z: ({ column, row }: Point) => `${column} ${row}`,
            stroke: LINE,
            strokeWidth: 1.25,
          }),
          plot.dot(second, {
            fx: "column",
            fy: "row",
            x: "value",
            y: "share",
            r: 3,
            fill: "var(--color-surface)",
            stroke: LINE,
            strokeWidth: 1.5,
          }),
          plot.ruleY([0], { stroke: "var(--color-control)" }),
          plot.text(place, {
            fx: "column",
            fy: "row",
            frameAnchor: "top-left",
            dy: 0,
            text: ({ distribution: { label } }: (typeof place)[number]) => shorten(label, fits),
            fill: "var(--color-ink)",
            fontWeight: 500,
          }),
        ],
      };
    },
    [values, axis, series, distributions],
  );

  return (
    <Figure
      {...figure}
      data={tableOf(values, series, distributions)}
      legend={
        <Legend
          entries={[
            { label: series[0], mark: <rect x="2" y="2" width="10" height="11" fill={BAR} /> },
            ...(series[1]
              ? [
                  {
                    label: series[1],
                    mark: (
                      <>
                        <path d="M0 7h14" stroke={LINE} strokeWidth="1.25" />
                        <circle
                          cx="7"
                          cy="7"
                          r="3"
                          fill="var(--color-surface)"
                          stroke={LINE}
                          strokeWidth="1.5"
                        />
                      </>
                    ),
                  },
                ]
              : []),
          ]}
        />
      }
    >
      <Plot
        draw={draw}
        height={ROW + MARGINS.bottom}
        summary={summaryOf(figure.title, values, series, distributions)}
      />
    </Figure>
  );
}

/** Two or three round tick values from 0 to the highest share. */
function ticksUpTo(highest: number): number[] {
  const step = [0.05, 0.1, 0.2, 0.25, 0.5].find((each) => highest / each < 4) ?? 0.5;
  return Array.from({ length: Math.floor(highest / step) + 1 }, (_, at) => at * step);
}

function tableOf(
  values: readonly string[],
  series: readonly string[],
  distributions: readonly Distribution[],
): ChartData {
  return {
    columns: [
      { id: "label", header: "Of", minWidth: "min(10rem, 36vw)" },
      { id: "series", header: "By" },
      ...values.map((value, index) => ({ id: `v${index}`, header: value, type: "number" as const })),
    ],
    rows: distributions.flatMap(({ id, label, counts }) =>
      series.map((name, at) => ({
        id: `${id}-${at}`,
        label,
        series: name,
        ...Object.fromEntries(values.map((_, index) => [`v${index}`, counts[at]?.[index] ?? 0])),
      })),
    ),
  };
}

function summaryOf(
  title: string,
  values: readonly string[],
  series: readonly string[],
  distributions: readonly Distribution[],
): string {
  const sentences = distributions.flatMap(({ label, counts }) =>
    series.map(
      (name, at) =>
        `${label}, ${name}: ${values.map((value, i) => `${value} ${counts[at]?.[i] ?? 0}`).join(", ")}`,
    ),
  );
  return `${title}. ${sentences.join("; ")}.`;
}
