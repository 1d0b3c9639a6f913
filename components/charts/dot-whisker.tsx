"use client";

import { useMemo } from "react";
import type { Row } from "@/components/ui/data-table";
import { formatCount, formatInterval, formatStatistic } from "@/components/ui/format";
import { Figure, type FigureProps } from "./figure";
import { Legend } from "./legend";
import { type Draw, Plot } from "./plot";
import { inLines, shorten } from "./shorten";

export interface PlottedEstimate {
  id: string;
  /** The estimated quantity's name: a criterion, an arm. */
  label: string;
  value: number | null;
  /** With the number of units it was bootstrapped from, where known. */
  interval: readonly [low: number, high: number, drawn?: number] | null;
  /** Number of units (or of whatever `counted` names) behind the estimate. */
  n: number;
  /** Why there is no value. */
  reason?: string;
  /** The series it belongs to, when one line has several. */
  series?: string;
}

interface DotWhiskerProps extends FigureProps {
  /** Axis title: "Krippendorff’s α, ordinal". */
  axis: string;
  estimates: readonly PlottedEstimate[];
  /**
   * Up to four series, in order: a full dot, a ring, a diamond, and a hatched diamond for what is not
   * comparable.
   */
  series?: readonly string[];
  domain?: readonly [number, number];
  /** Reference lines and their labels. */
  thresholds?: readonly { value: number; label: string }[];
  intervalLevel?: string;
  /** Intervals from fewer units than `below` are dashed; `label` explains this in the legend. */
  few?: { below: number; label: string };
  /** What `n` counts, as the heading of its column: "Tasks". */
  counted?: string;
}

/** Krippendorff's conventional lines: tentative conclusions above the first, firm ones above the second. */
const CONVENTIONAL = [
  { value: 0.667, label: "0.667" },
  { value: 0.8, label: "0.8" },
] as const;

const LINE_HEIGHT = 26;
const SERIES_GAP = 14;
/** Height of one line of a name; a name has at most two. */
const NAME = 12;
const MARGINS = { top: 22, bottom: 36 };
/** Dash pattern of intervals from few tasks. */
const FEW_DASHES = "3,2.5";
const INK = "var(--color-ink)";
const QUIET = "var(--color-muted)";
const looks = [
  { symbol: "circle", fill: "var(--color-accent)", stroke: "var(--color-accent)" },
  { symbol: "circle", fill: "var(--color-surface)", stroke: INK },
  { symbol: "diamond", fill: QUIET, stroke: QUIET },
  { symbol: "diamond", fill: "var(--color-surface)", stroke: QUIET },
] as const;

/** Fill of the last series: hatched, because it is not comparable with the others. */
const HATCHED = looks[3];

