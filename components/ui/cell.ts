import type { ReactNode } from "react";

/** A value to sort, search and export; null when missing. */
type Scalar = string | number | null;

/** A value to sort and filter by, displayed differently: a link, a badge, a dash with its reason. */
export interface RichCell {
  value: Scalar;
  content?: ReactNode;
  /** Why there is no value. */
  reason?: string;
}

export type Cell = Scalar | RichCell;

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

/** A row: its cells by the id of their column. */
export type Row = { id: string } & Record<string, Cell>;

export function isRich(cell: Cell | undefined): cell is RichCell {
  return typeof cell === "object" && cell !== null;
}

/** The raw value of a cell. */
export function scalar(cell: Cell | undefined): Scalar {
  return isRich(cell) ? cell.value : (cell ?? null);
}

export function isText(type: Column["type"]): boolean {
  return type === undefined || type === "text";
}
