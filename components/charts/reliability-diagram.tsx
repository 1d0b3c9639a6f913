"use client";

import { useMemo } from "react";
import { formatCount, formatPercent } from "@/components/ui/format";
import { INK, QUIET } from "./estimates";
import { Figure, type FigureProps } from "./figure";
import { type Draw, Plot } from "./plot";

/** A range of confidence: its mean, the share that was right, and how many values it has. */
interface DiagramBin {
  low: number;
  high: number;
  confidence: number;
  right: number;
  n: number;
}

interface ReliabilityDiagramProps extends FigureProps {
  bins: readonly DiagramBin[];
}

const HEIGHT = 300;
const WIDEST = 420;
const TICKS = [0, 0.25, 0.5, 0.75, 1];
const COLUMNS = [
  { id: "range", header: "Confidence" },
  { id: "confidence", header: "Mean", type: "number" as const, decimals: 3 },
  { id: "right", header: "Share right", type: "number" as const, decimals: 3 },
  { id: "n", header: "Values", type: "number" as const },
];

/** Stated confidence against the share that is right: points on the diagonal are calibrated. */
export function ReliabilityDiagram({ bins, ...figure }: ReliabilityDiagramProps) {
  const draw = useMemo<Draw>(
    () => (plot, width) => ({
      width: Math.min(width, WIDEST),
      height: HEIGHT,
      marginLeft: 48,
      marginBottom: 40,
      x: { domain: [0, 1], ticks: TICKS, tickFormat: formatPercent, label: "Confidence" },
      y: { domain: [0, 1], ticks: TICKS, tickFormat: formatPercent, label: "Share right", grid: true },
      r: { range: [3, 12], domain: [0, Math.max(1, ...bins.map(({ n }) => n))] },
      marks: [
        plot.line([{ at: 0 }, { at: 1 }], { x: "at", y: "at", stroke: QUIET, strokeDasharray: "4,3" }),
        plot.ruleX(bins, { x: "confidence", y1: "confidence", y2: "right", stroke: QUIET }),
        plot.dot(bins, {
          ...{ x: "confidence", y: "right", r: "n", fill: "var(--color-accent)", stroke: INK },
          title: ({ confidence, right, n }) =>
            `${formatPercent(confidence)} confident, ${formatPercent(right)} right, of ${formatCount(n)}`,
        }),
      ],
    }),
    [bins],
  );
  const rows = bins.map(({ low, high, confidence, right, n }) => ({
    ...{ id: String(low), range: `${formatPercent(low)} to ${formatPercent(high)}`, confidence, right, n },
  }));
  const summary = bins
    .map(({ confidence, right }) => `${formatPercent(confidence)} confident: ${formatPercent(right)} right`)
    .join("; ");
  return (
    <Figure
      {...figure}
      data={{ columns: COLUMNS, rows }}
      undrawn={bins.length === 0 && "No value has a confidence."}
    >
      <div className="max-w-md">
        <Plot draw={draw} height={HEIGHT} summary={`${figure.title}. ${summary}.`} />
      </div>
    </Figure>
  );
}
