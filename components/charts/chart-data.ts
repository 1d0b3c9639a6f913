import type { Column, Row } from "@/components/ui/cell";

/** The numbers behind a figure: its table, and its CSV. */
export interface ChartData {
  columns: readonly Column[];
  rows: readonly Row[];
}
