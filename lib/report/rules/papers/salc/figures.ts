import { correlationsTable } from "@/lib/report/rules/papers/salc/correlations";
import { judgesTable } from "@/lib/report/rules/papers/salc/judges";
import type { PaperTable } from "@/lib/report/schema/paper-table";

/** Figures 3 and 6: the correlations of table 3, drawn for each evaluator and dataset. */
export const correlationsFigure: PaperTable = {
  ...correlationsTable,
  id: "F3",
  also: ["F6"],
  title: "Correlation with the most frequent score of people, drawn by evaluator and dataset",
  drawing: { mark: "dots", axis: "Correlation", n: "n" },
  of: (source) => {
    const result = correlationsTable.of(source);
    if ("missing" in result) return result;
    return { ...result, name: "salc-f3", title: "SALC, Figures 3 and 6: correlation with people" };
  },
};

const ACCURACY = /Acc(Ci)?$/;
const F1 = /F1(Ci)?$/;

/** Figure 4: the accuracies of table 1, which with tags for the categories of HHH are those of table 4. */
export const accuracyFigure: PaperTable = {
  ...judgesTable,
  id: "F4",
  also: [],
  title: "Accuracy of judges, drawn by evaluator and dataset",
  drawing: { mark: "dots", axis: "Accuracy", values: (column) => ACCURACY.test(column), n: "n" },
  of: (source) => {
    const result = judgesTable.of(source);
    if ("missing" in result) return result;
    const columns = result.columns.filter(({ id }) => !F1.test(id));
    const kept = new Set(columns.map(({ id }) => id));
    return {
      ...result,
      ...{ name: "salc-f4", title: "SALC, Figure 4: accuracy against gold preferences", columns },
      rows: result.rows.map((row) => Object.fromEntries(Object.entries(row).filter(([id]) => kept.has(id)))),
    };
  },
};
