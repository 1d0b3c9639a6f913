import { checklistAuthorsTable } from "@/lib/report/rules/papers/tick/checklist-authors";
import type { Paper } from "@/lib/report/schema/paper-table";

/** Cook et al. (2024), TICK: checklists written and answered by a model. */
export const tick: Paper = {
  id: "tick",
  title:
    "Cook et al. (2024), TICKing All the Boxes: Generated Checklists Improve LLM Evaluation and Generation",
  isUsedIn: ({ checklist }) => checklist.byRater.some(({ method }) => method?.startsWith("tick.")),
  tables: [checklistAuthorsTable],
};
