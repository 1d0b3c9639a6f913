import { TIPS } from "@/lib/report/rules/tips";
import type { ChecklistRow, Report } from "@/lib/report/schema";
import type { Table } from "@/lib/report/schema/table";
import { numberOr, tableOf } from "./build";

/** How often each rater found requirements met, over all responses and by the model that wrote them. */
export function checklistsTable(report: Report): Table {
  const rows: readonly (ChecklistRow & { exposure?: undefined })[] = report.checklist.byRater;
  return tableOf(report, rows, {
    name: "checklists",
    title: "Pass rate and DRFR",
    description: "How often each rater found requirements met, by the model that wrote the responses",
    columns: [
      {
        id: "rater",
        header: "Rater",
        type: "text",
        unit: null,
        description: TIPS.rater,
        of: (row) => row.rater,
      },
      {
        id: "method",
        header: "Method",
        type: "text",
        unit: null,
        description: TIPS.method,
        of: (row) => row.method,
      },
      {
        id: "kind",
        header: "Kind",
        type: "text",
        unit: null,
        description: TIPS.kind,
        of: (row) => row.raterKind,
      },
      {
        id: "responsesOf",
        header: "Responses of",
        type: "text",
        unit: null,
        description: TIPS.responseModel,
        of: (row) => row.responseModel,
      },
      {
        id: "drfr",
        header: "DRFR",
        type: "number",
        unit: "share of questions",
        description: TIPS.drfr,
        of: (row) => numberOr(row.drfr, row.reason),
      },
      {
        id: "drfrCi",
        header: "95 % interval",
        type: "interval",
        unit: "share of questions",
        description: TIPS.interval,
        of: (row) => row.ci.drfr,
      },
      {
        id: "passRate",
        header: "Pass rate",
        type: "number",
        unit: "mean share",
        description: TIPS.passRate,
        of: (row) => numberOr(row.passRate, row.reason),
      },
      {
        id: "passRateCi",
        header: "95 % interval",
        type: "interval",
        unit: "mean share",
        description: TIPS.interval,
        of: (row) => row.ci.passRate,
      },
      {
        id: "answered",
        header: "Answered",
        type: "count",
        unit: "questions",
        description: TIPS.answered,
        of: (row) => row.answered,
      },
      {
        id: "na",
        header: "n/a",
        type: "count",
        unit: "questions",
        description: TIPS.na,
        of: (row) => row.na,
      },
      {
        id: "responses",
        header: "Responses",
        type: "count",
        unit: "responses",
        description: TIPS.responses,
        of: (row) => row.responses,
      },
      {
        id: "independent",
        header: "Independent",
        type: "count",
        unit: "answers",
        description: TIPS.exposure,
        of: (row) => row.exposures.independent,
      },
      {
        id: "exposed",
        header: "Draft shown",
        type: "count",
        unit: "answers",
        description: TIPS.exposure,
        of: (row) => row.exposures.exposed,
      },
      {
        id: "unknown",
        header: "Exposure unknown",
        type: "count",
        unit: "answers",
        description: TIPS.exposure,
        of: (row) => row.exposures.unknown,
      },
    ],
    kinds: ["human", "llm", "rules", "gold"],
    intervals: true,
  });
}
