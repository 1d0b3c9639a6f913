import { TIPS } from "@/lib/report/rules/glossary";
import type { ReportWith } from "@/lib/report/schema";
import type { ChecklistRow } from "@/lib/report/schema/human-vs-llm";
import type { Table } from "@/lib/report/schema/table";
import { tableOf } from "./build";
import { behindMachine, coefficient, conditionColumn, countColumn, intervalOf, textColumn } from "./columns";

/**
 * The share of requirements that each rater found met: over all responses, by the model that wrote them, and by
 * category.
 */
export function checklistsTable(
  report: ReportWith<"checklist">,
  rows: readonly ChecklistRow[] = report.checklist.byRater,
): Table {
  const questions = { unit: "ratio of questions" };
  const responses = { unit: "mean share" };
  return tableOf(report, rows, {
    name: "checklists",
    title: "Pass rate and DRFR",
    description:
      "How often each rater found requirements met, by the model that wrote the responses, by category, and by both",
    columns: [
      textColumn("rater", "Rater", TIPS.rater, (row) => row.rater),
      textColumn("method", "Method", TIPS.method, (row) => row.method),
      conditionColumn((row) => row.condition),
      textColumn("kind", "Kind", TIPS.kind, (row) => row.raterKind),
      textColumn("responsesOf", "Responses of", TIPS.responseModel, (row) => row.responseModel),
      textColumn("category", "Category", TIPS.category, (row) => row.category),
      coefficient("drfr", "DRFR", TIPS.drfr, (row) => [row.drfr, row.reason], questions),
      intervalOf("drfr", (row) => row.ci.drfr, questions),
      coefficient("passRate", "Pass rate", TIPS.passRate, (row) => [row.passRate, row.reason], responses),
      intervalOf("passRate", (row) => row.ci.passRate, responses),
      ...(rows.some(({ weightedPassRate }) => weightedPassRate !== undefined)
        ? [
            coefficient<ChecklistRow>(
              "weightedPassRate",
              "Weighted pass rate",
              TIPS.weightedPassRate,
              (row) => [row.weightedPassRate ?? null, row.reason ?? "zero-total-weight"],
              responses,
            ),
            intervalOf<ChecklistRow>("weightedPassRate", (row) => row.ci.weightedPassRate ?? null, responses),
          ]
        : []),
      countColumn("answered", "Answered", "questions", TIPS.answered, (row) => row.answered),
      countColumn("na", "n/a", "questions", TIPS.na, (row) => row.na),
      countColumn("responses", "Responses", "responses", TIPS.responses, (row) => row.responses),
      countColumn("independent", "Independent", "answers", TIPS.exposure, (row) => row.exposures.independent),
      countColumn("exposed", "Draft shown", "answers", TIPS.exposure, (row) => row.exposures.exposed),
      countColumn("unknown", "Exposure unknown", "answers", TIPS.exposure, (row) => row.exposures.unknown),
    ],
    behind: ({ rater, raterKind, method, condition, responseModel, category }) =>
      raterKind === "gold" || raterKind === "adjudicator"
        ? null
        : {
            ...(raterKind === "human"
              ? { rater }
              : behindMachine({ rater, method, ...(condition !== undefined && { condition }) })),
            ...(responseModel !== "all" && { model: responseModel }),
            ...(category !== null && { item: `category:${category}` }),
          },
    kinds: ["human", "llm", "rules", "gold"],
    intervals: true,
  });
}
