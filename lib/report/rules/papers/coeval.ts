import { CITATIONS } from "@/lib/protocol/rules/citations";
import { criteriaActionsTable, lineActionsTable } from "@/lib/report/rules/papers/coeval/actions";
import {
  annotatorGroupsTable,
  annotatorMatrixTable,
  pairingsTable,
} from "@/lib/report/rules/papers/coeval/annotators";
import { consistencyTable } from "@/lib/report/rules/papers/coeval/consistency";
import {
  changedScoresTable,
  criteriaCorrelationsTable,
  distributionsTable,
  levelsTable,
  overallCorrelationsTable,
  stancesTable,
} from "@/lib/report/rules/papers/coeval/scores";
import { criteriaSheetTable, wordsTable } from "@/lib/report/rules/papers/coeval/sheets";
import { timeTable } from "@/lib/report/rules/papers/coeval/time";
import { hasMethod, hasPreset } from "@/lib/report/rules/papers/used-methods";
import type { Paper } from "@/lib/report/schema/paper-table";

/** Li et al. (2023), CoEval: drafts of a model that people accept, revise, remove or add to. */
export const coeval: Paper = {
  id: "coeval",
  title: CITATIONS.coeval,
  isUsedIn: (use) => hasMethod(use, "coeval.") || hasPreset(use, "coeval"),
  takesReport: true,
  tables: [
    consistencyTable,
    criteriaSheetTable,
    criteriaActionsTable,
    overallCorrelationsTable,
    criteriaCorrelationsTable,
    levelsTable,
    pairingsTable,
    stancesTable,
    lineActionsTable,
    wordsTable,
    distributionsTable,
    annotatorMatrixTable,
    annotatorGroupsTable,
    changedScoresTable,
    timeTable,
  ],
};
