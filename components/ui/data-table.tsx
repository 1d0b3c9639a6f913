"use client";

import {
  type ColumnDef,
  flexRender,
  getCoreRowModel,
  getFilteredRowModel,
  getSortedRowModel,
  type Header,
  type SortingState,
  type Row as TableRow,
  useReactTable,
} from "@tanstack/react-table";
import clsx from "clsx";
import { ArrowDown, ArrowUp, ChevronsUpDown, Search } from "lucide-react";
import { type ComponentProps, type ReactNode, useEffect, useId, useMemo, useState } from "react";
import { useAnnounce } from "./announcer";
import { type Cell, isRich, scalar } from "./cell";
import { DASH, formatCount, formatPercent, formatQuantity, formatStatistic } from "./format";
import { InfoTip } from "./info-tip";
import { Input } from "./input";
import { LoadMore } from "./load-more";
import { Popover } from "./popover";
import { ScrollRegion } from "./scroll-region";
import { useSearchState } from "./use-search-state";

/** One column. Without functions it can be described by a server component. */
export interface Column {
  /** The field of the row it shows. */
  id: string;
  header: string;
  /** Numbers are right-aligned with tabular figures; a percentage is a share between 0 and 1. */
  type?: "text" | "number" | "percent";
  /** Decimals; by default none for integers and two for others. */
  decimals?: number;
  /** An explanation behind an ⓘ. */
  tip?: ReactNode;
  sortable?: boolean;
  /** Long text wraps, at no less than this width. */
  minWidth?: string;
  /** Sticky at the end of a table that is wider than its container. */
  pinned?: boolean;
  /** Contains links only, so not printed. */
  unprinted?: boolean;
}

export type Row = { id: string } & Record<string, Cell>;