/** Estimates with their intervals, one line each, beside reference values. */
export function DotWhisker({
  axis,
  estimates,
  series = [],
  domain,
  thresholds = CONVENTIONAL,
  intervalLevel = "95 %",
  counted = "Units",
  few,
  ...figure
}: DotWhiskerProps) {
  const labels = useMemo(() => [...new Set(estimates.map(({ label }) => label))], [estimates]);
  const lines = useMemo(() => placed(estimates, series), [estimates, series]);
  const used = series.filter((name) => estimates.some((estimate) => estimate.series === name));
  const isSingle = used.length <= 1;
  const band = LINE_HEIGHT + 2 * Math.max(0, ...lines.map(({ dy }) => dy));
  const isDrawn = estimates.some(({ value }) => value !== null);
  const hasFew = estimates.some((estimate) => isOfFew(estimate, few?.below));

  const draw = useMemo<Draw>(
    () => (plot, width) => {
      const low = Math.min(
        0,
        ...estimates.flatMap(({ value, interval }) => [value ?? 0, interval?.[0] ?? 0]),
      );
      const range = domain ?? [Math.floor(low * 5) / 5, 1];
      // On narrow screens each line has its name above it.
      const isNarrow = width < 480;
      const room = isNarrow
        ? 8
        : Math.min(width * 0.38, 14 + 6.6 * Math.max(...labels.map((each) => each.length)));
      const isWide = width >= 520 && isSingle;
      const marginRight = isWide ? 132 : 12;
      const fits = Math.floor(((isNarrow ? width - 2 * room : room) - 10) / 6.4);
      const names = new Map(labels.map((label) => [label, inLines(label, fits, 2)]));
      const nameOf = (label: string) => names.get(label) ?? label;
      const isBroken = [...names.values()].some((name) => name.includes("\n"));
      const line = isNarrow ? band + 18 + (isBroken ? NAME : 0) : Math.max(band, isBroken ? 2 * NAME + 6 : 0);
      const top = MARGINS.top + (isNarrow && isBroken ? NAME / 2 : 0);
      const reasonFits = Math.floor((width - room - marginRight - 16) / 5.8);
      return {
        height: heightOf(labels.length, line) + top - MARGINS.top,
        marginLeft: room,
        marginRight,
        marginTop: top,
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
          isNarrow
            ? plot.text(labels, {
                x: range[0],
                y: (label: string) => label,
                text: nameOf,
                textAnchor: "start",
                lineAnchor: "bottom",
                dy: 4 - band / 2,
                fill: INK,
                stroke: "var(--color-surface)",
                strokeWidth: 4,
                paintOrder: "stroke",
              })
            : plot.axisY({ tickSize: 0, tickFormat: nameOf, color: INK }),
          plot.ruleX(thresholds, { x: "value", stroke: "var(--color-control)", strokeDasharray: "3,3" }),
          // The first label is left of its line and the others right, so that close ones do not collide.
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
          ...lines.flatMap(({ look, dy, own }) => {
            const defined = own.filter(({ value }) => value !== null);
            const whiskers = (isFew: boolean) =>
              plot.link(
                defined.filter(
                  (estimate) => estimate.interval !== null && isOfFew(estimate, few?.below) === isFew,
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
              );
            return [
              whiskers(false),
              whiskers(true),
              plot.dot(defined, { x: "value", y: "label", dy, r: 4.25, strokeWidth: 1.75, ...look }),
              ...(look === HATCHED
                ? [
                    plot.dot(defined, {
                      x: "value",
                      y: "label",
                      dy,
                      r: 2.5,
                      strokeWidth: 1,
                      stroke: QUIET,
                      symbol: "times",
                    }),
                  ]
                : []),
              plot.text(
                own.filter(({ value }) => value === null),
                {
                  x: range[0],
                  y: "label",
                  dx: 6,
                  dy,
                  text: ({ reason }: PlottedEstimate) => shorten(`– ${reason ?? "undefined"}`, reasonFits),
                  textAnchor: "start",
                  fill: QUIET,
                  fontSize: 11,
                  stroke: "var(--color-surface)",
                  strokeWidth: 5,
                  paintOrder: "stroke",
                },
              ),
            ];
          }),
          plot.text(
            estimates.filter(({ value }) => isWide && value !== null),
            {
              y: "label",
              frameAnchor: "right",
              dx: 126,
              textAnchor: "end",
              fill: INK,
              text: ({ value, interval }: PlottedEstimate) =>
                interval ? `${formatStatistic(value)}  ${formatInterval(interval)}` : formatStatistic(value),
            },
          ),
        ],
      };
    },
    [estimates, labels, lines, isSingle, domain, thresholds, axis, band, few],
  );

  return (
    <Figure
      {...figure}
      data={tableOf(estimates, axis, series, { level: intervalLevel, counted })}
      undrawn={!isDrawn && <Undrawn estimates={estimates} />}
      legend={
        (used.length > 0 || hasFew) && (
          <Legend
            entries={[
              ...used.map((label) => ({ label, mark: <SeriesMark look={lookOf(label, series)} /> })),
              ...(hasFew && few ? [{ label: few.label, mark: <FewMark /> }] : []),
            ]}
          />
        )
      }
    >
      {/* Wider, the eye would lose the line between a name and its dot. */}
      <div className="max-w-4xl">
        <Plot
          draw={draw}
          height={heightOf(labels.length, band)}
          summary={summaryOf(figure.title, axis, estimates, counted)}
        />
      </div>
    </Figure>
  );
}

