"use client";

import { useMemo } from "react";
import { DotWhisker } from "@/components/charts/dot-whisker";
import type { PlottedEstimate } from "@/components/charts/estimates";
import { Sparkbar } from "@/components/charts/sparkbar";
import { formatCount, formatQuantity } from "@/components/ui/format";
import { Panel } from "@/components/ui/panel";
import { headlineRow, isWithLlm, type RowChoice } from "@/lib/report/rules/headline";
import { confidenceText, FEW_INTERVALS } from "@/lib/report/rules/render/format-cell";
import type { Labels } from "@/lib/report/rules/scope-labels";
import { agreementTable, armsTable, positionsTable } from "@/lib/report/rules/tables/agreement";
import { isRated } from "@/lib/report/rules/visible-rows";
import { EXPOSURE_LABELS, missingReason, RATER_SET_LABELS, stageLabel } from "@/lib/report/rules/wording";
import type { ReportWith } from "@/lib/report/schema";
import type { ArmRow, PositionRow, ReliabilityRow } from "@/lib/report/schema/reliability";
import { ExposureBadge } from "./headline";
import { countsInOrder } from "./order";
import { ReportTable } from "./report-table";

/** With more lines than this a figure is unreadable. */
const MOST_LINES = 40;

interface ReliabilityProps {
  report: ReportWith<"reliability">;
  choice: RowChoice;
  labels: Labels;
}

/** Agreement on each item. */
export function Reliability({ report, choice, labels }: ReliabilityProps) {
  const rows = report.reliability;
  const shown = useMemo(() => {
    const scopes = labels.sort([...new Set(rows.map(({ scope }) => scope))], (scope) => scope);
    const found = scopes.flatMap((scope) => headlineRow(rows, scope, choice) ?? []);
    const withLlm = isWithLlm(rows);
    return found.filter((row) => row.raters === "human" || row.raterCount === 0 || withLlm(row));
  }, [rows, choice, labels]);
  const estimates = useMemo(
    () => shown.filter(isComparable).map((row) => estimateOf(row, labels.of(row.scope))),
    [shown, labels],
  );
  const levels = [...new Set(shown.map(({ level }) => level))];
  const axis = `Krippendorff’s α${levels.length === 1 ? `, ${levels[0]}` : ""}`;
  const basis = `${RATER_SET_LABELS[choice.raters]}, ${EXPOSURE_LABELS[choice.exposure]}`;
  return (
    <Panel
      id="reliability"
      title="Agreement by item"
      description={`Krippendorff’s α among ${basis}, with ${confidenceText(report.made.confidence)} intervals`}
      actions={<ExposureBadge exposure={choice.exposure} />}
    >
      <div className="grid gap-8 print:block print:space-y-8">
        {estimates.length > 0 && (
          <DotWhisker
            few={FEW_INTERVALS}
            title="α by item"
            description={
              estimates.length > MOST_LINES
                ? `The first ${MOST_LINES} of ${formatCount(estimates.length)}; ${basis}`
                : `Among ${basis}; lines at the usual bars, 0.667 and 0.8`
            }
            axis={axis}
            estimates={estimates.slice(0, MOST_LINES)}
          />
        )}
        {estimates.length < shown.length && (
          <p className="text-sm text-muted">
            {formatQuantity(shown.length - estimates.length, "item")} judged on one unit only{" "}
            {estimates.length > 0 ? "stand in the table alone" : "have no chart"}: one unit says nothing of
            agreement.
          </p>
        )}
        <ReportTable
          table={agreementTable(report, labels, shown)}
          without={[
            "exposure",
            "raterSet",
            "tasks",
            "adjudicated",
            ...(levels.length > 1 ? [] : ["level"]),
            ...(levels.includes("nominal") ? [] : ["percentAgreementCi", "ac1", "ac1Ci"]),
            ...(shown.some(({ na }) => na > 0) ? [] : ["na"]),
          ]}
          drawn={useValues(shown, labels)}
        />
      </div>
    </Panel>
  );
}

