import { flexRender, type Header, type Row as TableRow } from "@tanstack/react-table";
import clsx from "clsx";
import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import type { ComponentProps } from "react";
import { type Cell, type Column, isRich, isText, type Row, scalar } from "./cell";
import { DASH, formatCount, formatPercent, formatStatistic } from "./format";
import { InfoTip } from "./info-tip";
import { Popover } from "./popover";

interface BodyRowProps {
  row: TableRow<Row>;
  columns: readonly Column[];
  emphasised: boolean;
  /** The first cell stays in sight when the table is scrolled sideways. */
  keepFirst: boolean;
}

export function BodyRow({ row, columns, emphasised, keepFirst }: BodyRowProps) {
  return (
    <tr className={clsx("group break-inside-avoid hover:bg-hover/60", emphasised && "font-semibold")}>
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
              index === 0 && !emphasised && "font-normal",
            )}
          >
            {flexRender(cell.column.columnDef.cell, cell.getContext())}
          </Tag>
        );
      })}
    </tr>
  );
}

export function CellContent({ cell, column }: { cell: Cell | undefined; column: Column }) {
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

const PINNED =
  "sticky end-0 bg-surface group-data-more/region:shadow-over rtl:group-data-more/region:shadow-over-before print:shadow-none!";
const STICKY_START =
  "sticky start-0 z-1 bg-surface print:static group-hover:bg-[color-mix(in_oklab,var(--color-hover)_60%,var(--color-surface))]";

const ariaSort = { asc: "ascending", desc: "descending" } as const;

interface HeaderCellProps {
  header: Header<Row, unknown>;
  column: Column | undefined;
  isSticky: boolean;
}

export function HeaderCell({ header, column, isSticky }: HeaderCellProps) {
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
