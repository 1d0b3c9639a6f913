"use client";

import { useMemo } from "react";
import { DotWhisker } from "@/components/charts/dot-whisker";
import { type PlottedEstimate, rangeOfScores } from "@/components/charts/estimates";
import { ReportTable } from "@/components/report/report-table";
import { Panel } from "@/components/ui/panel";
import { Select } from "@/components/ui/select";
import { useSearchState } from "@/components/ui/use-search-state";
import type { Labels } from "@/lib/report/rules/scope-labels";
import {
  MEASURE_LABELS,
  modelDifferencesTable,
  modelEstimatesTable,
} from "@/lib/report/rules/tables/model-estimates";
import { MISSING_VALUE_REASONS, missingReason, NO_VALUE_OF_JUDGE } from "@/lib/report/rules/wording";
import type { ReportWith } from "@/lib/report/schema";
import type { ModelEstimateRow } from "@/lib/report/schema/inference";

const SERIES = ["Both", "People", "Judge alone"] as const;

interface ModelEstimatesProps {
  report: ReportWith<"modelEstimates" | "modelDifferences">;
  labels: Labels;
  /** True for the rows of the chosen judge. */
  isOfJudge: (row: Pick<ModelEstimateRow, "rater" | "method" | "condition">) => boolean;
}

/** Scores and rates of models by people, by a judge, and by a judge that people correct. */
export function ModelEstimates({ report, labels, isOfJudge }: ModelEstimatesProps) {
  const rows = useMemo(() => report.modelEstimates.filter(isOfJudge), [report, isOfJudge]);
  const choices = useMemo(() => {
    const judged = new Set(rows.flatMap((row) => (row.human === null ? [] : keyOf(row))));
    return (
      [...new Map(rows.map((row) => [keyOf(row), row]))]
        // Statistics that people gave values for come first: without them there is only the judge’s word.
        .sort(([a], [b]) => Number(judged.has(b)) - Number(judged.has(a)))
        .map(([value, row]) => ({
          value,
          label: `${MEASURE_LABELS[row.measure]}: ${scopeText(labels, row)}`,
        }))
    );
  }, [rows, labels]);
  const [wanted, setWanted] = useSearchState("of");
  const chosen = choices.find(({ value }) => value === wanted)?.value ?? choices[0]?.value;
  const shown = useMemo(() => rows.filter((row) => keyOf(row) === chosen), [rows, chosen]);
  const differences = useMemo(
    () => report.modelDifferences.filter((row) => isOfJudge(row) && keyOf(row) === chosen),
    [report, isOfJudge, chosen],
  );
  const estimates = useMemo(() => shown.flatMap(plotted), [shown]);
  const [first] = shown;
  if (!first) return null;
  return (
    <Panel
      id="model-estimates"
      title="What it means for the models"
      description="A judge on all responses, corrected by people on some: unbiased however wrong the judge is"
      actions={
        choices.length > 1 && (
          <Select
            aria-label="Measure"
            size="sm"
            choices={choices}
            value={chosen ?? ""}
            onValueChange={setWanted}
          />
        )
      }
    >
      <div className="grid gap-8 print:block print:space-y-8 [&>*]:min-w-0">
        {first.reason !== null && (
          <p className="text-sm text-muted">
            There is no value by people: {MISSING_VALUE_REASONS[first.reason]}. The judge’s own values have
            the judge’s bias.
          </p>
        )}
        <DotWhisker
          title={`${MEASURE_LABELS[first.measure]} of each model`}
          description={`${scopeText(labels, first)}, by people without a draft in view, by the judge, and by both`}
          axis={MEASURE_LABELS[first.measure]}
          estimates={estimates}
          series={SERIES}
          thresholds={[]}
          domain={first.measure === "mean" ? rangeOfScores(estimates) : undefined}
        />
        <ReportTable table={modelEstimatesTable(report, labels, shown)} without={["measure", "itemName"]} />
        {differences.length > 0 && (
          <ReportTable
            table={modelDifferencesTable(report, labels, differences)}
            without={["measure", "itemName"]}
          />
        )}
      </div>
    </Panel>
  );
}

type Measured = Pick<ModelEstimateRow, "measure" | "scope">;

const keyOf = ({ measure, scope }: Measured) => `${measure} ${scope}`;

/** Rates are over the questions of checklists alone, also where criteria stand beside them. */
function scopeText(labels: Labels, { measure, scope }: Measured): string {
  const isRate = measure === "drfr" || measure === "pass-rate";
  return isRate && scope === "all" ? "All questions" : labels.of(scope);
}

function plotted(row: ModelEstimateRow): PlottedEstimate[] {
  const label = row.responseModel;
  const reason = missingReason(row.reason);
  return [
    {
      ...{ id: `${label} both`, label, series: "Both", value: row.powered, interval: row.poweredCi },
      ...{ n: row.units, reason },
    },
    {
      ...{ id: `${label} people`, label, series: "People", value: row.human, interval: row.humanCi },
      ...{ n: row.labelled, reason },
    },
    {
      ...{ id: `${label} judge`, label, series: "Judge alone", value: row.judge, interval: row.judgeCi },
      ...{ n: row.units, reason: NO_VALUE_OF_JUDGE },
    },
  ];
}
