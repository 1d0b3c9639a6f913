import { checklistOf } from "@/lib/report/rules/checklist";
import { byTag, namedReport, tableFromReport } from "@/lib/report/rules/papers/from-report";
import { tableOf } from "@/lib/report/rules/tables/build";
import { checklistsTable } from "@/lib/report/rules/tables/checklists";
import { countColumn, raterName, share, textColumn } from "@/lib/report/rules/tables/columns";
import { unitsOf } from "@/lib/report/rules/units";
import type { PaperSource, PaperTable } from "@/lib/report/schema/paper-table";

/** The share of requirements that each rater found met, over all questions and as the mean over responses. */
export const metRequirementsTable = tableFromReport(
  {
    ...{ id: "DRFR", name: "tick-drfr", title: "TICK: pass rate and DRFR by rater" },
    needs: "answers to yes/no questions by people or models",
    lacking: "answers to yes/no questions",
  },
  ({ checklist }) => checklist.byRater.filter(({ category, answered }) => category === null && answered > 0),
  ({ report }, rows) => checklistsTable(report, rows),
  byTag(({ study, units, options }) =>
    checklistOf(study, units, options).filter(
      ({ category, responseModel, answered }) => category === null && responseModel === "all" && answered > 0,
    ),
  ),
);

interface PassRateRow {
  rater: string;
  task: string;
  response: string;
  yes: number;
  answered: number;
}

/** The answers that each rater gave about each response, counted. */
function passRates({ study }: PaperSource): PassRateRow[] {
  const questions = study.items.filter(({ scale, weight = 1 }) => scale.type === "yesno" && weight > 0);
  const { byItem } = unitsOf(study);
  const rows = new Map<string, PassRateRow>();
  for (const { key: item } of questions)
    for (const { task, response, humans, others } of byItem.get(item) ?? []) {
      if (response === null) continue;
      for (const { rater, value } of [...others, ...humans.any]) {
        if (value !== "yes" && value !== "no") continue;
        const { name, kind, method, condition } = rater;
        const named = raterName({ rater: name, kind, method, ...(condition !== null && { condition }) });
        const key = JSON.stringify([rater.key, response]);
        const row = rows.get(key) ?? { rater: named, task, response, yes: 0, answered: 0 };
        rows.set(key, row);
        row.answered++;
        if (value === "yes") row.yes++;
      }
    }
  return [...rows.values()].sort(
    (a, b) =>
      a.rater.localeCompare(b.rater, "en") ||
      a.task.localeCompare(b.task, "en", { numeric: true }) ||
      a.response.localeCompare(b.response, "en", { numeric: true }),
  );
}

/** The pass rate of each response, by rater. */
export const passRatesTable: PaperTable = {
  id: "PR",
  title: "Pass rate of each response, by rater",
  needs: "answers to yes/no questions by people or models",
  of: (source) => {
    const rows = passRates(source);
    if (rows.length === 0) return { missing: ["answers to yes/no questions"] };
    type Row = PassRateRow;
    return tableOf(namedReport(source).report, rows, {
      name: "tick-pr",
      title: "TICK: pass rate of each response",
      description: "How many of the answered questions each rater answered yes; n/a is no answer",
      columns: [
        textColumn<Row>("rater", "Rater", "A person, or a model with its method", ({ rater }) => rater),
        textColumn<Row>("task", "Task", "Its id", ({ task }) => task),
        textColumn<Row>("response", "Response", "Its id", ({ response }) => response),
        countColumn<Row>("yes", "Yes", "questions", "Questions answered yes", ({ yes }) => yes),
        countColumn<Row>(
          "answered",
          "Answered",
          "questions",
          "Questions answered yes or no",
          (row) => row.answered,
        ),
        share<Row>("passRate", "Pass rate", "answered questions", "Yes of answered", ({ yes, answered }) => [
          yes / answered,
          null,
        ]),
      ],
      kinds: ["human", "llm", "rules"],
      n: { of: "responses by raters", count: rows.length },
      intervals: false,
    });
  },
};
