import clsx from "clsx";
import type { ReactNode } from "react";
import { ScrollRegion } from "./scroll-region";

export interface ListColumn {
  header: string;
  /** Distinguishes columns with the same header. */
  id?: string;
  /** Aligned to the end, for numbers. */
  atEnd?: boolean;
  /** The header is for screen readers only. */
  unseen?: boolean;
  /** Class of its header; the cells below have classes of their own. */
  className?: string;
}

interface ListTableProps {
  /** Accessible name of the list. */
  label: string;
  /** Columns that are not shown to this reader may be false or empty. */
  columns: readonly (ListColumn | false | null | undefined)[];
  /** Class of the scrolling container. */
  className?: string;
  /**
   * For a table in a text or form instead of a flush panel: no padding before the first and after the last
   * column.
   */
  bare?: boolean;
  /** The headings stay in sight while the rows scroll. */
  stickyHeader?: boolean;
  /** On a page that is read without scripts too. */
  withoutScript?: boolean;
  /** A row of totals. */
  foot?: ReactNode;
  /** Table rows: `tr` elements, which get borders and padding from the table, or LinkedRows. */
  children: ReactNode;
}

/** A list in a panel, edge to edge. Use DataTable for sorting or filtering. */
export function ListTable({
  label,
  columns,
  className,
  bare = false,
  stickyHeader = false,
  withoutScript = false,
  foot,
  children,
}: ListTableProps) {
  const cells = bare
    ? "*:*:px-2 *:*:py-1.5 *:*:first:pl-0! *:*:last:pr-0!"
    : "*:*:px-3 *:*:py-2 *:*:first:pl-4! *:*:last:pr-4!";
  return (
    <ScrollRegion label={label} className={className} withoutScript={withoutScript}>
      <table aria-label={label} className="w-full text-sm">
        <thead className={clsx("text-xs text-muted *:*:font-medium *:*:whitespace-nowrap", cells)}>
          <tr className={clsx("border-b text-left", stickyHeader && "*:sticky *:top-0 *:bg-surface")}>
            {columns.map(
              (column) =>
                column && (
                  <th
                    key={column.id ?? column.header}
                    scope="col"
                    className={clsx(column.atEnd && "text-right", column.className)}
                  >
                    {column.unseen ? <span className="sr-only">{column.header}</span> : column.header}
                  </th>
                ),
            )}
          </tr>
        </thead>
        <tbody className={clsx("*:border-b", !foot && "*:last:border-b-0", cells)}>{children}</tbody>
        {foot && <tfoot className={clsx("font-medium", cells)}>{foot}</tfoot>}
      </table>
    </ScrollRegion>
  );
}

/** A row that is one link: the link in it has `after:absolute after:inset-0`. */
export function LinkedRow({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <tr className={clsx("group relative transition-colors *:py-2.5! hover:bg-hover/60", className)}>
      {children}
    </tr>
  );
}
