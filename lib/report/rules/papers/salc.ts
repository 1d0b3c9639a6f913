import { CITATIONS } from "@/lib/protocol/rules/citations";
import { correlationsTable } from "@/lib/report/rules/papers/salc/correlations";
import { criteriaLikenessTable } from "@/lib/report/rules/papers/salc/criteria";
import { datasetsTable } from "@/lib/report/rules/papers/salc/datasets";
import { accuracyFigure, correlationsFigure } from "@/lib/report/rules/papers/salc/figures";
import { categoriesTable, judgesTable } from "@/lib/report/rules/papers/salc/judges";
import { policiesTable } from "@/lib/report/rules/papers/salc/policies";
import { trainingPairsTable } from "@/lib/report/rules/papers/salc/training-pairs";
import { hasMethod } from "@/lib/report/rules/papers/used-methods";
import type { Paper } from "@/lib/report/schema/paper-table";

/** Gupta et al., SALC: a model that writes the criteria it judges by. */
export const salc: Paper = {
  id: "salc",
  title: CITATIONS.salc,
  isUsedIn: (use) => hasMethod(use, "salc."),
  takesReport: true,
  tables: [
    judgesTable,
    criteriaLikenessTable,
    correlationsTable,
    categoriesTable,
    policiesTable,
    datasetsTable,
    correlationsFigure,
    accuracyFigure,
    trainingPairsTable,
  ],
};
