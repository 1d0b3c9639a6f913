import { CircleCheck } from "lucide-react";
import type { ReactNode } from "react";
import { Badge } from "@/components/ui/badge";
import { formatCount, formatInterval, formatStatistic } from "@/components/ui/format";
import { ListTable } from "@/components/ui/list-table";
import type { Plan } from "@/lib/report/rules/planning/plan";
import type { AgreementPlan, MeanPlan } from "@/lib/report/rules/planning/plan-rows";
import { MISSING_VALUE_REASONS } from "@/lib/report/rules/wording";

/** The planned designs with the interval to expect, the work, and where to stop. */
export function PlanTable({ plan }: { plan: Plan }) {
  return plan.of === "agreement" ? (
    <AgreementTable rows={plan.rows} name={plan.statistic === "alpha" ? "α" : "κ"} />
  ) : (
    <MeansTable rows={plan.rows} hasJudge={plan.hasJudge} />
  );
}

function AgreementTable({ rows, name }: { rows: readonly AgreementPlan[]; name: string }) {
  const hasCost = rows.some(({ cost }) => cost !== null);
  return (
    <ListTable
      label="Planned designs"
      bare
      columns={[
        { header: "Units", atEnd: true },
        { header: "Raters of each", atEnd: true },
        { header: `${name} to expect`, atEnd: true },
        { header: "95 % interval", atEnd: true },
        { header: "Width", atEnd: true },
        ...effortColumns(hasCost),
        { header: "Verdict", unseen: true },
      ]}
    >
      {rows.map((row) => (
        <tr key={`${row.units} ${row.raters}`} className="text-right tabular-nums">
          <th scope="row" className="font-normal">
            {formatCount(row.units)}
          </th>
          <td>{formatCount(row.raters)}</td>
          <td>{formatStatistic(row.expected)}</td>
          <td className="whitespace-nowrap">
            {formatInterval(row.low === null || row.high === null ? null : [row.low, row.high])}
          </td>
          <td>{formatStatistic(row.width)}</td>
          <Effort row={row} hasCost={hasCost} />
          <td className="text-left">
            {row.reason === null ? (
              <Stop isStable={row.isStable} />
            ) : (
              <span className="text-xs text-muted">{MISSING_VALUE_REASONS[row.reason]}</span>
            )}
          </td>
        </tr>
      ))}
    </ListTable>
  );
}

function MeansTable({ rows, hasJudge }: { rows: readonly MeanPlan[]; hasJudge: boolean }) {
  const hasCost = rows.some(({ cost }) => cost !== null);
  return (
    <ListTable
      label="Planned sizes"
      bare
      columns={[
        hasJudge && { header: "Judged", atEnd: true },
        { header: "Labelled by people", atEnd: true },
        { header: "To expect", atEnd: true },
        { header: "Width, people alone", atEnd: true },
        hasJudge && { header: "Width, with the judge", atEnd: true },
        ...effortColumns(hasCost),
        { header: "Verdict", unseen: true },
      ]}
    >
      {rows.map((row) => (
        <tr key={`${row.judged} ${row.labelled}`} className="text-right tabular-nums">
          {hasJudge && <td>{formatCount(row.judged)}</td>}
          <th scope="row" className="font-normal">
            {formatCount(row.labelled)}
          </th>
          <td>{formatStatistic(row.expected)}</td>
          <td>{formatStatistic(row.human, 3)}</td>
          {hasJudge && <td>{formatStatistic(row.powered, 3)}</td>}
          <Effort row={row} hasCost={hasCost} />
          <td className="text-left">
            {row.human === null ? (
              <span className="text-xs text-muted">too few labels for an interval</span>
            ) : (
              <Stop isStable={row.isStable} />
            )}
          </td>
        </tr>
      ))}
    </ListTable>
  );
}

const effortColumns = (hasCost: boolean) => [
  { header: "Judgements", atEnd: true },
  { header: "Hours", atEnd: true },
  hasCost && { header: "Cost", atEnd: true },
];

interface EffortProps {
  row: { judgements: number; hours: number; cost: number | null };
  hasCost: boolean;
}

function Effort({ row, hasCost }: EffortProps): ReactNode {
  return (
    <>
      <td>{formatCount(row.judgements)}</td>
      <td>{formatStatistic(row.hours, 1)}</td>
      {hasCost && <td>{formatStatistic(row.cost, 2)}</td>}
    </>
  );
}

function Stop({ isStable }: { isStable: boolean }) {
  if (!isStable) return null;
  return (
    <Badge tone="positive" icon={<CircleCheck aria-hidden="true" />}>
      Stop here
    </Badge>
  );
}
