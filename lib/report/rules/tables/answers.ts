import { TIPS } from "@/lib/report/rules/glossary";
import type { Report } from "@/lib/report/schema";
import type { AnswerAgreementRow, AnswerRow } from "@/lib/report/schema/answers";
import type { Table } from "@/lib/report/schema/table";
import { tableOf } from "./build";
import { coefficient, countColumn, intervalOf, share, textColumn } from "./columns";

const QUESTION = "The name of the step that asked";

/** Answers to questions, by arm. */
export function answersTable(report: Report): Table {
  const rows = report.answers;
  return tableOf<AnswerRow>(report, rows, {
    name: "answers",
    title: "Answers to questions",
    description: "How often each answer was given: in all arms together, and in each",
    columns: [
      textColumn("question", "Question", QUESTION, (row) => row.question),
      textColumn("arm", "Arm", "Empty for all arms together", (row) => row.arm),
      textColumn("answer", "Answer", "As it was offered to annotators", (row) => row.label),
      share("share", "Share", "answers", TIPS.answerShare, (row) => [row.share, row.reason]),
      intervalOf("share", ({ ci }) => ci),
      countColumn("count", "Given", "answers", TIPS.answerShare, (row) => row.count),
      countColumn(
        "answers",
        "Answers",
        "answers",
        "All answers to the question in this arm",
        (row) => row.answers,
      ),
      countColumn("tasks", "Tasks", "tasks", TIPS.clusters, (row) => row.tasks),
    ],
    kinds: ["human"],
    n: { of: "answers", count: answersIn(rows) },
    excluded: [],
    intervals: true,
  });
}

/** Agreement on the answers to questions. */
export function answerAgreementTable(report: Report): Table {
  const rows = report.answerAgreement;
  return tableOf<AnswerAgreementRow>(report, rows, {
    name: "answer-agreement",
    title: "Agreement on answers",
    description: "Krippendorff’s α, nominal, of people who were asked about the same response, pair or task",
    columns: [
      textColumn("question", "Question", QUESTION, (row) => row.question),
      coefficient("alpha", "α", TIPS.alpha, (row) => [row.value, row.reason]),
      intervalOf("alpha", (row) => row.ci),
      share("percentAgreement", "Agreement", "pairs", TIPS.percent, (row) => [
        row.percentAgreement,
        row.reason ?? "no-pairable-values",
      ]),
      coefficient("ac1", "AC1", TIPS.ac1, (row) => [row.ac1, row.ac1Reason]),
      countColumn("units", "Units", "units", TIPS.units, (row) => row.units),
      countColumn("raters", "Raters", "raters", TIPS.raterCount, (row) => row.raterCount),
      countColumn("pairable", "Ratings", "ratings", TIPS.pairable, (row) => row.pairable),
      countColumn("tasks", "Tasks", "tasks", TIPS.clusters, (row) => row.clusters),
    ],
    kinds: ["human"],
    n: { of: "answers", count: answersIn(report.answers) },
    excluded: [],
    intervals: true,
  });
}

function answersIn(rows: readonly AnswerRow[]): number {
  return rows.reduce((sum, { arm, count }) => sum + (arm === null ? count : 0), 0);
}
