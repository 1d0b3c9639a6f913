import type { Column, Row } from "@/components/ui/cell";

/** The numbers behind a figure, for its table and its CSV download. */
export interface ChartData {
  columns: readonly Column[];
  rows: readonly Row[];
}
