import { formatCount } from "@/components/ui/format";
import { Panel } from "@/components/ui/panel";
import { ScrollRegion } from "@/components/ui/scroll-region";
import type { Cause } from "@/lib/dataset/schema/imports";

/** Reasons why rows are invalid, each with its count. */
export function Causes({ causes }: { causes: Cause[] }) {
  return (
    <Panel flush title="Causes" description="What is different from row to row is left out of the reason.">
      <ScrollRegion label="Causes" className="max-h-96">
        <table className="w-full text-sm">
          <thead className="text-xs text-muted">
            <tr className="border-b text-left *:px-3 *:py-2 *:font-medium">
              <th scope="col" className="pl-4! text-right">
                Problems
              </th>
              <th scope="col">Field</th>
              <th scope="col">Reason</th>
              <th scope="col" className="pr-4! text-right whitespace-nowrap">
                First line
              </th>
            </tr>
          </thead>
          <tbody>
            {causes.map(({ place, reason, count, line }) => (
              <tr key={`${place} ${reason}`} className="border-b align-top last:border-b-0 *:px-3 *:py-2">
                <td className="pl-4! text-right tabular-nums">{formatCount(count)}</td>
                <td className="min-w-28 font-mono text-xs leading-5 wrap-anywhere">{place}</td>
                <th scope="row" className="w-full min-w-56 text-left font-normal wrap-anywhere">
                  {reason}
                </th>
                <td className="pr-4! text-right tabular-nums">
                  {line === null ? "file" : formatCount(line)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </Panel>
  );
}