interface DataTableProps {
  /** What the table shows, for screen readers and for the search field. */
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
  /** What to show when there is no row at all. */
  empty?: ReactNode;
  /** In a flush panel: what is above the headers keeps its distance from the panel's edge. */
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

const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** Missing values are undefined to the table, which sorts them last in both directions. */
function compare(a: TableRow<Row>, b: TableRow<Row>, column: string): number {
  const left = a.getValue<string | number>(column);
  const right = b.getValue<string | number>(column);
  return typeof left === "number" && typeof right === "number"
    ? left - right
    : collator.compare(String(left), String(right));
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
  const searchId = useId();

  const sorting = useMemo<SortingState>(
    () => (sort === "" ? [] : [{ id: sort.replace(/^-/, ""), desc: sort.startsWith("-") }]),
    [sort],
  );
  const definitions = useMemo<ColumnDef<Row>[]>(() => columns.map(define), [columns]);
  const data = useMemo(() => [...rows], [rows]);

  const table = useReactTable({
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
        <div
          className={clsx(
            "flex flex-wrap items-center justify-between gap-2 print:hidden",
            flush && "px-4 pt-3",
          )}
        >
          {filterable && (
            <div className="relative w-64 max-w-full">
              <label htmlFor={searchId} className="sr-only">
                Search {caption}
              </label>
              <Search
                aria-hidden="true"
                className="absolute top-1/2 start-2.5 size-3.5 -translate-y-1/2 text-muted"
              />
              <Input
                id={searchId}
                type="search"
                placeholder="Search"
                value={filter}
                onChange={(event) => setFilter(event.target.value)}
                className="pl-8"
              />
            </div>
          )}
          {actions && <div className="ms-auto flex flex-wrap items-center gap-2">{actions}</div>}
        </div>
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
              <tr
                key={row.id}
                className={clsx(
                  "group break-inside-avoid hover:bg-hover/60",
                  emphasised.includes(row.id) && "font-semibold",
                )}
              >
                {row.getVisibleCells().map((cell, index) => {
                  const column = columns[index];
                  const Tag = index === 0 ? "th" : "td";
                  return (
                    <Tag
                      key={cell.id}
                      scope={index === 0 ? "row" : undefined}
                      style={column?.minWidth ? { minWidth: column.minWidth } : undefined}
                      className={clsx(
                        "border-b px-3 py-2 align-middle group-last:border-b-0 first:ps-4 last:pe-4 print:min-w-0! print:px-1.5 print:py-1",
                        isText(column?.type) ? "text-start" : "text-end whitespace-nowrap",
                        isText(column?.type) &&
                          !column?.minWidth &&
                          index > 0 &&
                          "whitespace-nowrap print:whitespace-normal",
                        column?.minWidth && "wrap-anywhere",
                        column?.pinned && PINNED,
                        column?.unprinted && "print:hidden",
                        keepFirst && index === 0 && STICKY_START,
                        index === 0 && !emphasised.includes(row.id) && "font-normal",
                      )}
                    >
                      {flexRender(cell.column.columnDef.cell, cell.getContext())}
                    </Tag>
                  );
                })}
              </tr>
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

/** Table state in the query string if there is a key, else local. */
function useTableState(urlKey: string | undefined, initial: string): [string, (value: string) => void] {
  const local = useState(initial);
  const [inUrl, setInUrl] = useSearchState(urlKey ?? "");
  return urlKey ? [inUrl || initial, setInUrl] : local;
}

function isText(type: Column["type"]): boolean {
  return type === undefined || type === "text";
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
    cell: ({ row }) => <Content cell={row.original[column.id]} column={column} />,
  };
}

function Content({ cell, column }: { cell: Cell | undefined; column: Column }) {
  if (isRich(cell) && cell.content !== undefined) return cell.content;
  const value = scalar(cell);
  if (value === null || value === "") {
    return isRich(cell) && cell.reason ? (
      <Popover label="Why there is no value" side="top" align="center" trigger={<Undefined />}>
        {cell.reason}
      </Popover>
    ) : (
      <span className="text-muted">{DASH}</span>
    );
  }
  if (typeof value === "string") return value;
  if (column.type === "percent") return formatPercent(value, column.decimals);
  if (column.decimals === undefined && Number.isInteger(value)) return formatCount(value);
  return formatStatistic(value, column.decimals);
}

/** A dash that explains the missing value when pressed. */
function Undefined(props: ComponentProps<"button">) {
  return (
    <button
      {...props}
      type="button"
      aria-label="No value: why?"
      className="min-w-4 rounded-sm text-center text-muted underline decoration-dotted underline-offset-4 hover:text-ink"
    >
      {DASH}
    </button>
  );
}

const PINNED = "sticky end-0 bg-surface";
const STICKY_START =
  "sticky start-0 z-1 bg-surface print:static group-hover:bg-[color-mix(in_oklab,var(--color-hover)_60%,var(--color-surface))]";

const ariaSort = { asc: "ascending", desc: "descending" } as const;

interface HeaderCellProps {
  header: Header<Row, unknown>;
  column: Column | undefined;
  isSticky: boolean;
}

function HeaderCell({ header, column, isSticky }: HeaderCellProps) {
  const sorted = header.column.getIsSorted();
  const Icon = sorted === "asc" ? ArrowUp : sorted === "desc" ? ArrowDown : ChevronsUpDown;
  const numeric = !isText(column?.type);
  // Placed after words and before figures, so that the alignment is unaffected.
  const icon = (
    <Icon
      aria-hidden="true"
      className={clsx(
        "size-3 shrink-0",
        !sorted && "opacity-0 group-focus-within/sort:opacity-100 group-hover/sort:opacity-100",
      )}
    />
  );
  return (
    <th
      scope="col"
      aria-sort={sorted ? ariaSort[sorted] : undefined}
      // In print, headers are plain text: browsers do not repeat buttons on the next page.
      data-header={column?.header}
      data-sticky={isSticky ? "start" : column?.pinned ? "end" : undefined}
      className={clsx(
        "print:before:content-[attr(data-header)]",
        "sticky top-0 border-b bg-surface px-3 py-1.5 text-start text-xs font-medium text-muted first:ps-4 last:pe-4",
        "print:static print:px-1.5 print:align-bottom",
        numeric && "print:text-end",
        isSticky ? "start-0 z-20" : "z-10",
        column?.pinned && PINNED,
        column?.unprinted && "print:hidden",
      )}
    >
      <span className={clsx("group/sort flex items-center gap-1 print:hidden", numeric && "justify-end")}>
        {header.column.getCanSort() ? (
          <>
            {numeric && icon}
            <button
              type="button"
              onClick={header.column.getToggleSortingHandler()}
              className={clsx(
                "inline-flex min-h-6 min-w-6 items-center rounded-sm whitespace-nowrap hover:text-ink",
                numeric && "justify-end",
                sorted && "text-ink",
              )}
            >
              {column?.header}
            </button>
          </>
        ) : (
          <span className="inline-flex min-h-6 items-center whitespace-nowrap">{column?.header}</span>
        )}
        {column?.tip && <InfoTip about={column.header}>{column.tip}</InfoTip>}
        {header.column.getCanSort() && !numeric && icon}
      </span>
    </th>
  );
}
