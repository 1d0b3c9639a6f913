import { formatCount } from "@/components/ui/format";
import { ListTable } from "@/components/ui/list-table";
import { Panel } from "@/components/ui/panel";
import type { Cause } from "@/lib/dataset/schema/imports";

/** Reasons why rows are invalid, each with its count. */
export function Causes({ causes }: { causes: Cause[] }) {
  return (
    <Panel flush title="Causes" description="Details that differ between rows are left out of the reason.">
      <ListTable
        label="Causes"
        className="max-h-96"
        columns={[
          { header: "Problems", atEnd: true },
          { header: "Field" },
          { header: "Reason" },
          { header: "First line", atEnd: true },
        ]}
      >
        {causes.map(({ place, reason, count, line }) => (
          <tr key={`${place} ${reason}`} className="align-top">
            <td className="text-right tabular-nums">{formatCount(count)}</td>
            <td className="min-w-28 font-mono text-xs leading-5 wrap-anywhere">{place}</td>
            <th scope="row" className="w-full min-w-56 text-left font-normal wrap-anywhere">
              {reason}
            </th>
            <td className="text-right tabular-nums">{line === null ? "file" : formatCount(line)}</td>
          </tr>
        ))}
      </ListTable>
    </Panel>
  );
}
