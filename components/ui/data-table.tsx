"use client";

import {
  type ColumnDef,
  getCoreRowModel,
  getFilteredRowModel,
  getSortedRowModel,
  type SortingState,
  type Row as TableRow,
  useReactTable,
} from "@tanstack/react-table";
import clsx from "clsx";
import { Search } from "lucide-react";
import { type ReactNode, useEffect, useId, useMemo, useState } from "react";
import { useAnnounce } from "./announcer";
import { type Column, isText, type Row, scalar } from "./cell";
import { BodyRow, CellContent, HeaderCell } from "./data-table-cells";
import { formatQuantity } from "./format";
import { Input } from "./input";
import { LoadMore } from "./load-more";
import { ScrollRegion } from "./scroll-region";
import { useSearchState } from "./use-search-state";

interface DataTableProps {
  /** The table's content, for screen readers and for the search field. */
  caption: string;
  columns: readonly Column[];
  rows: readonly Row[];
  /** Initial sorting, with "-" in front for descending: "-alpha". */
  defaultSort?: string;
  /** Keeps sorting and search in the query string under this key. */
  urlKey?: string;
  /** Offers a search field over the text columns. */
  filterable?: boolean;
  /** Controls to the right of the search field. */
  actions?: ReactNode;
  /** Shown when there is no row at all. */
  empty?: ReactNode;
  /** In a flush panel: the search field keeps its distance from the panel's edge. */
  flush?: boolean;
  /** A long table scrolls within most of the screen, under sticky headers. */
  fitScreen?: boolean;
  /** The first column is sticky when the table scrolls sideways. */
  keepFirst?: boolean;
  /** Ids of rows to emphasise, such as totals. */
  emphasised?: readonly string[];
  /** Rows rendered at first; more on request. Search and sorting include all. */
  atFirst?: number;
  className?: string;
}

/** A table to compare rows: sortable by column, searchable, accessible by keyboard and screen reader. */
export function DataTable({
  caption,
  columns,
  rows,
  defaultSort = "",
  urlKey,
  filterable = false,
  actions,
  empty,
  flush = false,
  fitScreen = false,
  keepFirst = false,
  emphasised = [],
  atFirst = Number.POSITIVE_INFINITY,
  className,
}: DataTableProps) {
  const [sort, setSort] = useTableState(urlKey && `${urlKey}.sort`, defaultSort);
  const [filter, setFilter] = useTableState(urlKey && `${urlKey}.q`, "");
  const announce = useAnnounce();
  const table = useSortedTable({ columns, rows, sort, setSort, filter });
  const found = table.getRowModel().rows;
  const [most, setMost] = useState(atFirst);
  const shown = found.slice(0, most);
  useEffect(() => {
    if (filter !== "") announce(`${formatQuantity(found.length, "row")} found`);
  }, [announce, filter, found.length]);

  if (rows.length === 0 && empty) return empty;

  return (
    <div className={clsx("grid min-w-0 gap-3 print:block", className)}>
      {(filterable || actions) && (
        <Toolbar
          caption={caption}
          search={filterable ? { value: filter, onChange: setFilter } : undefined}
          actions={actions}
          flush={flush}
        />
      )}
      <ScrollRegion label={caption} className={clsx("print:max-h-none", fitScreen && "max-h-[75dvh]")}>
        <table className="w-full border-separate border-spacing-0 text-sm print:border-collapse print:text-xs">
          <caption className="sr-only">{caption}</caption>
          <thead>
            {table.getHeaderGroups().map((group) => (
              <tr key={group.id}>
                {group.headers.map((header, index) => (
                  <HeaderCell
                    key={header.id}
                    header={header}
                    isSticky={keepFirst && index === 0}
                    column={columns.find((column) => column.id === header.column.id)}
                  />
                ))}
              </tr>
            ))}
          </thead>
          <tbody>
            {shown.map((row) => (
              <BodyRow
                key={row.id}
                row={row}
                columns={columns}
                emphasised={emphasised.includes(row.id)}
                keepFirst={keepFirst}
              />
            ))}
            {shown.length === 0 && (
              <tr>
                <td colSpan={columns.length} className="px-4 py-8 text-center text-muted">
                  {filter === "" ? "There are no rows." : `No row contains “${filter}”.`}
                </td>
              </tr>
            )}
          </tbody>
        </table>
      </ScrollRegion>
      {found.length > atFirst && (
        <LoadMore
          shown={shown.length}
          total={found.length}
          noun="rows"
          hasMore={shown.length < found.length}
          onLoadMore={() => setMost(most + atFirst)}
        />
      )}
    </div>
  );
}

