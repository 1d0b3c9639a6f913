"use client";

import { useMemo } from "react";
import type { Row } from "@/components/ui/cell";
import { formatCount, formatStatistic, noValue } from "@/components/ui/format";
import { drawDotWhisker, type Threshold } from "./dot-whisker-marks";
import { bandOf, heightOf, isOfFew, lookOf, type PlottedEstimate, placed } from "./estimates";
import { Figure, type FigureProps } from "./figure";
import { Legend } from "./legend";
import { type Draw, Plot } from "./plot";
import { FewMark, SeriesMark } from "./series-mark";

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
  thresholds?: readonly Threshold[];
  intervalLevel?: string;
  /** Intervals from fewer units than `below` are dashed; `label` explains this in the legend. */
  few?: { below: number; label: string };
  /** The unit that `n` counts, as the heading of its column: "Tasks". */
  counted?: string;
}

/**
 * Krippendorff's conventional thresholds: above the first, tentative conclusions; above the second, firm
 * ones.
 */
const CONVENTIONAL = [
  { value: 0.667, label: "0.667" },
  { value: 0.8, label: "0.8" },
] as const;

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
  const band = bandOf(lines);
  const isDrawn = estimates.some(({ value }) => value !== null);
  const hasFew = estimates.some((estimate) => isOfFew(estimate, few?.below));

  const draw = useMemo<Draw>(
    () =>
      drawDotWhisker({ estimates, labels, lines, isSingle, domain, thresholds, axis, band, few: few?.below }),
    [estimates, labels, lines, isSingle, domain, thresholds, axis, band, few?.below],
  );

  return (
    <Figure
      {...figure}
      data={tableOf(estimates, axis, series, { level: intervalLevel, counted })}
      undrawn={!isDrawn && <Undrawn estimates={estimates} />}
      legend={
        (used.length > 0 || hasFew) && <SeriesLegend used={used} series={series} hasFew={hasFew} few={few} />
      }
    >
      {/* On wider charts the reader would lose the line between a name and its dot. */}
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

interface SeriesLegendProps {
  used: string[];
  series: readonly string[];
  hasFew: boolean;
  few: { below: number; label: string } | undefined;
}

function SeriesLegend({ used, series, hasFew, few }: SeriesLegendProps) {
  return (
    <Legend
      entries={[
        ...used.map((label) => ({ label, mark: <SeriesMark look={lookOf(label, series)} /> })),
        ...(hasFew && few ? [{ label: few.label, mark: <FewMark /> }] : []),
      ]}
    />
  );
}

/** Shown instead of an empty figure: the reasons why there are no values. */
function Undrawn({ estimates }: Pick<DotWhiskerProps, "estimates">) {
  const reasons = [...new Set(estimates.map(({ reason }) => reason ?? "undefined"))];
  return estimates.length === 0 ? "There are no values." : noValue(reasons.join("; "));
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
      ...(estimates.some(({ n }) => n !== null)
        ? [{ id: "n", header: counted, type: "number" as const }]
        : []),
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
    const basis = n === null ? "" : `, ${counted.toLowerCase()}: ${formatCount(n)}`;
    return `${name}: ${formatStatistic(value)}${range}${basis}`;
  });
  return `${title}. ${axis}. ${parts.join("; ")}.`;
}
