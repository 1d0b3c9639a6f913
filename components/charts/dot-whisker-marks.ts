import { formatInterval, formatStatistic } from "@/components/ui/format";
import {
  FEW_DASHES,
  HATCHED,
  heightOf,
  INK,
  isOfFew,
  MARGINS,
  type PlacedSeries,
  type PlottedEstimate,
  QUIET,
  rangeOf,
} from "./estimates";
import type { Draw, PlotLibrary } from "./plot";
import { inLines, shorten } from "./shorten";

/** A vertical line to compare estimates with, and its name. */
export interface Threshold {
  value: number;
  label: string;
}

/** Everything the figure shows, apart from the width that it is drawn in. */
interface DotWhiskerFigure {
  estimates: readonly PlottedEstimate[];
  /** Names of the lines from top to bottom. */
  labels: readonly string[];
  lines: readonly PlacedSeries[];
  /** True if there is at most one series, so that each line has one value. */
  isSingle: boolean;
  domain: readonly [number, number] | undefined;
  thresholds: readonly Threshold[];
  axis: string;
  band: number;
  /** Intervals drawn from fewer units than this are dashed. */
  few: number | undefined;
}

/** Height of one line of text in a name; a name has at most two lines. */
const NAME = 12;

/** Draws estimates with their intervals, a line each. */
export function drawDotWhisker(figure: DotWhiskerFigure): Draw {
  const { estimates, labels, lines, axis } = figure;
  const range = figure.domain ?? rangeOf(figure.estimates);
  return (plot, width) => {
    const layout = layoutOf(figure, width);
    return {
      height: heightOf(labels.length, layout.line) + layout.marginTop - MARGINS.top,
      marginLeft: layout.room,
      marginRight: layout.marginRight,
      marginTop: layout.marginTop,
      marginBottom: MARGINS.bottom,
      x: { domain: [...range], label: `${axis} →`, labelAnchor: "right", labelArrow: "none" },
      y: { domain: labels, type: "band", label: null, padding: 0, axis: null },
      marks: [
        plot.ruleY(labels, { y: (label: string) => label, stroke: "var(--color-line)" }),
        plot.axisX({
          anchor: "bottom",
          ticks: Math.max(3, Math.floor(width / 130)),
          tickSize: 4,
          color: QUIET,
        }),
        nameMarks(plot, figure, layout, range[0]),
        ...thresholdMarks(plot, figure.thresholds),
        ...lines.flatMap((line) => [
          ...whiskerMarks(plot, line, figure.few),
          ...dotMarks(plot, line),
          reasonMarks(plot, line, range[0], layout.reasonFits),
        ]),
        valueMarks(plot, layout.isWide ? estimates : []),
      ],
    };
  };
}

/** Divides the width of a figure among names, dots and values. */
function layoutOf({ labels, band, isSingle }: DotWhiskerFigure, width: number) {
  // On narrow screens the name is above its line.
  const isNarrow = width < 480;
  const longest = Math.max(...labels.map((each) => each.length));
  const room = isNarrow ? 8 : Math.min(width * 0.38, 14 + 6.6 * longest);
  const isWide = width >= 520 && isSingle;
  const marginRight = isWide ? 132 : 12;
  const fits = Math.floor(((isNarrow ? width - 2 * room : room) - 10) / 6.4);
  const names = new Map(labels.map((label) => [label, inLines(label, fits, 2)]));
  const isBroken = [...names.values()].some((name) => name.includes("\n"));
  return {
    isNarrow,
    isWide,
    room,
    marginRight,
    marginTop: MARGINS.top + (isNarrow && isBroken ? NAME / 2 : 0),
    line: isNarrow ? band + 18 + (isBroken ? NAME : 0) : Math.max(band, isBroken ? 2 * NAME + 6 : 0),
    nameOf: (label: string) => names.get(label) ?? label,
    reasonFits: Math.floor((width - room - marginRight - 16) / 5.8),
  };
}

