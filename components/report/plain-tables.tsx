import type { ReactNode } from "react";
import { Disclosure } from "@/components/ui/disclosure";
import { formatCount, formatQuantity } from "@/components/ui/format";
import { basisText, isFigures, isUndefined } from "@/lib/report/rules/render/format-cell";
import type { Table, TableRow } from "@/lib/report/schema/table";
import { firstRows } from "./first-rows";
import { PlainTable } from "./plain-table";

/** Rows shown per table. */
const MOST_ROWS = 30;

interface PlainTablesProps {
  /** Name of the report the tables belong to, for screen readers. */
  of: string;
  tables: readonly Table[];
  /** Name of the table to show; the first one if unknown. */
  chosen: string | null;
  /** The page's address with another table. */
  hrefOf: (table: string) => string;
  /** Link to the complete table, if it is too long to show. */
  whole: (table: string) => ReactNode;
}

/** Tables of a frozen report, one at a time: no script needed, and one page stays small. */
export function PlainTables({ of, tables, chosen, hrefOf, whole }: PlainTablesProps) {
  const filled = tables.filter(({ rows }) => rows.length > 0);
  const shown = filled.find(({ name }) => name === chosen) ?? filled[0];
  if (!shown) return <p className="border-t p-4 text-sm text-muted">There are no numbers: nobody judged.</p>;
  const { title, description } = shown;
  const telling = tellingRows(shown);
  const silent = shown.rows.length - telling.length;
  const { first: rows, others } = firstRows({ ...shown, rows: telling });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 border-t py-3">
      <TableLinks of={of} filled={filled} hrefOf={hrefOf} shown={shown} />
      <div className="px-4">
        <h3 className="text-sm font-medium">{title}</h3>
        <p className="text-sm text-muted">
          {description}.{" "}
          {rows.length > MOST_ROWS &&
            `The first ${formatCount(MOST_ROWS)} of ${formatCount(rows.length)} rows. `}
          {silent > 0 && `${formatQuantity(silent, "row")} without ratings left out. `}
          {whole(shown.name)}
        </p>
      </div>
      <PlainTable table={{ ...shown, rows: rows.slice(0, MOST_ROWS) }} />
      {others.length > 0 && <OtherRows others={others} shown={shown} />}
      <p className="px-4 text-xs text-muted wrap-anywhere">{basisText(shown).join(" ")}</p>
    </div>
  );
}

interface TableLinksProps {
  of: string;
  filled: Table[];
  hrefOf: (table: string) => string;
  shown: Table;
}

/** Links to choose a table. */
function TableLinks({ of, filled, hrefOf, shown }: TableLinksProps) {
  return (
    <nav aria-label={`Tables of ${of}`} className="px-4 print:hidden">
      <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
        {filled.map((table) => (
          <li key={table.name}>
            <a
              href={hrefOf(table.name)}
              aria-current={table === shown ? "true" : undefined}
              className="inline-flex min-h-6 items-center text-accent underline aria-[current]:font-medium aria-[current]:text-ink aria-[current]:no-underline"
            >
              {table.title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Rows at other levels, and those with LLMs as raters. */
function OtherRows({ others, shown }: { others: readonly TableRow[]; shown: Table }) {
  return (
    <Disclosure
      className="px-4"
      summary={`At other levels, with LLMs as raters, or whatever was shown: ${formatQuantity(others.length, "row")}`}
    >
      {others.length > MOST_ROWS && (
        <p className="pb-2 text-sm text-muted">
          The first {formatCount(MOST_ROWS)}; the others are in the file.
        </p>
      )}
      <PlainTable table={{ ...shown, notes: [], rows: others.slice(0, MOST_ROWS) }} />
    </Disclosure>
  );
}

/** Rows with a number other than 0. If there are none, all rows, because they contain the reasons. */
function tellingRows({ columns, rows }: Table): TableRow[] {
  const figures = columns.filter(isFigures);
  const telling = rows.filter((row) =>
    figures.some(({ id }) => {
      const cell = row[id];
      return cell !== null && cell !== undefined && cell !== 0 && !isUndefined(cell);
    }),
  );
  return telling.length > 0 ? telling : rows;
}
