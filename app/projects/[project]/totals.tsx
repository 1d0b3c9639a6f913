import { DASH, formatCount, formatDuration, formatMoney, formatQuantity } from "@/components/ui/format";
import { Panel } from "@/components/ui/panel";
import { ScrollRegion } from "@/components/ui/scroll-region";
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
            ? `Of ${formatQuantity(unpaid, "submission")} nobody has said what people are paid: set a rate on the batch's page.`
            : undefined
        }
      >
        {costs.length === 0 ? (
          <p className="px-4 py-8 text-center text-sm text-muted">Nothing is known to have cost anything.</p>
        ) : (
          <ScrollRegion label="Cost">
            <table className="w-full text-sm">
              <thead className="text-xs text-muted">
                <tr className="border-b text-right *:px-3 *:py-2 *:font-medium">
                  <th scope="col" className="pl-4! text-left">
                    Currency
                  </th>
                  <th scope="col">People</th>
                  <th scope="col">Models</th>
                  <th scope="col" className="pr-4!">
                    Together
                  </th>
                </tr>
              </thead>
              <tbody>
                {costs.map(({ currency, peopleMicros, modelMicros }) => (
                  <tr
                    key={currency}
                    className="border-b text-right tabular-nums last:border-b-0 *:px-3 *:py-2"
                  >
                    <th scope="row" className="pl-4! text-left font-normal">
                      {currency}
                    </th>
                    <td>{formatMoney(peopleMicros, currency)}</td>
                    <td>{formatMoney(modelMicros, currency)}</td>
                    <td className="pr-4! font-medium">{formatMoney(peopleMicros + modelMicros, currency)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </ScrollRegion>
        )}
      </Panel>
    </>
  );
}
