import {
  dawidSkeneTable,
  errorsTable,
  maceTable,
  softLabelsTable,
} from "@/lib/report/rules/papers/rater-models/labels";
import { designsTable, raschTable, varianceTable } from "@/lib/report/rules/papers/rater-models/scores";
import type { Paper } from "@/lib/report/schema/paper-table";

/**
 * Models of raters, each with a paper of its own. They are computed where a reader asks for them, and are in no bundle:
 * no study is made for them.
 */
export const raterModels: Paper = {
  id: "raters",
  title: "Models of raters: Dawid & Skene (1979), MACE (2013), many-facet Rasch, generalisability",
  isUsedIn: () => false,
  takesReport: true,
  tables: [dawidSkeneTable, errorsTable, maceTable, softLabelsTable, raschTable, varianceTable, designsTable],
};
