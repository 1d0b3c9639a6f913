import { SetPay } from "@/app/projects/[project]/batches/[batch]/set-pay";
import { DASH, formatDuration, formatMoney, formatQuantity, noValue } from "@/components/ui/format";
import { InfoTip } from "@/components/ui/info-tip";
import { Panel } from "@/components/ui/panel";
import type { BatchCost } from "@/lib/batch/data/cost";
import { paceOf } from "@/lib/batch/rules/pay";

interface CostProps {
  batch: string;
  cost: BatchCost;
  /** The user may set annotators' pay. */
  mayChange: boolean;
}

/** Cost of annotators' work on the batch, beside that of its model drafts. */
export function CostPanel({ batch, cost, mayChange }: CostProps) {
  const { pay, submitted, activeMs, peopleMicros, models } = cost;
  return (
    <Panel title="Cost" actions={mayChange && <SetPay batch={batch} pay={pay} />}>
      <dl className="grid gap-3 text-sm">
        <div>
          <dt className="text-xs text-muted">People</dt>
          <dd className="text-lg font-semibold tabular-nums">
            {pay && peopleMicros !== null ? formatMoney(peopleMicros, pay.currency) : DASH}
          </dd>
          <dd className="text-xs text-muted tabular-nums">
            {formatQuantity(submitted, "submission")}, {formatDuration(activeMs)} of active work
            {pay
              ? `, at ${formatMoney(pay.micros, pay.currency)} per ${pay.per}`
              : ". No pay is set for them."}
          </dd>
        </div>
        <Pace cost={cost} />
        <div>
          <dt className="text-xs text-muted">Models</dt>
          <dd className="text-lg font-semibold tabular-nums">
            {models.length === 0
              ? DASH
              : models.map(({ currency, micros }) => formatMoney(micros, currency)).join(" + ")}
          </dd>
          <dd className="text-xs text-muted">
            {models.length === 0
              ? "No run with a known price drafted for its tasks."
              : "All runs that drafted for its tasks; other batches may use their drafts too."}
          </dd>
        </div>
      </dl>
    </Panel>
  );
}

/** Cost and time of a submission, and what they come to per hour. */
function Pace({ cost: { pay, ...work } }: Pick<CostProps, "cost">) {
  const { costOfOne, activeMsOfOne, costOfHour } = paceOf(pay, work);
  const money = (micros: number) => formatMoney(micros, pay?.currency ?? "");
  const values = [
    { label: "Cost per submission", format: money, ...costOfOne },
    { label: "Active work per submission", format: formatDuration, ...activeMsOfOne },
    { label: "Pay per hour of active work", format: money, ...costOfHour },
  ];
  return values.map(({ label, format, value, reason }) => (
    <div key={label} className="flex justify-between gap-3">
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="flex items-center gap-1 tabular-nums">
        {value === null ? (
          <>
            {DASH}
            <InfoTip about={`why there is no ${label.toLowerCase()}`}>{noValue(reason)}</InfoTip>
          </>
        ) : (
          format(value)
        )}
      </dd>
    </div>
  ));
}
