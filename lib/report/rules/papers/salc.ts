import { CITATIONS } from "@/lib/protocol/rules/citations";
import { correlationsTable } from "@/lib/report/rules/papers/salc/correlations";
import { criteriaLikenessTable } from "@/lib/report/rules/papers/salc/criteria";
import { datasetsTable } from "@/lib/report/rules/papers/salc/datasets";
import { categoriesTable, judgesTable } from "@/lib/report/rules/papers/salc/judges";
import { policiesTable } from "@/lib/report/rules/papers/salc/policies";
import type { Paper } from "@/lib/report/schema/paper-table";

/** Gupta et al., SALC: a model that writes the criteria it judges by. */
export const salc: Paper = {
  id: "salc",
  title: CITATIONS.salc,
  isUsedIn: ({ humanVsLlm, againstGold }) =>
    [...humanVsLlm, ...againstGold].some(({ method }) => method?.startsWith("salc.")),
  takesReport: true,
  tables: [
    judgesTable,
    criteriaLikenessTable,
    correlationsTable,
    categoriesTable,
    policiesTable,
    datasetsTable,
  ],
};
