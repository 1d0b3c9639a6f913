import type { ReactNode } from "react";
import { ScrollRegion } from "./scroll-region";

interface ListColumn {
  header: string;
  /** Figures stand at the end. */
  atEnd?: true;
  /** Its header is for screen readers only. */
  unseen?: true;
}

interface ListTableProps {
  /** What is listed, for screen readers. */
  label: string;
  columns: readonly ListColumn[];
  /** Of the place it scrolls in. */
  className?: string;
  /** Its rows. */
  children: ReactNode;
}

/** A list in a panel from edge to edge, a row each. What sorts or filters is a DataTable. */
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
