import type { ReactNode } from "react";

/** A value as it is sorted, searched and exported; null when there is none. */
export type Scalar = string | number | null;

/** A value to sort and filter by, shown as something else: a link, a badge, a dash with its reason. */
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

/** The value of a cell, however it is shown. */
export function scalar(cell: Cell | undefined): Scalar {
  return isRich(cell) ? cell.value : (cell ?? null);
}
