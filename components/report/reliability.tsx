"use client";

import { useMemo } from "react";
import { DotWhisker } from "@/components/charts/dot-whisker";
import { Sparkbar } from "@/components/charts/sparkbar";
import type { Column, Row } from "@/components/ui/data-table";
import { formatCount } from "@/components/ui/format";
import { Panel } from "@/components/ui/panel";
import { type Choice, rowOf } from "@/lib/report/rules/headline";
import type { Labels } from "@/lib/report/rules/labels";
import { agreementTable } from "@/lib/report/rules/tables/agreement";
import { TIPS } from "@/lib/report/rules/tips";
import { EXPOSURE_LABELS, RATER_SET_LABELS, REASONS } from "@/lib/report/rules/wording";
import type { ReliabilityRow, Report } from "@/lib/report/schema";
import { intervalCell, numberCell } from "./cells";
import { ExposureBadge } from "./headline";
import { Numbers } from "./numbers";
import { inOrder } from "./order";

/** More lines than these are no figure anybody reads. */
const MOST_LINES = 40;

interface ReliabilityProps {
  report: Report;
  choice: Choice;
  labels: Labels;
}

/** How well raters agree on each item. */
export function Reliability({ report, choice, labels }: ReliabilityProps) {
  const rows = report.reliability;
  const shown = useMemo(() => {
    const scopes = labels.sort([...new Set(rows.map(({ scope }) => scope))], (scope) => scope);
    return scopes.flatMap((scope) => rowOf(rows, scope, choice) ?? []);
  }, [rows, choice, labels]);
  const estimates = useMemo(
    () =>
      shown.slice(0, MOST_LINES).map(({ scope, value, ci, units, reason }) => ({
        id: scope,
        label: labels.of(scope),
        value,
        interval: ci,
        n: units,
        reason: reason ? REASONS[reason] : undefined,
      })),
    [shown, labels],
  );
  const levels = [...new Set(shown.map(({ level }) => level))];
  const axis = `Krippendorff’s α${levels.length === 1 ? `, ${levels[0]}` : ""}`;
  const basis = `${RATER_SET_LABELS[choice.raters]}, ${EXPOSURE_LABELS[choice.exposure]}`;
  return (
    <Panel
      title="Agreement by item"
      description={`Krippendorff’s α among ${basis}, with 95 % intervals`}
      actions={<ExposureBadge exposure={choice.exposure} />}
    >
      <div className="grid gap-8 xl:grid-cols-[minmax(0,3fr)_minmax(0,5fr)]">
        <DotWhisker
          title="α by item"
          description={
            shown.length > MOST_LINES
              ? `The first ${MOST_LINES} of ${formatCount(shown.length)}; ${basis}`
              : `${basis}; lines at the usual bars, 0.667 and 0.8`
          }
          axis={axis}
          estimates={estimates}
        />
        <Numbers
          title="Agreement by item, in numbers"
          columns={columnsOf({ levels: levels.length > 1, na: shown.some(({ na }) => na > 0) })}
          rows={shown.map((row) => tableRow(row, labels))}
          table={agreementTable(report, labels, shown)}
          emphasised={["all"]}
        />
      </div>
      {shown.some(({ ci, fewClusters }) => ci && fewClusters) && (
        <p className="pt-2 text-xs text-muted">* Fewer than ten tasks: the interval cannot be trusted.</p>
      )}
    </Panel>
  );
}

/** The level and n/a have columns only where they differ, or occur. */
function columnsOf(has: { levels: boolean; na: boolean }): Column[] {
  return [
    { id: "item", header: "Item", minWidth: "11rem", sortable: false },
    ...(has.levels ? [{ id: "level", header: "Level", tip: TIPS.level }] : []),
    { id: "alpha", header: "α", type: "number", decimals: 4, tip: TIPS.alpha },
    { id: "ci", header: "95 % interval", type: "number", tip: TIPS.interval },
    { id: "percent", header: "Agreement", type: "percent", tip: TIPS.percent },
    { id: "ac1", header: "AC1", type: "number", decimals: 2, tip: TIPS.ac1 },
    { id: "values", header: "Values", tip: TIPS.prevalence, sortable: false },
    { id: "units", header: "Units", type: "number", tip: TIPS.units },
    { id: "raters", header: "Raters", type: "number" },
    { id: "pairable", header: "Ratings", type: "number", tip: TIPS.pairable },
    ...(has.na ? [{ id: "na", header: "n/a", type: "number" as const }] : []),
  ];
}

function tableRow(row: ReliabilityRow, labels: Labels): Row {
  const values = inOrder(row.values);
  return {
    id: row.scope,
    item: labels.of(row.scope),
    level: row.level,
    alpha: numberCell(row.value, row.reason),
    ci: intervalCell(row.ci, row.value, row.reason, row.fewClusters),
    percent: numberCell(row.percentAgreement, row.reason ?? "no-pairable-values"),
    ac1: numberCell(row.ac1, row.ac1Reason),
    values: {
      value: values.map(({ name, count }) => `${name}: ${count}`).join(", ") || null,
      content:
        values.length > 0 ? (
          <Sparkbar label={`How often each value was given: ${labels.of(row.scope)}`} values={values} />
        ) : undefined,
    },
    units: row.units,
    raters: row.raterCount,
    pairable: row.pairable,
    na: row.na,
  };
}
