import { DASH, formatCount } from "@/components/ui/format";
import { ScrollRegion } from "@/components/ui/scroll-region";
import {
  formatCell,
  isFigures,
  isUndefined,
  marksOf,
  NO_INTERVAL,
  readableColumns,
  reasonText,
} from "@/lib/report/rules/render/words";
import type { Table } from "@/lib/report/schema/table";
import { commonColumns } from "./constant-columns";

/**
 * A read-only table of a report that needs no script and prints. Reasons for missing numbers are listed
 * below.
 */
export function PlainTable({ table }: { table: Table }) {
  const filled = readableColumns(table).filter(({ id }) =>
    table.rows.some((row) => row[id] !== null && row[id] !== undefined),
  );
  const common = commonColumns(filled, table.rows);
  const columns = filled.filter((column) => !common.includes(column));
  const marks = marksOf(table);
  const intervals = columns.filter(({ type }) => type === "interval");
  const lacksOne = table.rows.some((row) => intervals.some(({ id }) => row[id] == null));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {common.length > 0 && (
        <p className="px-4 text-xs text-muted">
          {common.map(({ header, id }) => `${header}: ${String(table.rows[0]?.[id])}`).join(" · ")}
        </p>
      )}
      <ScrollRegion label={table.title} withoutScript>
        <table className="w-full text-sm print:text-xs print:**:[th,td]:min-w-0 print:**:[th,td]:px-1.5">
          <caption className="sr-only">{table.title}</caption>
          <thead className="text-xs text-muted">
            <tr className="border-b text-left *:px-3 *:first:ps-4 *:last:pe-4 *:py-2 *:align-bottom *:font-medium">
              {columns.map((column) => (
                <th key={column.id} scope="col" className={isFigures(column) ? "text-right" : undefined}>
                  {column.header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a frozen table stand still
              <tr key={index} className="border-b last:border-b-0 *:px-3 *:first:ps-4 *:last:pe-4 *:py-1.5">
                {columns.map((column, place) => {
                  const cell = row[column.id];
                  const isCount = column.type === "count" && typeof cell === "number";
                  const text = isCount ? formatCount(cell) : formatCell(cell, column);
                  if (place === 0)
                    return (
                      <th
                        key={column.id}
                        scope="row"
                        className="min-w-[min(14rem,40vw)] text-left font-normal wrap-break-word"
                      >
                        <bdi>{text}</bdi>
                      </th>
                    );
                  return (
                    <td
                      key={column.id}
                      className={
                        isFigures(column)
                          ? "text-right whitespace-nowrap tabular-nums"
                          : "min-w-32 wrap-break-word"
                      }
                    >
                      {text === "" && column.type === "interval" ? (
                        <span className="text-muted">{DASH}</span>
                      ) : (
                        <bdi>{text}</bdi>
                      )}
                      {isUndefined(cell) && (
                        <sup>
                          <abbr title={reasonText(cell.undefined)} className="no-underline">
                            {marks.get(cell.undefined)}
                          </abbr>
                        </sup>
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {(marks.size > 0 || lacksOne || table.notes.length > 0) && (
        <ul className="grid gap-0.5 px-4 text-xs text-muted">
          {[...marks].map(([reason, mark]) => (
            <li key={reason}>
              {mark}: {reasonText(reason)}
            </li>
          ))}
          {lacksOne && (
            <li>
              {DASH}: there is {NO_INTERVAL}
            </li>
          )}
          {table.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