/** Shown instead of an empty figure: the reasons why there are no values. */
function Undrawn({ estimates }: Pick<DotWhiskerProps, "estimates">) {
  const reasons = [...new Set(estimates.map(({ reason }) => reason ?? "undefined"))];
  return estimates.length === 0 ? "There are no values." : `There is no value: ${reasons.join("; ")}.`;
}

function lookOf(name: string | undefined, series: readonly string[]) {
  return looks[Math.max(0, series.indexOf(name ?? "")) % looks.length] ?? looks[0];
}

/** Vertical position of each estimate: series of one line are stacked, a single one is centred. */
function placed(estimates: readonly PlottedEstimate[], series: readonly string[]) {
  const groups = new Map<string, { look: (typeof looks)[number]; dy: number; own: PlottedEstimate[] }>();
  for (const estimate of estimates) {
    const sameLine = estimates.filter(({ label }) => label === estimate.label);
    const dy =
      series.length === 0 ? 0 : (sameLine.indexOf(estimate) - (sameLine.length - 1) / 2) * SERIES_GAP;
    const look = lookOf(estimate.series, series);
    const key = `${looks.indexOf(look)} ${dy}`;
    const group = groups.get(key) ?? { look, dy, own: [] };
    group.own.push(estimate);
    groups.set(key, group);
  }
  return [...groups.values()];
}

function heightOf(lines: number, each: number): number {
  return MARGINS.top + MARGINS.bottom + lines * each;
}

/** True if the interval was computed from so few units that it is drawn dashed. */
function isOfFew({ interval }: PlottedEstimate, below = 0): boolean {
  return interval?.[2] !== undefined && interval[2] < below;
}

function FewMark() {
  return <path d="M0 7h14" stroke={INK} strokeWidth="1.75" strokeDasharray={FEW_DASHES} />;
}

function SeriesMark({ look = looks[0] }: { look?: (typeof looks)[number] }) {
  const paint = { fill: look.fill, stroke: look.stroke, strokeWidth: 1.75 };
  return (
    <>
      <path d="M0 7h14" stroke={look.stroke} strokeWidth="1.75" />
      {look.symbol === "circle" ? (
        <circle cx="7" cy="7" r="3.75" {...paint} />
      ) : (
        <>
          <path d="M7 2.5 11 7 7 11.5 3 7z" {...paint} />
          {look === HATCHED && <path d="M5.5 5.5l3 3m0-3l-3 3" stroke={look.stroke} />}
        </>
      )}
    </>
  );
}

function tableOf(
  estimates: readonly PlottedEstimate[],
  axis: string,
  series: readonly string[],
  { level, counted }: { level: string; counted: string },
) {
  return {
    columns: [
      { id: "label", header: "Of", minWidth: "min(12rem, 36vw)" },
      ...(series.length > 0 ? [{ id: "series", header: "Series" }] : []),
      { id: "value", header: axis, type: "number" as const, decimals: 3 },
      { id: "low", header: `${level} from`, type: "number" as const, decimals: 3 },
      { id: "high", header: "to", type: "number" as const, decimals: 3 },
      { id: "n", header: counted, type: "number" as const },
    ],
    rows: estimates.map(
      ({ id, label, value, interval, n, reason, series: own }): Row => ({
        id,
        label,
        series: own ?? null,
        value: { value, reason },
        low: interval?.[0] ?? null,
        high: interval?.[1] ?? null,
        n,
      }),
    ),
  };
}

function summaryOf(
  title: string,
  axis: string,
  estimates: readonly PlottedEstimate[],
  counted: string,
): string {
  const parts = estimates.map(({ label, series, value, interval, n, reason }) => {
    const name = series ? `${label}, ${series}` : label;
    if (value === null) return `${name}: undefined, ${reason ?? "no reason given"}`;
    const range = interval ? `, from ${formatStatistic(interval[0])} to ${formatStatistic(interval[1])}` : "";
    return `${name}: ${formatStatistic(value)}${range}, ${counted.toLowerCase()}: ${formatCount(n)}`;
  });
  return `${title}. ${axis}. ${parts.join("; ")}.`;
}
