import { bestOfTable } from "@/lib/report/rules/papers/stick/best-of-n";
import { iterationsTable, refinementTable } from "@/lib/report/rules/papers/stick/refinement";
import { hasMethod } from "@/lib/report/rules/papers/used-methods";
import type { Paper } from "@/lib/report/schema/paper-table";

/** The second half of Cook et al. (2024): responses that a model revises and selects by a checklist of its own. */
export const stick: Paper = {
  id: "stick",
  title: "Cook et al. (2024), TICKing All the Boxes: self-refinement and selection by checklist",
  isUsedIn: (use) => hasMethod(use, "stick.", "self_refine."),
  takesReport: true,
  tables: [refinementTable, iterationsTable, bestOfTable],
};