interface SortedTableInput extends Pick<DataTableProps, "columns" | "rows"> {
  /** Id of the column to sort by, with "-" in front for descending order; "" for the given order. */
  sort: string;
  setSort: (sort: string) => void;
  filter: string;
}

/** The rows that match the search, sorted. */
function useSortedTable({ columns, rows, sort, setSort, filter }: SortedTableInput) {
  const sorting = useMemo<SortingState>(
    () => (sort === "" ? [] : [{ id: sort.replace(/^-/, ""), desc: sort.startsWith("-") }]),
    [sort],
  );
  const definitions = useMemo<ColumnDef<Row>[]>(() => columns.map(define), [columns]);
  const data = useMemo(() => [...rows], [rows]);
  return useReactTable({
    data,
    columns: definitions,
    state: { sorting, globalFilter: filter },
    getRowId: (row) => row.id,
    enableSortingRemoval: false,
    onSortingChange: (update) => {
      const [next] = typeof update === "function" ? update(sorting) : update;
      setSort(next ? `${next.desc ? "-" : ""}${next.id}` : "");
    },
    globalFilterFn: "includesString",
    getColumnCanGlobalFilter: (column) => columns.some(({ id, type }) => id === column.id && isText(type)),
    getCoreRowModel: getCoreRowModel(),
    getSortedRowModel: getSortedRowModel(),
    getFilteredRowModel: getFilteredRowModel(),
  });
}

function define(column: Column): ColumnDef<Row> {
  return {
    id: column.id,
    accessorFn: (row) => scalar(row[column.id]) ?? undefined,
    header: column.header,
    enableSorting: column.sortable ?? true,
    sortDescFirst: !isText(column.type),
    sortingFn: compare,
    sortUndefined: "last",
    cell: ({ row }) => <CellContent cell={row.original[column.id]} column={column} />,
  };
}

const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** Missing values are undefined to the table, which sorts them last in both directions. */
function compare(a: TableRow<Row>, b: TableRow<Row>, column: string): number {
  const left = a.getValue<string | number>(column);
  const right = b.getValue<string | number>(column);
  return typeof left === "number" && typeof right === "number"
    ? left - right
    : collator.compare(String(left), String(right));
}

interface ToolbarProps extends Pick<DataTableProps, "caption" | "actions" | "flush"> {
  /** The search field; absent where the table has none. */
  search: { value: string; onChange: (value: string) => void } | undefined;
}

/** The search field of a table, and the controls beside it. */
function Toolbar({ caption, search, actions, flush }: ToolbarProps) {
  const id = useId();
  return (
    <div
      className={clsx("flex flex-wrap items-center justify-between gap-2 print:hidden", flush && "px-4 pt-3")}
    >
      {search && (
        <div className="relative w-64 max-w-full">
          <label htmlFor={id} className="sr-only">
            Search {caption}
          </label>
          <Search
            aria-hidden="true"
            className="absolute top-1/2 start-2.5 size-3.5 -translate-y-1/2 text-muted"
          />
          <Input
            id={id}
            type="search"
            placeholder="Search"
            value={search.value}
            onChange={(event) => search.onChange(event.target.value)}
            className="pl-8"
          />
        </div>
      )}
      {actions && <div className="ms-auto flex flex-wrap items-center gap-2">{actions}</div>}
    </div>
  );
}

/** Table state in the query string if there is a key, else local. */
function useTableState(urlKey: string | undefined, initial: string): [string, (value: string) => void] {
  const local = useState(initial);
  const [inUrl, setInUrl] = useSearchState(urlKey ?? "");
  return urlKey ? [inUrl || initial, setInUrl] : local;
}
