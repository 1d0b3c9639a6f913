import { Disclosure } from "@/components/ui/disclosure";
import { basisText } from "@/lib/report/rules/render/words";
import type { Table } from "@/lib/report/schema/table";
import { PlainTable } from "./plain-table";

/** The tables of a frozen report: those with rows, the first of them open. */
export function PlainTables({ tables }: { tables: readonly Table[] }) {
  const filled = tables.filter(({ rows }) => rows.length > 0);
  const [first] = filled;
  return (
    <div className="divide-y border-y">
      {filled.map((table, index) => (
        <Disclosure key={table.name} summary={table.title} open={index === 0} className="px-4 py-1.5">
          <p className="pb-2 text-sm text-muted">{table.description}.</p>
          <PlainTable table={table} />
        </Disclosure>
      ))}
      {first && <p className="px-4 py-2 text-xs text-muted">{basisText(first).join(" ")}</p>}
    </div>
  );
}
