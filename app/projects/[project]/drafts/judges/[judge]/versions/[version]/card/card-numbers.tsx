import { InfoTip } from "@/components/ui/info-tip";
import { ListTable } from "@/components/ui/list-table";
import { FEW_MARK, FEW_TASKS } from "@/lib/report/rules/render/format-cell";
import type { CardLine } from "@/lib/report/rules/version-card/lines";

/** Numbers of a card, one a row, with what each means. */
export function CardNumbers({ label, lines }: { label: string; lines: readonly CardLine[] }) {
  return (
    <>
      <ListTable
        label={label}
        columns={[
          { header: "Measure" },
          { header: "Value, 95 % interval", atEnd: true },
          { header: "From", atEnd: true },
        ]}
      >
        {lines.map((line) => (
          <tr key={line.label}>
            <th scope="row" className="text-left font-normal whitespace-nowrap">
              {line.label} <InfoTip about={line.label}>{line.tip}</InfoTip>
            </th>
            <td className="text-right tabular-nums">
              {line.value}
              {line.interval && (
                <span className="block text-xs whitespace-nowrap text-muted">{line.interval}</span>
              )}
              {line.reason && <span className="block text-xs text-pretty text-muted">{line.reason}</span>}
            </td>
            <td className="min-w-22 text-right tabular-nums sm:whitespace-nowrap">{line.of}</td>
          </tr>
        ))}
      </ListTable>
      {lines.some(({ interval }) => interval.endsWith(FEW_MARK)) && (
        <p className="border-t px-4 py-3 text-xs text-muted">{FEW_TASKS}</p>
      )}
    </>
  );
}