type Layout = ReturnType<typeof layoutOf>;

function nameMarks(
  plot: PlotLibrary,
  { labels, band }: DotWhiskerFigure,
  { isNarrow, nameOf }: Layout,
  start: number,
) {
  if (!isNarrow) return plot.axisY({ tickSize: 0, tickFormat: nameOf, color: INK });
  return plot.text(labels, {
    x: start,
    y: (label: string) => label,
    text: nameOf,
    textAnchor: "start",
    lineAnchor: "bottom",
    dy: 4 - band / 2,
    fill: INK,
    stroke: "var(--color-surface)",
    strokeWidth: 4,
    paintOrder: "stroke",
  });
}

function thresholdMarks(plot: PlotLibrary, thresholds: readonly Threshold[]) {
  return [
    plot.ruleX(thresholds, { x: "value", stroke: "var(--color-control)", strokeDasharray: "3,3" }),
    // The first label is to the left of its line and the others to the right, so that close labels do not
    // collide.
    ...thresholds.map((threshold, index) =>
      plot.text([threshold], {
        x: "value",
        text: "label",
        frameAnchor: "top",
        textAnchor: index === 0 && thresholds.length > 1 ? "end" : "start",
        dx: index === 0 && thresholds.length > 1 ? 8 : -8,
        dy: -14,
        fill: QUIET,
        fontSize: 11,
      }),
    ),
  ];
}

function isDefined({ value }: PlottedEstimate): boolean {
  return value !== null;
}

/** The interval marks of a series; intervals drawn from few units are dashed. */
function whiskerMarks(plot: PlotLibrary, { look, dy, own }: PlacedSeries, few: number | undefined) {
  return [false, true].map((isFew) =>
    plot.link(
      own.filter(
        (estimate) => isDefined(estimate) && estimate.interval !== null && isOfFew(estimate, few) === isFew,
      ),
      {
        x1: (estimate: PlottedEstimate) => estimate.interval?.[0],
        x2: (estimate: PlottedEstimate) => estimate.interval?.[1],
        y: "label",
        dy,
        stroke: look.stroke,
        strokeWidth: 1.75,
        ...(isFew && { strokeDasharray: FEW_DASHES }),
      },
    ),
  );
}

function dotMarks(plot: PlotLibrary, { look, dy, own }: PlacedSeries) {
  const defined = own.filter(isDefined);
  const place = { x: "value", y: "label", dy };
  const dots = plot.dot(defined, { ...place, r: 4.25, strokeWidth: 1.75, ...look });
  if (look !== HATCHED) return [dots];
  return [dots, plot.dot(defined, { ...place, r: 2.5, strokeWidth: 1, stroke: QUIET, symbol: "times" })];
}

/** The reason for a missing value, where its dot would be. */
function reasonMarks(plot: PlotLibrary, { dy, own }: PlacedSeries, start: number, fits: number) {
  return plot.text(
    own.filter((estimate) => !isDefined(estimate)),
    {
      x: start,
      y: "label",
      dx: 6,
      dy,
      text: ({ reason }: PlottedEstimate) => shorten(`– ${reason ?? "undefined"}`, fits),
      textAnchor: "start",
      fill: QUIET,
      fontSize: 11,
      stroke: "var(--color-surface)",
      strokeWidth: 5,
      paintOrder: "stroke",
    },
  );
}

/** The values with their intervals as text, at the end of their lines. */
function valueMarks(plot: PlotLibrary, estimates: readonly PlottedEstimate[]) {
  return plot.text(estimates.filter(isDefined), {
    y: "label",
    frameAnchor: "right",
    dx: 126,
    textAnchor: "end",
    fill: INK,
    text: ({ value, interval }: PlottedEstimate) =>
      interval ? `${formatStatistic(value)}  ${formatInterval(interval)}` : formatStatistic(value),
  });
}
