"use client";

import { useMemo } from "react";
import { DotWhisker } from "@/components/charts/dot-whisker";
import type { PlottedEstimate } from "@/components/charts/estimates";
import { Histograms } from "@/components/charts/histograms";
import { LinePanels } from "@/components/charts/line-panels";
import { FEW_INTERVALS } from "@/lib/report/rules/render/format-cell";
import type { PaperChart } from "@/lib/report/schema/paper-figure";

const NO_THRESHOLDS = [] as const;

/** A figure of a paper, drawn from the values of its table. */
export function PaperFigure({ chart, title: of }: { chart: PaperChart; title: string }) {
  const title = `${[of, chart.name].filter(Boolean).join(", ")} (chart)`;
  switch (chart.mark) {
    case "dots":
      return <Dots chart={chart} title={title} />;
    case "lines":
      return (
        <LinePanels
          title={title}
          axis={chart.axis}
          places={chart.places}
          order={chart.order}
          panels={chart.panels}
          few={FEW_INTERVALS}
        />
      );
    case "bars":
      return (
        <Histograms
          title={title}
          axis={chart.axis}
          counts={chart.counts}
          thresholds={chart.thresholds}
          histograms={chart.panels}
        />
      );
  }
}

function Dots({ chart, title }: { chart: Extract<PaperChart, { mark: "dots" }>; title: string }) {
  const { only, axis, counted, series } = chart;
  const names = useMemo(() => (series.length > 1 ? series.map(({ name }) => name) : []), [series]);
  const estimates = useMemo(
    () =>
      series.flatMap(({ name, points }) =>
        points.map(
          ({ place, value, ends, n, reason }, at): PlottedEstimate => ({
            ...{ id: `${name} ${at}`, label: place, value, interval: ends, n, reason },
            ...(series.length > 1 && { series: name }),
          }),
        ),
      ),
    [series],
  );
  return (
    <DotWhisker
      title={title}
      description={only}
      axis={axis}
      estimates={estimates}
      series={names}
      thresholds={NO_THRESHOLDS}
      counted={counted}
      few={FEW_INTERVALS}
    />
  );
}
