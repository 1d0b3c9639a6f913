"use client";

import { useMemo } from "react";
import { formatPercent } from "@/components/ui/format";
import type { ChartData } from "./chart-data";
import { Figure, type FigureProps } from "./figure";
import { Legend } from "./legend";
import { groundOf, type Pattern, strokeOf, strokesIn } from "./pattern";
import { PatternSwatch } from "./pattern-swatch";
import { type Draw, Plot } from "./plot";
import { shorten } from "./shorten";

/** One segment of a whole, distinguished by word and sign, then pattern, then colour. */
export interface ShareSegment {
  key: string;
  label: string;
  /** A sign before the word: ✓. */
  sign?: string;
  /** A colour of the page: "var(--color-accept)". */
  colour: string;
  pattern: Pattern;
}

interface Whole {
  id: string;
  label: string;
  /** Count per segment key. */
  counts: Readonly<Record<string, number>>;
}

interface SharesProps extends FigureProps {
  parts: readonly ShareSegment[];
  wholes: readonly Whole[];
  /** The unit counted: "decisions". */
  noun: string;
}

interface Segment {
  whole: string;
  part: ShareSegment;
  from: number;
  to: number;
}

const BAND = 34;
const MARGINS = { top: 4, bottom: 36, right: 64 };

/** Stacked bars of equal length with the shares of each segment, and the total count. */
export function SharesChart({ parts, wholes, noun, ...figure }: SharesProps) {
  const draw = useMemo<Draw>(
    () => (plot, width) => {
      const labels = wholes.map(({ label }) => label);
      // On narrow screens each bar has its name above it.
      const isNarrow = width < 480;
      const band = isNarrow ? BAND + 18 : BAND;
      const marginLeft = isNarrow
        ? 8
        : Math.min(width * 0.34, 14 + 6.6 * Math.max(...labels.map((label) => label.length)));
      const fits = Math.floor((isNarrow ? width - 24 : marginLeft - 10) / 6.4);
      const inner = width - marginLeft - MARGINS.right;
      const segments = wholes.flatMap((whole) => segmentsOf(whole, parts));
      const roomy = segments.filter(({ from, to }) => (to - from) * inner > 46);
      return {
        height: heightOf(wholes.length, band),
        marginLeft,
        marginTop: MARGINS.top,
        marginBottom: MARGINS.bottom,
        marginRight: MARGINS.right,
        x: {
          domain: [0, 1],
          percent: false,
          label: `Share of ${noun} (%) →`,
          labelAnchor: "right",
          labelArrow: "none",
          tickFormat: (share: number) => `${Math.round(share * 100)}`,
          ticks: width < 480 ? 4 : 8,
        },
        y: { domain: labels, type: "band", padding: isNarrow ? 0.5 : 0.28, label: null, axis: null },
        marks: [
          isNarrow
            ? plot.text(labels, {
                x: 0,
                y: (label: string) => label,
                text: (label: string) => shorten(label, fits),
                textAnchor: "start",
                dy: -band / 4 - 9,
                fill: "var(--color-ink)",
              })
            : plot.axisY({
                tickSize: 0,
                color: "var(--color-ink)",
                tickFormat: (name: string) => shorten(name, fits),
              }),
          plot.barX(segments, {
            x1: "from",
            x2: "to",
            y: "whole",
            fill: ({ part }: Segment) => part.colour,
            fillOpacity: ({ part }: Segment) => groundOf(part.pattern).fillOpacity,
            stroke: ({ part }: Segment) => part.colour,
            strokeWidth: 1,
            insetLeft: 1,
            insetRight: 1,
            rx: 2,
            render: (index, scales, values, dimensions, context, next) => {
              const bars = next?.(index, scales, values, dimensions, context) ?? null;
              bars?.querySelectorAll("rect").forEach((bar, at) => {
                const part = segments[index[at] as number]?.part;
                if (part) bar.after(strokesOn(bar, part));
              });
              return bars;
            },
          }),
          plot.text(roomy, {
            x: ({ from, to }: Segment) => (from + to) / 2,
            y: "whole",
            text: ({ part, from, to }: Segment) =>
              `${part.sign ?? part.label} ${Math.round((to - from) * 100)} %`,
            fill: "var(--color-ink)",
            stroke: "var(--color-surface)",
            strokeWidth: 4,
            paintOrder: "stroke",
            fontWeight: 500,
          }),
          plot.text(wholes, {
            y: "label",
            frameAnchor: "right",
            dx: MARGINS.right - 4,
            textAnchor: "end",
            fill: "var(--color-muted)",
            text: (whole: Whole) => `n ${total(whole, parts).toLocaleString("en")}`,
          }),
        ],
        color: { type: "identity" },
        opacity: { type: "identity" },
      };
    },
    [wholes, parts, noun],
  );

  return (
    <Figure
      {...figure}
      data={tableOf(parts, wholes)}
      legend={
        <Legend
          entries={parts.map(({ label, sign, colour, pattern }) => ({
            label: sign ? `${sign} ${label}` : label,
            mark: <PatternSwatch colour={colour} pattern={pattern} />,
          }))}
        />
      }
    >
      <Plot
        draw={draw}
        height={heightOf(wholes.length, BAND)}
        summary={summaryOf(figure.title, parts, wholes)}
      />
    </Figure>
  );
}

