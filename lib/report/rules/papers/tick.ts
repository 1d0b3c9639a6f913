import { CITATIONS } from "@/lib/protocol/rules/citations";
import { taxonomyOf } from "@/lib/protocol/rules/taxonomies";
import { stick } from "@/lib/report/rules/papers/stick";
import { answeredStudy } from "@/lib/report/rules/papers/tick/answered-study";
import { answersTable } from "@/lib/report/rules/papers/tick/answers";
import {
  answersAndScoresTable,
  contradictionsTable,
} from "@/lib/report/rules/papers/tick/answers-and-scores";
import { labelAccuracyTable } from "@/lib/report/rules/papers/tick/category-labels";
import { categoriesTable } from "@/lib/report/rules/papers/tick/category-pass-rates";
import { checklistAuthorsTable } from "@/lib/report/rules/papers/tick/checklist-authors";
import { lengthAndScoreTable, lengthsTable } from "@/lib/report/rules/papers/tick/lengths";
import { likenessTable } from "@/lib/report/rules/papers/tick/likeness";
import { metRequirementsTable, passRatesTable } from "@/lib/report/rules/papers/tick/pass-rates";
import { distancesTable } from "@/lib/report/rules/papers/tick/preferences";
import { easeTable, protocolsTable } from "@/lib/report/rules/papers/tick/protocols";
import { contradictedTable, provedTable } from "@/lib/report/rules/papers/tick/proved";
import { settingsTable } from "@/lib/report/rules/papers/tick/settings";
import { isExtension, withoutExtensions } from "@/lib/report/rules/papers/tick/without-extensions";
import { hasMethod, hasPreset } from "@/lib/report/rules/papers/used-methods";
import type { Paper, PaperTable } from "@/lib/report/schema/paper-table";

const ofPaper = (table: PaperTable) => withoutExtensions(table);

/** Cook et al. (2024), TICK: checklists written and answered by a model. */
export const tick: Paper = {
  id: "tick",
  title: CITATIONS.tick,
  isUsedIn: (use) =>
    hasMethod({ methods: use.methods.filter((one) => !isExtension(one)) }, "tick.") ||
    hasPreset(use, "tick") ||
    use.labels.some(({ question }) => question === taxonomyOf("capabilities").step.id),
  takesReport: true,
  tables: [
    likenessTable,
    ...[checklistAuthorsTable, answersTable, settingsTable, distancesTable].map(ofPaper),
    ...[protocolsTable, easeTable, labelAccuracyTable],
    withoutExtensions(categoriesTable, answeredStudy),
    ...[metRequirementsTable, passRatesTable].map(ofPaper),
    lengthsTable,
    ...[lengthAndScoreTable, answersAndScoresTable, contradictionsTable].map(ofPaper),
    ...[provedTable, contradictedTable].map(ofPaper),
    // The second half of the same paper.
    ...stick.tables,
  ],
};
