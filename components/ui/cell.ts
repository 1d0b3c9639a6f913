import type { ReactNode } from "react";

/** A value to sort, search and export; null when missing. */
export type Scalar = string | number | null;

/** A value to sort and filter by, displayed differently: a link, a badge, a dash with its reason. */
export interface RichCell {
  value: Scalar;
  content?: ReactNode;
  /** Why there is no value. */
  reason?: string;
}

export type Cell = Scalar | RichCell;

export function isRich(cell: Cell | undefined): cell is RichCell {
  return typeof cell === "object" && cell !== null;
}

/** The raw value of a cell. */
export function scalar(cell: Cell | undefined): Scalar {
  return isRich(cell) ? cell.value : (cell ?? null);
}