function heightOf(bars: number, each: number): number {
  return MARGINS.top + MARGINS.bottom + bars * each;
}

function total(whole: Whole, parts: readonly ShareSegment[]): number {
  return parts.reduce((sum, { key }) => sum + (whole.counts[key] ?? 0), 0);
}

/** Segments of a bar, end to end; empty when the total is 0. */
function segmentsOf(whole: Whole, parts: readonly ShareSegment[]): Segment[] {
  const all = total(whole, parts);
  let from = 0;
  return parts.flatMap((part) => {
    const count = whole.counts[part.key] ?? 0;
    if (count === 0) return [];
    const segment = { whole: whole.label, part, from, to: from + count / all };
    from = segment.to;
    return [segment];
  });
}

/** The pattern strokes of a segment. */
function strokesOn(bar: SVGRectElement, { colour, pattern }: ShareSegment): SVGPathElement {
  const [x = 0, y = 0, width = 0, height = 0] = ["x", "y", "width", "height"].map((name) =>
    Number(bar.getAttribute(name)),
  );
  const strokes = document.createElementNS("http://www.w3.org/2000/svg", "path");
  const { fill, strokeOpacity, strokeWidth, strokeLinecap } = strokeOf(pattern);
  strokes.setAttribute("d", strokesIn(pattern, { x, y, width, height }));
  strokes.setAttribute("fill", fill);
  strokes.setAttribute("stroke", colour);
  strokes.setAttribute("stroke-opacity", String(strokeOpacity));
  strokes.setAttribute("stroke-width", String(strokeWidth));
  strokes.setAttribute("stroke-linecap", strokeLinecap);
  return strokes;
}

function tableOf(parts: readonly ShareSegment[], wholes: readonly Whole[]): ChartData {
  return {
    columns: [
      { id: "label", header: "Of", minWidth: "10rem" },
      ...parts.flatMap(({ key, label }) => [
        { id: `count-${key}`, header: label, type: "number" as const },
        { id: `share-${key}`, header: `${label}, share`, type: "percent" as const },
      ]),
      { id: "total", header: "All", type: "number" },
    ],
    rows: wholes.map((whole) => {
      const all = total(whole, parts);
      const cells = parts.flatMap(({ key }) => {
        const count = whole.counts[key] ?? 0;
        return [
          [`count-${key}`, count],
          [`share-${key}`, all === 0 ? null : count / all],
        ] as const;
      });
      return { id: whole.id, label: whole.label, total: all, ...Object.fromEntries(cells) };
    }),
  };
}

function summaryOf(title: string, parts: readonly ShareSegment[], wholes: readonly Whole[]): string {
  const sentences = wholes.map((whole) => {
    const all = total(whole, parts);
    if (all === 0) return `${whole.label}: none`;
    const shares = parts.map(({ key, label }) => `${label} ${formatPercent((whole.counts[key] ?? 0) / all)}`);
    return `${whole.label}: ${shares.join(", ")} of ${all}`;
  });
  return `${title}. ${sentences.join("; ")}.`;
}
