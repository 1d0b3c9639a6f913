"use client";

import { useMemo } from "react";
import { Figure } from "@/components/charts/figure";
import { type Draw, Plot } from "@/components/charts/plot";
import { formatDate, formatDateTime, formatQuantity } from "@/components/ui/format";
import type { ThroughputPeriod } from "@/lib/batch/schema";

interface ThroughputProps {
  per: ThroughputPeriod;
  /** Start of each hour or day (ISO 8601), and its number of submissions. */
  buckets: readonly { at: string; submitted: number }[];
}

const HEIGHT = 150;

/** Submissions by hour or day. Times are UTC, in which days are counted. */
export function Throughput({ per, buckets }: ThroughputProps) {
  const span = per === "hour" ? "the last 48 hours" : "the last 30 days";
  const total = buckets.reduce((sum, { submitted }) => sum + submitted, 0);
  const most = Math.max(...buckets.map(({ submitted }) => submitted));
  const draw = useMemo<Draw>(
    () => (plot) => ({
      height: HEIGHT,
      marginTop: 8,
      marginBottom: 34,
      marginLeft: 36,
      marginRight: 6,
      x: { type: "utc", label: null },
      y: { domain: [0, Math.max(4, most)], label: null },
      marks: [
        plot.axisY({ ticks: 3, tickSize: 0, color: "var(--color-muted)", tickFormat: "d" }),
        plot.gridY({ ticks: 3, stroke: "var(--color-line)", strokeOpacity: 1 }),
        plot.axisX({
          tickSize: 0,
          ticks: 5,
          color: "var(--color-muted)",
          tickFormat: (at: Date) => tickOf(at, per),
        }),
        plot.rectY(
          buckets.map(({ at, submitted }) => ({ at: new Date(at), submitted })),
          {
            x: "at",
            y: "submitted",
            interval: per,
            fill: "var(--color-accent)",
            insetLeft: 0.5,
            insetRight: 0.5,
          },
        ),
        plot.ruleY([0], { stroke: "var(--color-control)" }),
      ],
    }),
    [buckets, per, most],
  );
  const name = per === "hour" ? formatDateTime : formatDate;
  return (
    <Figure
      title="Throughput"
      description={`Submissions per ${per}, ${span}, in UTC`}
      data={{
        columns: [
          { id: "at", header: per === "hour" ? "Hour (UTC)" : "Day (UTC)" },
          { id: "submitted", header: "Submitted", type: "number" },
        ],
        rows: buckets.map(({ at, submitted }) => ({ id: at, at: name(new Date(at), "UTC"), submitted })),
      }}
    >
      <Plot
        draw={draw}
        height={HEIGHT}
        summary={`${formatQuantity(total, "submission")} in ${span}, at most ${most} in one ${per}.`}
      />
    </Figure>
  );
}

/** Two-line tick label: 12:00 over 20 Nov; days have the date only. */
function tickOf(at: Date, per: ThroughputPeriod): string {
  const [day, time] = formatDateTime(at, "UTC").split(", ");
  const dayAndMonth = day?.split(/\s/).slice(0, 2).join(" ");
  return per === "hour" ? `${time}\n${dayAndMonth}` : `${dayAndMonth}`;
}