/** Agreement by arm and by session stage, where there are several. */
export function ReliabilityWithin({
  report,
  choice,
  labels,
}: Omit<ReliabilityProps, "report"> & { report: ReportWith<"arms" | "positions"> }) {
  const arms = useMemo(
    () => labels.sort(report.arms, ({ scope }) => scope).filter(isRated),
    [report, labels],
  );
  const positions = useMemo(
    () => report.positions.filter(({ exposure, units }) => exposure === choice.exposure && units > 0),
    [report, choice],
  );
  const { byArm, byPosition } = usePlottedParts(arms, labels, positions);
  const hasArms = new Set(arms.map(({ arm }) => arm)).size > 1;
  const hasStages = positions.some(({ pairable }) => pairable > 0);
  const armValues = useValues(arms, labels);
  const stageValues = useValues(positions, labels);
  if (!hasArms && !hasStages) return null;
  return (
    <Panel
      title="Agreement by arm and along the session"
      description="Krippendorff’s α among people at the level each item is judged by first"
    >
      <div className="grid gap-8 print:block print:space-y-8 [&>*]:min-w-0">
        {hasArms && <ByArm byArm={byArm} report={report} labels={labels} arms={arms} armValues={armValues} />}
        {hasStages && (
          <ByPosition
            choice={choice}
            byPosition={byPosition}
            report={report}
            labels={labels}
            positions={positions}
            stageValues={stageValues}
          />
        )}
      </div>
    </Panel>
  );
}

/** Estimates of each arm and of each position, as the figures take them. */
function usePlottedParts(arms: ArmRow[], labels: Labels, positions: PositionRow[]) {
  const byArm = useMemo(
    () =>
      arms
        .filter(isComparable)
        .slice(0, MOST_LINES)
        .map((row) => estimateOf(row, `${labels.of(row.scope)}: ${row.arm}`)),
    [arms, labels],
  );
  const byPosition = useMemo(
    () => positions.map((row) => estimateOf(row, `${labels.of(row.scope)}: ${stageLabel(row.position)}`)),
    [positions, labels],
  );
  return { byArm, byPosition };
}

interface ByArmProps {
  byArm: PlottedEstimate[];
  report: ReportWith<"arms" | "positions">;
  labels: Labels;
  arms: ArmRow[];
  armValues: ReturnType<typeof useValues>;
}

/** Reliability of each arm. */
function ByArm({ byArm, report, labels, arms, armValues }: ByArmProps) {
  return (
    <div className="grid gap-8 print:block print:space-y-8 [&>*]:min-w-0">
      {byArm.length > 0 && (
        <DotWhisker
          few={FEW_INTERVALS}
          title="α by arm"
          description="By final values, whatever was shown; lines at the usual bars, 0.667 and 0.8"
          axis="Krippendorff’s α"
          estimates={byArm}
        />
      )}
      <ReportTable table={armsTable(report, labels, arms)} without={["tasks", "na"]} drawn={armValues} />
    </div>
  );
}

interface ByPositionProps {
  choice: RowChoice;
  byPosition: PlottedEstimate[];
  report: ReportWith<"arms" | "positions">;
  labels: Labels;
  positions: PositionRow[];
  stageValues: ReturnType<typeof useValues>;
}

/** Reliability along the session. */
function ByPosition({ choice, byPosition, report, labels, positions, stageValues }: ByPositionProps) {
  return (
    <div className="grid gap-8 print:block print:space-y-8 [&>*]:min-w-0">
      <DotWhisker
        few={FEW_INTERVALS}
        title="α by position in the session"
        description={`Responses 1 to 5 of each person’s session first; ${EXPOSURE_LABELS[choice.exposure]}`}
        axis="Krippendorff’s α"
        estimates={byPosition}
      />
      <ReportTable
        table={positionsTable(report, labels, positions)}
        without={["exposure", "tasks"]}
        drawn={stageValues}
      />
    </div>
  );
}

/**
 * False for rows with exactly one unit, for which there is nothing to chart. Rows without units stay, because
 * they show the reason.
 */
const isComparable = ({ units }: ReliabilityRow) => units !== 1;

function estimateOf({ value, ci, units, reason }: ReliabilityRow, label: string): PlottedEstimate {
  return {
    id: label,
    label,
    value,
    interval: ci,
    n: units,
    reason: missingReason(reason),
  };
}

/** Value distributions as sparkbars. */
function useValues(rows: readonly ReliabilityRow[], labels: Labels) {
  return useMemo(
    () => ({
      values: (at: number) => {
        const row = rows[at];
        const values = countsInOrder(row?.values ?? {});
        return values.length === 0 ? undefined : (
          <Sparkbar
            label={`How often each value was given: ${labels.of(row?.scope ?? "")}`}
            values={values}
          />
        );
      },
    }),
    [rows, labels],
  );
}
