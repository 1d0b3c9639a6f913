"use client";

import { useMemo } from "react";
import { DotWhisker } from "@/components/charts/dot-whisker";
import type { PlottedEstimate } from "@/components/charts/estimates";
import { HeatMap } from "@/components/charts/heat-map";
import { ReportTable } from "@/components/report/report-table";
import { Panel } from "@/components/ui/panel";
import { groupInOrder } from "@/lib/dataset/rules/group-in-order";
import {
  rankingTable,
  SOURCE_COLUMNS,
  sourceText,
  winRatesTable,
} from "@/lib/report/rules/tables/model-estimates";
import { EXPOSURE_LABELS, missingReason } from "@/lib/report/rules/wording";
import type { ReportWith } from "@/lib/report/schema";
import type { ModelEstimateRow, RankingRow, WinRateRow } from "@/lib/report/schema/inference";

interface ModelRankingProps {
  report: ReportWith<"rankings" | "winRates">;
  /** True for the rows of the chosen judge. */
  isOfJudge: (row: Pick<ModelEstimateRow, "rater" | "method" | "condition">) => boolean;
}

/** Models ranked by preferences: by people, by the chosen judge, and by the judge that people correct. */
export function ModelRanking({ report, isOfJudge }: ModelRankingProps) {
  const { rankings, rates } = useMemo(() => {
    const isShown = ({ rater, method, condition }: RankingRow | WinRateRow) =>
      rater === null || isOfJudge({ rater, method, condition });
    return { rankings: report.rankings.filter(isShown), rates: report.winRates.filter(isShown) };
  }, [report, isOfJudge]);
  if (rankings.length === 0) return null;
  const series = [...new Set(rankings.map(seriesOf))];
  const estimates = rankings.map((row) => ({
    id: `${seriesOf(row)} ${row.responseModel}`,
    label: row.responseModel,
    series: seriesOf(row),
    value: row.strength,
    interval: row.ci,
    n: row.comparisons,
    reason: missingReason(row.reason),
  }));
  // People's own rates where there are any: independent ones come first.
  const [best] = rates;
  const shown = best ? rates.filter((row) => seriesOf(row) === seriesOf(best)) : [];
  const names = [...new Set(shown.map(({ first }) => first))];
  return (
    <Panel
      id="ranking"
      title="Which model is preferred?"
      description="Strengths by Bradley and Terry with ties, and how often each model is preferred to each other"
    >
      <div className="grid gap-8 print:block print:space-y-8 [&>*]:min-w-0">
        <StrengthPlot estimates={estimates} series={series} />
        {/* In one table the models would recur, and on a phone the columns that tell the rows apart would be out
            of sight. */}
        {[...groupInOrder(rankings, seriesOf)].map(([source, rows]) => (
          <ReportTable key={source} table={rankingTable(report, rows, source)} without={SOURCE_COLUMNS} />
        ))}
        {best && names.length > 2 && (
          <HeatMap
            title="Win rates"
            description={`${seriesOf(best)}: of the row’s model against the column’s, a tie as half a win`}
            names={names}
            axis="Model"
            cells={shown.map(({ first, second, rate }) => ({ row: first, column: second, value: rate }))}
          />
        )}
        {[...groupInOrder(rates, seriesOf)].map(([source, rows]) => (
          <ReportTable key={source} table={winRatesTable(report, rows, source)} without={SOURCE_COLUMNS} />
        ))}
      </div>
    </Panel>
  );
}

/** Strength of each model, with intervals. */
function StrengthPlot({ estimates, series }: { estimates: PlottedEstimate[]; series: string[] }) {
  return (
    <DotWhisker
      title="Strength of each model"
      description="0 is the mean of all models; 0.69 more makes two wins for each loss"
      axis="Strength (log)"
      estimates={estimates}
      series={series}
      thresholds={[{ value: 0, label: "mean" }]}
      counted="Pairs"
    />
  );
}

function seriesOf(row: RankingRow | WinRateRow): string {
  return row.source === "people" ? `People, ${EXPOSURE_LABELS[row.exposure]}` : sourceText(row);
}
