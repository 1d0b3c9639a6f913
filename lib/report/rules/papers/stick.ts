import { bestOfTable } from "@/lib/report/rules/papers/stick/best-of-n";
import { iterationsTable, refinementTable } from "@/lib/report/rules/papers/stick/refinement";
import type { Paper } from "@/lib/report/schema/paper-table";

/** The second half of Cook et al. (2024): responses that a model revises and selects by a checklist of its own. */
export const stick: Paper = {
  id: "stick",
  title: "Cook et al. (2024), TICKing All the Boxes: self-refinement and selection by checklist",
  // A report does not know how responses were generated: these tables are computed on request only.
  isUsedIn: () => false,
  takesReport: true,
  tables: [refinementTable, iterationsTable, bestOfTable],
};
