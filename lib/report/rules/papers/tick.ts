import { CITATIONS } from "@/lib/protocol/rules/citations";
import { taxonomyOf } from "@/lib/protocol/rules/taxonomies";
import { answersTable, categoriesTable } from "@/lib/report/rules/papers/tick/answers";
import {
  answersAndScoresTable,
  contradictionsTable,
} from "@/lib/report/rules/papers/tick/answers-and-scores";
import { labelAccuracyTable } from "@/lib/report/rules/papers/tick/category-labels";
import { checklistAuthorsTable } from "@/lib/report/rules/papers/tick/checklist-authors";
import { lengthAndScoreTable, lengthsTable } from "@/lib/report/rules/papers/tick/lengths";
import { likenessTable } from "@/lib/report/rules/papers/tick/likeness";
import { metRequirementsTable, passRatesTable } from "@/lib/report/rules/papers/tick/pass-rates";
import { distancesTable } from "@/lib/report/rules/papers/tick/preferences";
import { easeTable, protocolsTable } from "@/lib/report/rules/papers/tick/protocols";
import { contradictedTable, provedTable } from "@/lib/report/rules/papers/tick/proved";
import { settingsTable } from "@/lib/report/rules/papers/tick/settings";
import type { Paper } from "@/lib/report/schema/paper-table";

/** Cook et al. (2024), TICK: checklists written and answered by a model. */
export const tick: Paper = {
  id: "tick",
  title: CITATIONS.tick,
  isUsedIn: ({ checklist, labels }) =>
    checklist.byRater.some(({ method }) => method?.startsWith("tick.")) ||
    labels.some(({ question }) => question === taxonomyOf("capabilities").step.id),
  takesReport: true,
  tables: [
    likenessTable,
    checklistAuthorsTable,
    answersTable,
    settingsTable,
    distancesTable,
    protocolsTable,
    easeTable,
    labelAccuracyTable,
    categoriesTable,
    metRequirementsTable,
    passRatesTable,
    lengthsTable,
    lengthAndScoreTable,
    answersAndScoresTable,
    contradictionsTable,
    provedTable,
    contradictedTable,
  ],
};
