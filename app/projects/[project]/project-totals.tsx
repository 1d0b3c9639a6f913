import { DASH, formatCount, formatDuration, formatMoney, formatQuantity } from "@/components/ui/format";
import { ListTable } from "@/components/ui/list-table";
import { Panel } from "@/components/ui/panel";
import { Stat } from "@/components/ui/stat";
import type { ProjectTotals } from "@/lib/batch/data/cost";

/** Totals of a project: work by people and models, and cost. */
export function Totals({ totals }: { totals: ProjectTotals }) {
  const { datasets, tasks, batches, running, annotators, slots, submitted, activeMs, unpaid, costs } = totals;
  return (
    <>
      <Panel title="Totals">
        <div className="grid grid-cols-2 gap-x-6 gap-y-4 md:grid-cols-4">
          <Stat
            label="Tasks"
            value={formatCount(tasks)}
            basis={`in ${formatQuantity(datasets, "dataset")}`}
          />
          <Stat label="Batches" value={formatCount(batches)} basis={`${formatCount(running)} running`} />
          <Stat
            label="Submissions"
            value={formatCount(submitted)}
            basis={`of ${formatQuantity(slots, "assignment")}`}
          />
          <Stat
            label="Active work"
            value={activeMs === 0 ? DASH : formatDuration(activeMs)}
            basis={`by ${formatQuantity(annotators, "annotator")}`}
          />
        </div>
      </Panel>
      <Panel
        flush
        title="Cost"
        description={
          unpaid > 0
            ? `No pay is set for ${formatQuantity(unpaid, "submission")}: set a rate on the batch's page.`
            : undefined
        }
      >
        {costs.length === 0 ? (
          <p className="px-4 py-8 text-center text-sm text-muted">No cost is known yet.</p>
        ) : (
          <CostTable costs={costs} />
        )}
      </Panel>
    </>
  );
}

/** The cost of people and of models, by currency. */
function CostTable({ costs }: { costs: ProjectTotals["costs"] }) {
  return (
    <ListTable
      label="Cost"
      columns={[
        { header: "Currency" },
        { header: "People", atEnd: true },
        { header: "Models", atEnd: true },
        { header: "Together", atEnd: true },
      ]}
    >
      {costs.map(({ currency, peopleMicros, modelMicros }) => (
        <tr key={currency} className="text-right tabular-nums">
          <th scope="row" className="text-left font-normal">
            {currency}
          </th>
          <td>{formatMoney(peopleMicros, currency)}</td>
          <td>{formatMoney(modelMicros, currency)}</td>
          <td className="font-medium">{formatMoney(peopleMicros + modelMicros, currency)}</td>
        </tr>
      ))}
    </ListTable>
  );
}
