import { TIPS } from "@/lib/report/rules/glossary";
import type { Labels } from "@/lib/report/rules/scope-labels";
import type { ReportWith } from "@/lib/report/schema";
import type { ExplanationRow } from "@/lib/report/schema/explanations";
import type { Table } from "@/lib/report/schema/table";
import { tableOf } from "./build";
import { coefficient, countColumn, intervalOf, scopeColumns, share } from "./columns";

/** Explanations of values for which no draft was shown. */
export function explanationsTable(report: ReportWith<"explanations">, labels: Labels): Table {
  const rows = report.explanations;
  return tableOf(
    report,
    labels.sort(rows, ({ scope }) => scope),
    {
      name: "explanations",
      title: "Explanations without a draft",
      description:
        "Values given without a draft in view, and how many of them came with the rater’s own words",
      columns: [
        ...scopeColumns<ExplanationRow>(labels, ({ scope }) => scope),
        share("explainedShare", "Explained", "values", TIPS.explained, (row) => [row.share, row.reason]),
        intervalOf("explainedShare", ({ ci }) => ci),
        countColumn("explained", "Values explained", "values", TIPS.explained, (row) => row.explained),
        countColumn("values", "Values", "values", TIPS.explainable, (row) => row.values),
        coefficient("words", "Mean length", TIPS.explanationWords, (row) => [row.words, row.wordsReason], {
          unit: "words",
          decimals: 1,
        }),
        intervalOf("words", ({ wordsCi }) => wordsCi, { decimals: 1 }),
        countColumn("tasks", "Tasks", "tasks", TIPS.clusters, (row) => row.tasks),
      ],
      behind: ({ scope }) => ({ item: scope }),
      kinds: ["human"],
      intervals: true,
    },
  );
}
