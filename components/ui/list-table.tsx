import type { ReactNode } from "react";
import { ScrollRegion } from "./scroll-region";

interface ListColumn {
  header: string;
  /** Aligned to the end, for numbers. */
  atEnd?: true;
  /** The header is for screen readers only. */
  unseen?: true;
}

interface ListTableProps {
  /** Accessible name of the list. */
  label: string;
  columns: readonly ListColumn[];
  /** Class of the scrolling container. */
  className?: string;
  /** Table rows. */
  children: ReactNode;
}

/** A list in a panel, edge to edge. Use DataTable for sorting or filtering. */
export function ListTable({ label, columns, className, children }: ListTableProps) {
  return (
    <ScrollRegion label={label} className={className}>
      <table className="w-full text-sm">
        <thead className="text-xs text-muted">
          <tr className="border-b text-left *:px-3 *:py-2 *:font-medium *:whitespace-nowrap *:first:pl-4! *:last:pr-4!">
            {columns.map(({ header, atEnd, unseen }) => (
              <th key={header} scope="col" className={atEnd && "text-right"}>
                {unseen ? <span className="sr-only">{header}</span> : header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </ScrollRegion>
  );
}
