"use client";

import { useMemo } from "react";
import type { ChartData } from "./chart-data";
import { Figure, type FigureProps } from "./figure";
import { Legend } from "./legend";
import {
  BAR_FILL,
  PANEL_HEIGHT,
  PANEL_MARGINS,
  panelGrid,
  panelNames,
  sideAxis,
  sideTitle,
} from "./panel-grid";
import { type Draw, Plot } from "./plot";

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

const LINE = "var(--color-ink)";

/** Small multiples: how often each value was given. */
export function Distributions({ values, axis, series, distributions, ...figure }: DistributionsProps) {
  const draw = useMemo<Draw>(
    () => (plot, width) => {
      const { placed, fits, options } = panelGrid(distributions, width);
      const points = (index: number): Point[] =>
        placed.flatMap(({ panel, column, row }) => {
          const counts = panel.counts[index] ?? [];
          const all = counts.reduce((sum, count) => sum + count, 0);
          return all === 0
            ? []
            : values.map((value, at) => ({ column, row, value, share: (counts[at] ?? 0) / all }));
        });
      const [first, second] = [points(0), series.length > 1 ? points(1) : []];
      const highest = Math.max(0.1, ...[...first, ...second].map(({ share }) => share));
      const ticks = ticksUpTo(highest);
      return {
        ...options,
        x: { domain: [...values], type: "band", padding: 0.15, label: `${axis} →`, labelArrow: "none" },
        // Leaves room for a title above the highest bar and line.
        y: { domain: [0, highest * 1.35], label: null },
        marks: [
          sideTitle(plot, "Share (%)"),
          ...sideAxis(plot, ticks, (share) => `${Math.round(share * 100)}`),
          plot.axisX({ tickSize: 0, color: "var(--color-muted)", labelAnchor: "right", labelArrow: "none" }),
          plot.barY(first, { fx: "column", fy: "row", x: "value", y: "share", fill: BAR_FILL, rx: 1 }),
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
          panelNames(plot, placed, ({ label }) => label, fits),
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
            { label: series[0], mark: <rect x="2" y="2" width="10" height="11" fill={BAR_FILL} /> },
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
        height={PANEL_HEIGHT + PANEL_MARGINS.bottom}
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
