import { DASH, formatCount } from "@/components/ui/format";
import { ListTable } from "@/components/ui/list-table";
import {
  formatCell,
  isFigures,
  isUndefined,
  marksOf,
  NO_INTERVAL,
  readableColumns,
  reasonText,
} from "@/lib/report/rules/render/format-cell";
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
      <ListTable
        label={table.title}
        withoutScript
        className="print:**:[table]:text-xs print:**:[th,td]:min-w-0 print:**:[th,td]:px-1.5"
        columns={columns.map((column) => ({
          id: column.id,
          header: column.header,
          atEnd: isFigures(column),
        }))}
      >
        {table.rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a frozen table stand still
          <tr key={index}>
            {columns.map((column, place) => {
              const cell = row[column.id];
              const isCount = column.type === "count" && typeof cell === "number";
              const text = isCount ? formatCount(cell) : formatCell(cell, column, row);
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
      </ListTable>
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
